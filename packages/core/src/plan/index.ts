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
} from './plan.ts';
export { planSchema } from './plan-schema.ts';
export type {
  CallWatcher,
  CloseOptions,
  NodeCall,
  NodeRunner,
  PlanEngine,
  PlanFilter,
  PlanPage,
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
} from './snapshot.ts';
export type { PlanEvent } from './plan-event.ts';
