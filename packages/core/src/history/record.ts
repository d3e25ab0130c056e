import type { JsonValue } from '../schema/json-schema.ts';
import type { Station } from '../tool/result.ts';
import type { Usage } from '../tool/usage.ts';
import type { Risk } from '../tool/safety.ts';

/** One line of history: what was called, by whom, with what, and how it ended. */
export interface CallRecord {
  /** Made by us, unguessable and used once: the record is addressed by it. */
  readonly callId: string;
  /** The caller's own id. Of one agent, at most one call that ran has it; others may have it too. */
  readonly givenId?: string | undefined;
  readonly parentCallId: string | undefined;
  readonly requestId: string | undefined;
  /** The recorded call that this one repeats. */
  readonly replayOf: string | undefined;
  /** The request that the call served, in the words of who asked; without secrets. */
  readonly task: string | undefined;
  /** When the call came in, in milliseconds since 1970. */
  readonly time: number;
  readonly agent: string | undefined;
  readonly tool: string;
  readonly version: string | undefined;
  /** A copy, with secrets taken out. */
  readonly arguments: unknown;
  /** `unknown`: the call had begun, and its process ended before anybody heard how it went. */
  readonly status: RecordStatus;
  /** The output of a successful call: a copy, with secrets taken out; undefined when it is not JSON or too large. */
  readonly output: unknown;
  /** Without secrets, like the stack and the causes. */
  readonly error: string | undefined;
  readonly errorCode: string | undefined;
  readonly errorType: string | undefined;
  /** The facts that the error was made of: a copy, with secrets taken out. */
  readonly errorData: JsonValue | undefined;
  readonly stack: string | undefined;
  /** What the error came from, the nearest first. */
  readonly causes: readonly ErrorCause[];
  readonly station: Station | undefined;
  readonly rule: string | undefined;
  readonly risk: Risk | undefined;
  readonly approvedBy: string | undefined;
  readonly approvalId: string | undefined;
  /** The standing yes that let the call pass, or that was given with the answer. */
  readonly grantId: string | undefined;
  readonly sandbox: string | undefined;
  readonly executionTimeMs: number;
  /** CPU time and memory of the execution; undefined when nothing was executed or nobody measures. */
  readonly usage: Usage | undefined;
  readonly attempts: number;
  /** The call may have acted: it was cut off, or its process ended before it did. */
  readonly outcomeUnknown: boolean;
  /** Set when the record was brought over from another store: who could write that one could write anything there. */
  readonly imported?: boolean | undefined;
}

export interface ErrorCause {
  readonly type: string;
  readonly message: string;
}

export const recordStatuses = ['success', 'error', 'blocked', 'unknown'] as const;
export type RecordStatus = (typeof recordStatuses)[number];

/**
 * Where records go. What `append` throws or rejects with never changes the call's result; while it promises, the result
 * waits, so that callers cannot outrun a history that is slower than they are.
 */
export interface History {
  append(record: CallRecord): void | Promise<void>;
  /**
   * Writes durably that a call is about to run, before it does. The record given has the status `unknown`: it is what holds
   * when nothing more is heard of the call.
   */
  begin?(record: CallRecord): StartedRecord;
}

/** The record of a call that is about to run. */
export interface StartedRecord {
  /** Resolves when the record cannot be lost any more; rejects when it could not be written. */
  readonly written: Promise<void>;
  /** Records how the call ended in place of the start record, whether or not that one could be written. */
  end(record: CallRecord): void | Promise<void>;
}

/**
 * Which calls are refused when the history cannot take a record before they run: all, those of tools that are not declared
 * read-only, or none.
 */
export const recordRequirements = ['not_read_only', 'all', 'none'] as const;
export type RecordRequirement = (typeof recordRequirements)[number];
