/**
 * Plans of tasks in words: an entry of its own, `@toolcrib/core/planner`. Written by hand and pinned by test/pins.
 */
export { Planner } from './planner.ts';
export type { PlannerOptions } from './planner-options.ts';
export type { PlanOptions } from './plan-by-rules.ts';
export type { PlannedStep, PlannedTask, WrittenNode, WrittenPlan } from './planned-task.ts';
export type { ArgumentSource } from './wire-arguments.ts';
export { toWirePlanned } from './wire-planned.ts';
export { planGapText, type PlanGap, type PlanGapCode, type PlanGapFacts } from '../messages/planning.ts';
