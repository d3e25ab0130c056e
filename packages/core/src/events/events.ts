import type { MessageCode } from '../messages/facts.ts';
import type { JsonValue } from '../schema/json-schema.ts';
import type { ApprovalOutcome } from '../tool/call.ts';
import type { Station } from '../tool/result.ts';
import type { Usage } from '../tool/usage.ts';
import type { Annotations, Risk } from '../tool/safety.ts';

/**
 * What happens, told to whoever listens. Events inform; they carry no decision and cannot change one. What they show of
 * arguments and output is a copy, with secrets taken out.
 */
export interface ToolEvents {
  'call-start': CallStarted;
  /** A person is asked about the call, and it waits for the answer. */
  'call-ask': CallAsked;
  /** The call has passed every station and is about to be executed. */
  'call-run': CallRun;
  /** A tool that is running has something to tell. */
  'call-progress': CallProgressed;
  'call-end': CallEnded;
  'call-fail': CallFailed;
  /** The call was not allowed; comes before its `call-fail`. */
  'access-blocked': CallFailed;
  'tool-registered': ToolChanged;
  'tool-removed': ToolRemoved;
}

export type ToolEventName = keyof ToolEvents;

/** What every event of a call tells. */
export interface CallEvent {
  readonly callId: string;
  /** The caller's own id, where it gave one. */
  readonly givenId: string | undefined;
  readonly parentCallId: string | undefined;
  readonly requestId: string | undefined;
  readonly agent: string | undefined;
  /** The primary name once it is known, before that the name that was asked for. */
  readonly tool: string;
  /** Milliseconds since 1970. */
  readonly time: number;
}

interface CallStarted extends CallEvent {
  /** A copy of what the caller gave, before variables and defaults. */
  readonly arguments: unknown;
}

interface CallAsked extends CallEvent {
  readonly risk: Risk;
  /** When nobody waits for the answer any more, in milliseconds since 1970. */
  readonly expiresAt: number;
}

interface CallRun extends CallEvent {
  readonly version: string;
  readonly annotations: Annotations;
  readonly risk: Risk;
  readonly approval: ApprovalOutcome;
  readonly sandbox: string;
  /** A copy of the arguments as the tool will receive them. */
  readonly arguments: unknown;
}

interface CallProgressed extends CallEvent {
  /** What the tool tells: a number, a line of output, whatever it likes. A copy; what is not JSON is told as `not JSON`. */
  readonly data: JsonValue;
}

interface CallFinished extends CallEvent {
  readonly version: string | undefined;
  /** What the tool does, for logs; undefined when no tool was found. */
  readonly annotations: Annotations | undefined;
  readonly risk: Risk | undefined;
  /** A copy of the arguments as the tool received them; as the caller gave them if the call did not get that far. */
  readonly arguments: unknown;
  readonly executionTimeMs: number;
  readonly attempts: number;
  readonly usage: Usage | undefined;
}

interface CallEnded extends CallFinished {
  /** A copy of the output; undefined when it is not JSON or too large. */
  readonly output: unknown;
}

export interface CallFailed extends CallFinished {
  readonly status: 'error' | 'blocked';
  readonly error: string;
  readonly errorCode: MessageCode;
  readonly errorType: string;
  readonly station: Station;
  readonly rule: string | undefined;
  readonly stack: string | undefined;
}

interface ToolRemoved extends ToolChanged {
  /** The agents that could call it and now have no other version of it. */
  readonly agents: readonly string[];
}

interface ToolChanged {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly time: number;
}
