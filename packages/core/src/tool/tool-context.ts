import type { JsonValue } from '../schema/json-schema.ts';
import type { Effect } from './effect.ts';
import type { Usage } from './usage.ts';

/** What a running tool is handed beside its arguments. */
export interface ToolContext {
  /** Aborted when the time is up or the caller cancels. A tool that waits should pass it on. */
  readonly signal: AbortSignal;
  /** What history and events know the call by. */
  readonly callId: string;
  /** The caller's own id, where it gave one; of a plan, which attempt at which node it is. */
  readonly givenId?: string | undefined;
  readonly agent: string | undefined;
  /** For the calls that it makes in turn. */
  readonly session: string | undefined;
  /** Who made the call. A tool that makes calls of its own passes it on. */
  readonly requestedBy: string | undefined;
  /** What was judged, and what a person has said yes to: the effects as the tool told them before. */
  readonly effects: readonly Effect[];
  /** 1 for the first try. */
  readonly attempt: number;
  /** The same for every try of one call. */
  readonly idempotencyKey: string;
  /** Milliseconds since 1970, by the clock of the service. */
  readonly now: () => number;
  /** Tells whoever listens how far it is, or what has come out so far. */
  readonly progress: (data: JsonValue) => void;
  /** Puts a fact about this run into the result's metadata. What is not JSON is noted as `not JSON`. */
  readonly note: (name: string, value: JsonValue) => void;
  /**
   * Tells what the work took, by who did it: it counts instead of what is measured from outside. Told more than once,
   * CPU time is added up and the largest memory counts.
   */
  readonly usage: (usage: Usage) => void;
}
