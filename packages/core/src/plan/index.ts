/**
 * Plans: an entry of its own, `@toolcrib/core/plan`, because who only makes single calls should not load what runs many.
 * Written by hand and pinned by test/pins.
 */
export {
  comparisons,
  planDefaults,
  planLimits,
  type Comparison,
  type Condition,
  type FailurePolicy,
  type Plan,
  type PlanNode,
  type UnknownPolicy,
} from './plan.ts';
export { planSchema } from './plan-schema.ts';
export {
  checkPlan,
  type CheckedExplanation,
  type CheckedService,
  type CheckOptions,
} from './check-plan.ts';
export { definePlan, parsePlan, type ParsedPlan } from './parse-plan.ts';
export { holds } from './condition.ts';
export { graphOf, type Dependency, type GraphNode, type PlanGraph } from './graph.ts';
export { keyOf, type NodeRecord } from './node-record.ts';
export {
  Progress,
  type NodeRun,
  type Pause,
  type PlanEnd,
  type ProgressOptions,
  type RunOutcome,
} from './progress.ts';
export { toOutcome } from './run-outcome.ts';
export { callIdOf, toNodeCall, type CallFacts } from './node-call.ts';
export {
  planProblemText,
  type PlanProblem,
  type PlanProblemCode,
  type PlanProblemFacts,
} from '../messages/plan-problem.ts';
export { nodeDecisions, type Decisions, type NodeDecision } from './node-decision.ts';
export type {
  CallWatcher,
  CloseOptions,
  NodeCall,
  NodeRunner,
  PlanEngine,
  PlanFilter,
  PlanPage,
  ResumeOptions,
  SubmitOptions,
  WatchOptions,
} from './engine.ts';
export {
  largeOutput,
  nodeStates,
  planStates,
  type EndedPlanState,
  type ItemCounts,
  type NodeOutput,
  type NodeSnapshot,
  type NodeState,
  type PlanFailure,
  type PlanResult,
  type PlanSnapshot,
  type PlanState,
  type PlanSummary,
  type SkipReason,
  type DecidedNode,
  type UndecidedCall,
} from './snapshot.ts';
export type { PlanEvent } from './plan-event.ts';
export { LocalEngine, type LocalEngineOptions } from './local-engine.ts';
export { Interruption } from '../tool/interruption.ts';
export { createNodeRunner, type PlanService } from './node-runner.ts';
export { MemoryPlans } from './memory-plans.ts';
export type {
  ClaimedCall,
  PlanCare,
  PlanChanges,
  PlanStanding,
  PlanStore,
  StoredNode,
  StoredPlan,
  StoredRun,
} from './plan-store.ts';
export { eventsAfter } from './plan-events.ts';
export { toResult, toSnapshot, toSummary } from './to-snapshot.ts';
export {
  toWirePlan,
  toWirePlanEvent,
  toWirePlanProblem,
  toWirePlanResult,
  toWireSnapshot,
  toWireSummary,
  type WireObject,
} from './wire-plan.ts';
export type { PlanClock } from './plan-clock.ts';
export { drawingOfPlan, drawingOfSnapshot, type Drawing, type DrawnNode } from './drawing/drawing.ts';
export { toMermaid } from './drawing/to-mermaid.ts';
export { toSvg } from './drawing/to-svg.ts';
