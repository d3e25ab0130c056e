import type { JsonValue } from '../schema/json-schema.ts';
import type { PlanFilter, PlanPage } from './engine.ts';
import type { Plan } from './plan.ts';
import type { NodeRecord } from './node-record.ts';
import type { PlanFailure, PlanState } from './snapshot.ts';

/**
 * Where plans are kept. What is acknowledged is kept for good: whoever implements it writes before it resolves. A plan is run
 * by one runner at a time, and only that one may write about it.
 */
export interface PlanStore {
  /** Keeps a new plan, to be run by this runner. False when there is one of that id. */
  create(plan: StoredPlan, runner: string): Promise<boolean>;
  /** Writes what has changed, all of it or nothing. False when somebody else runs the plan by now. */
  save(planId: string, runner: string, changes: PlanChanges): boolean | Promise<boolean>;
  /**
   * Claims an attempt that may not be repeated: true while this runner has the plan and no other one has claimed that attempt.
   * Asking again gives the same answer. Whoever takes over the plan finds the attempt as `claimed`.
   */
  claim(planId: string, runner: string, call: ClaimedCall): boolean | Promise<boolean>;
  /** The plan as it stands. Outputs may be left out of the nodes when they are large; `output` gives them. */
  read(planId: string): Promise<StoredRun | undefined>;
  /** The number of its last event: whether it is worth reading again. */
  sequence(planId: string): Promise<number | undefined>;
  /** Gives the plan to this runner, with all outputs; undefined when another one that lives runs it, or there is none. */
  take(planId: string, runner: string): Promise<StoredRun | undefined>;
  /** This runner runs it no longer: the next may have it. */
  release(planId: string, runner: string): Promise<void>;
  /** The output of a node or an item, by its key. */
  output(planId: string, key: string): Promise<JsonValue | undefined>;
  list(filter: PlanFilter): Promise<PlanPage>;
  /** Asks whoever runs the plan to cancel it. */
  askToCancel(planId: string, reason: string): Promise<void>;
  /** Tells the runner of plans that nobody runs any more and of its own that are to be cancelled, now and from time to time. */
  tend(runner: string, care: PlanCare): Promise<() => void>;
  /** Tells whenever something may have changed, here or in another process; returns what ends it. */
  watch(listener: () => void): () => void;
}

export interface PlanCare {
  readonly abandoned: (planId: string) => Promise<void>;
  readonly cancelled: (planId: string, reason: string) => void;
}

/** An attempt of a node, or of an item of it. */
export interface ClaimedCall {
  readonly node: string;
  readonly item: number | undefined;
  readonly attempt: number;
}

export interface StoredRun {
  readonly plan: StoredPlan;
  readonly nodes: readonly StoredNode[];
}

export interface StoredPlan extends PlanStanding {
  readonly planId: string;
  readonly plan: Plan;
  readonly agent: string | undefined;
  readonly requestedBy?: string | undefined;
  readonly task: string | undefined;
  readonly input: { readonly [name: string]: JsonValue };
  readonly submittedAt: number;
}

/** What changes about a plan. */
export interface PlanStanding {
  readonly state: PlanState;
  readonly deadline: number | undefined;
  readonly endedAt: number | undefined;
  readonly failure: PlanFailure | undefined;
  /** The result, once it has ended. */
  readonly output: JsonValue | undefined;
  /** The number of the last event. */
  readonly sequence: number;
}

export interface StoredNode extends NodeRecord {
  readonly callId: string | undefined;
  readonly startedAt: number | undefined;
  readonly endedAt: number | undefined;
  /** The number of the last event about it. */
  readonly sequence: number;
  /** The length of an output that was left out. */
  readonly outputBytes?: number | undefined;
}

export interface PlanChanges {
  readonly standing: PlanStanding;
  readonly nodes: readonly StoredNode[];
}
