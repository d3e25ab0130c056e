import type { JsonValue } from '../schema/json-schema.ts';

/**
 * `incomplete`: something failed, was skipped over as the plan says, and the rest was done. `failed`: the plan was stopped by
 * a failure or by its deadline. `parked`: everything else is done, and a person has to decide about nodes whose outcome is
 * unknown.
 */
export const planStates = ['running', 'succeeded', 'incomplete', 'failed', 'cancelled', 'parked'] as const;
export type PlanState = (typeof planStates)[number];
export type EndedPlanState = Exclude<PlanState, 'running'>;

/** `parked`: a person is asked about the call. `outcome_unknown`: it may have run, and a person has to find out. */
export const nodeStates = [
  'waiting',
  'running',
  'parked',
  'succeeded',
  'failed',
  'skipped',
  'cancelled',
  'outcome_unknown',
] as const;
export type NodeState = (typeof nodeStates)[number];

/** A plan as it stands at one moment. Times are milliseconds since 1970. */
export interface PlanSnapshot extends PlanSummary {
  readonly description: string | undefined;
  readonly input: { readonly [name: string]: JsonValue };
  readonly deadline: number | undefined;
  readonly nodes: readonly NodeSnapshot[];
  /** What waits for a decision, once nothing else runs. */
  readonly undecided: readonly UndecidedCall[];
  /** The number of the last event. */
  readonly sequence: number;
}

export interface PlanSummary {
  readonly planId: string;
  readonly name: string;
  readonly state: PlanState;
  readonly agent: string | undefined;
  readonly task: string | undefined;
  readonly submittedAt: number;
  readonly endedAt: number | undefined;
  /** What stopped it. */
  readonly failure: PlanFailure | undefined;
}

export interface NodeSnapshot {
  readonly id: string;
  readonly tool: string;
  readonly state: NodeState;
  /** Its own condition did not hold, a node that it depends on has given nothing, or a person decided so. */
  readonly skipped: SkipReason | undefined;
  /** Nodes that it waits for, by `after` or by a reference. */
  readonly dependsOn: readonly string[];
  /** Calls that were made, those of all items together. */
  readonly attempts: number;
  /** The call that is made or was made last; of a fan-out each item has its own. */
  readonly callId: string | undefined;
  readonly startedAt: number | undefined;
  readonly endedAt: number | undefined;
  readonly output: NodeOutput | undefined;
  /** Why it failed; also of a node that the plan went on without. */
  readonly failure: PlanFailure | undefined;
  /** The call failed, and the output is what the plan says in its place. */
  readonly replaced: boolean;
  /** What a person decided when its outcome was unknown. */
  readonly decided: DecidedNode | undefined;
  /** Of a fan-out, once its list is known. */
  readonly items: ItemCounts | undefined;
}

export type SkipReason = 'condition' | 'dependency' | 'decision';

export interface ItemCounts {
  readonly total: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly skipped: number;
}

/** What a person decided about a call whose outcome was unknown. */
export interface DecidedNode {
  readonly decision: 'done' | 'retry' | 'skip';
  readonly by: string | undefined;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** A call that may have been made, and about which a person has to decide. */
export interface UndecidedCall {
  /** As a decision names it: the id of a node, with the index of an item as `id:index`. */
  readonly name: string;
  readonly callId: string | undefined;
}

/** A small output is there at once; a large one is loaded with `engine.output(ref)`. */
export type NodeOutput = { readonly value: JsonValue } | { readonly ref: string; readonly bytes: number };

/** Outputs of more bytes than this are told by reference. */
export const largeOutput = 50_000;

/** Why a node or a plan failed, as JSON. */
export interface PlanFailure {
  /** Where, in a failure of a plan. */
  readonly node?: string | undefined;
  readonly item?: number | undefined;
  readonly status: 'error' | 'blocked';
  readonly code: string;
  readonly message: string;
  readonly station?: string | undefined;
  readonly rule?: string | undefined;
  readonly remedy?: string | undefined;
  /** The call may have acted. */
  readonly outcomeUnknown?: boolean | undefined;
}

/** How a plan ended. */
export interface PlanResult extends PlanSummary {
  readonly state: EndedPlanState;
  readonly endedAt: number;
  /** What the plan's `output` says; a reference to what a node has not given is null. */
  readonly output: JsonValue;
}
