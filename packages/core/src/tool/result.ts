import type { MessageCode, MessageFacts } from '../messages/facts.ts';
import type { JsonValue } from '../schema/json-schema.ts';
import { createError, type ToolcribError } from './errors.ts';
import type { ApprovalOutcome } from './call.ts';
import type { Risk } from './safety.ts';
import type { Usage } from './usage.ts';

/** How a call ended. Expected endings are results; nothing is thrown for them. */
export type ToolResult<Output = unknown> = SuccessResult<Output> | FailureResult;

export interface SuccessResult<Output = unknown> {
  /** What history and events know the call by. */
  readonly callId: string;
  /** The caller's own id, where it gave one. */
  readonly givenId?: string | undefined;
  readonly status: 'success';
  readonly output: Output;
  readonly metadata: ResultMetadata;
}

/** Each code has its own facts: after `result.errorCode === 'timeout'`, `result.data.milliseconds` is known. */
export type FailureResult<Code extends MessageCode = MessageCode> = { [C in Code]: Failure<C> }[Code];

interface Failure<Code extends MessageCode> {
  /** What history and events know the call by. */
  readonly callId: string;
  /** The caller's own id, where it gave one. */
  readonly givenId?: string | undefined;
  /** `blocked`: the call was not allowed. `error`: it could not be made, or it went wrong. */
  readonly status: 'error' | 'blocked';
  readonly error: string;
  readonly errorCode: Code;
  /** The class of the error, such as `ValidationError`. */
  readonly errorType: string;
  /** Where in the corridor the call ended. */
  readonly station: Station;
  /** The facts the message is made of. */
  readonly data: MessageFacts[Code];
  /** Which rule, level or list spoke. */
  readonly rule: string | undefined;
  /** What to do about it. */
  readonly remedy: string | undefined;
  readonly cause: unknown;
  readonly metadata: ResultMetadata;
}

export interface ResultMetadata {
  /** The primary name, also when the call used an alias; as it was asked for when no such tool exists. */
  readonly tool: string;
  readonly version: string | undefined;
  readonly executionTimeMs: number;
  readonly attempts: number;
  /** The call failed in a way that leaves open whether the tool acted. It is not repeated for that reason. */
  readonly outcomeUnknown: boolean;
  /** The version that was used is deprecated; what to use instead. */
  readonly deprecated: string | undefined;
  readonly risk: Risk | undefined;
  readonly approval: ApprovalOutcome | undefined;
  /** The layer of containment that was really reached; undefined when the call did not get that far. */
  readonly sandbox: string | undefined;
  /** What the execution took; undefined when nothing was executed or nobody measures. */
  readonly usage: Usage | undefined;
  /** What the tool noted about this run. On the wire notes stand beside the rest, and cannot take its names. */
  readonly notes: { readonly [name: string]: JsonValue };
}

/** The stations of the corridor, in order. */
export const stations = [
  'resolve',
  'scope',
  'bind',
  'validate',
  'authorize',
  'approve',
  'fence',
  'execute',
] as const;
export type Station = (typeof stations)[number];

/** The output of a successful call; throws the typed error of any other. */
export function unwrap<Output>(result: ToolResult<Output>): Output {
  if (result.status === 'success') return result.output;
  throw toError(result);
}

function toError(result: FailureResult): ToolcribError {
  const error = createError(result.errorCode, result.data, { cause: result.cause });
  // The result speaks the service's language already.
  error.message = result.error;
  return error;
}
