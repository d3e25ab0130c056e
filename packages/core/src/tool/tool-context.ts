import type { JsonValue } from '../schema/json-schema.ts';

/** What a running tool is handed beside its arguments. */
export interface ToolContext {
  /** Aborted when the time is up or the caller cancels. A tool that waits should pass it on. */
  readonly signal: AbortSignal;
  readonly callId: string;
  readonly agent: string | undefined;
  /** 1 for the first try. */
  readonly attempt: number;
  /** The same for every try of one call. */
  readonly idempotencyKey: string;
  /** Milliseconds since 1970, by the clock of the service. */
  readonly now: () => number;
  /** Puts a fact about this run into the result's metadata. */
  readonly note: (name: string, value: JsonValue) => void;
}
