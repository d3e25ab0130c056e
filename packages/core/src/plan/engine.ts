import type { JsonValue } from '../schema/json-schema.ts';
import type { CallOptions } from '../tool/call.ts';
import type { ToolResult } from '../tool/result.ts';
import type { Decisions } from './node-decision.ts';
import type { Plan } from './plan.ts';
import type { PlanEvent } from './plan-event.ts';
import type { PlanResult, PlanSnapshot, PlanState, PlanSummary } from './snapshot.ts';

/**
 * Runs plans. Whoever implements it runs, writes down and takes up again what `Progress` tells it to; what a plan means is
 * decided there, and what a call may do in the corridor. `engineContract` says what must hold.
 */
export interface PlanEngine {
  /** Begins a plan. The same id is the same run: it is not begun twice, and another plan of that id is an error. */
  submit(plan: Plan, options?: SubmitOptions): Promise<PlanSnapshot>;
  /** Throws `unknown_plan` when there is none, like everything that takes an id. */
  status(planId: string): Promise<PlanSnapshot>;
  /** Waits for the end. An aborted signal ends the waiting, not the plan. */
  result(planId: string, options?: { readonly signal?: AbortSignal | undefined }): Promise<PlanResult>;
  /** What stands behind the `ref` of a large output. */
  output(ref: string): Promise<JsonValue>;
  /** Ends what runs and starts nothing more. A plan that has ended stays as it is. */
  cancel(planId: string, reason?: string): Promise<PlanSnapshot>;
  /**
   * Runs what failed, was cancelled or never ran; what has succeeded stays. A plan that runs is left alone. A node whose outcome
   * is unknown stays so unless `decisions` says what becomes of it; a decision for any other node throws `nothing_to_decide`.
   */
  resume(planId: string, options?: ResumeOptions): Promise<PlanSnapshot>;
  /** Newest first. */
  list(filter?: PlanFilter): Promise<PlanPage>;
  /** Tells what happens, beginning with what has happened since the event of that number; returns what ends it. */
  watch(planId: string, listener: (event: PlanEvent) => void, options?: WatchOptions): () => void;
  /** Takes over the plans of processes that have ended, now and from now on. Submitting does the same. */
  attend(): Promise<void>;
  /** Takes no more plans. What has not ended until then is interrupted, and goes on in the next engine of the same store. */
  close(options?: CloseOptions): Promise<void>;
}

export interface SubmitOptions {
  /** @default a new one */
  readonly planId?: string | undefined;
  /** Who calls, for every call of the plan. Without one it is the embedding application itself. */
  readonly agent?: string | undefined;
  /** Who submits it, as the interface has authenticated them; every call of the plan is requested by them. */
  readonly requestedBy?: string | undefined;
  /** What `{{input.x}}` stands for. @default what the plan says */
  readonly input?: { readonly [name: string]: unknown } | undefined;
  /** When the plan must have ended, in milliseconds since 1970; the plan's own timeout counts too. */
  readonly deadline?: number | undefined;
  /** The request that the plan serves, in the words of who asked. */
  readonly task?: string | undefined;
}

export interface ResumeOptions {
  /** What becomes of nodes whose outcome is unknown. @default they stay as they are */
  readonly decisions?: Decisions | undefined;
  /** Who decides: kept with the nodes. @default nobody is named */
  readonly by?: string | undefined;
}

export interface WatchOptions {
  /** The number of the last event that is known. @default 0, so that everything is told */
  readonly after?: number | undefined;
}

export interface CloseOptions {
  /** Milliseconds that plans may still run. @default 0 */
  readonly drain?: number | undefined;
}

export interface PlanFilter {
  readonly state?: PlanState | undefined;
  readonly name?: string | undefined;
  readonly agent?: string | undefined;
  /** @default 100 */
  readonly limit?: number | undefined;
  /** The `next` of the page before. */
  readonly cursor?: string | undefined;
  /** A page ends earlier when what is stored of its plans is more than this. @default without end */
  readonly maxBytes?: number | undefined;
}

export interface PlanPage {
  readonly plans: readonly PlanSummary[];
  /** Where the next page begins; undefined after the last. */
  readonly next: string | undefined;
}

/** The one function that makes a call: an ordinary call of the service, through the whole corridor. */
export type NodeRunner = (call: NodeCall, watcher: CallWatcher) => Promise<ToolResult>;

/** A call of a plan as it is made. The arguments still hold their references; `options.variables` is what they refer to. */
export interface NodeCall {
  readonly tool: string;
  readonly arguments: { readonly [name: string]: JsonValue };
  readonly options: CallOptions & {
    readonly callId: string;
    readonly parentCallId: string;
    readonly idempotencyKey: string;
    readonly signal: AbortSignal;
  };
}

/** What is told of a call while it is made. */
export interface CallWatcher {
  /** A person is asked. */
  parked(): void;
  /** It has passed every station: nobody is asked any more. */
  running(): void;
  /** It was begun before and did not run to its end: an answer of a person may have been used up by that. */
  again(): void;
  progress(data: JsonValue): void;
}
