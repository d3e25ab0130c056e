import type { CallEvent, CallFailed } from '../events/events.ts';
import type { Execution } from '../executors/base-executor.ts';
import type { CallRecord, ErrorCause, StartedRecord } from '../history/record.ts';
import { remedy } from '../messages/remedy.ts';
import { text } from '../messages/text.ts';
import type { JsonValue } from '../schema/json-schema.ts';
import type { FencedCall, RequestedCall } from '../tool/call.ts';
import { fail, Refusal } from '../tool/refusal.ts';
import { BlockedError, errorTypeOf, messageOf } from '../tool/errors.ts';
import { isThenable } from '../tool/thenable.ts';
import { type FailureResult, type ResultMetadata, type Station, type ToolResult } from '../tool/result.ts';
import type { Usage } from '../tool/usage.ts';
import type { House } from './house.ts';
import type { FarthestCall, Stopped } from './stopped.ts';

type Executed = Pick<Execution, 'attempts' | 'notes' | 'outcomeUnknown' | 'usage'>;

const nothingExecuted: Executed = Object.freeze({
  attempts: 0,
  outcomeUnknown: false,
  notes: Object.freeze({}),
  usage: undefined,
});

/** What holds of a call whose process ended while it ran. */
const cutOff: Executed = Object.freeze({ ...nothingExecuted, attempts: 1, outcomeUnknown: true });

/** The result, at once or when the history has room for its record. */
type Departed = ToolResult | Promise<ToolResult>;

/** The one door through which every call leaves: it makes the result, writes the record and tells the listeners. */
export class Departure {
  readonly #requested: RequestedCall;
  readonly #house: House;
  readonly #cameAt: number;
  /** Taken before the tool runs: it may change what it was given. */
  #recordedArguments: unknown = undefined;
  #started: StartedRecord | undefined = undefined;
  #measure: (() => Usage) | undefined = undefined;

  constructor(requested: RequestedCall, house: House) {
    this.#requested = requested;
    this.#house = house;
    this.#cameAt = requested.startedAt;
    if (house.events.isHeard)
      house.events.emit('call-start', () => ({
        ...this.#eventBase(requested),
        arguments: house.redactor.value(requested.rawArguments),
      }));
  }

  /** When the call came in. Worked out backwards, because only those who listen or record want to know. */
  #time(): number {
    const { clock } = this.#house;
    return clock.now() - (clock.elapsed() - this.#cameAt);
  }

  /** Records that the call is about to run; rejects when the history could not write that. */
  async begin(call: FencedCall): Promise<void> {
    this.#recordedArguments = this.#shown(call, call.arguments);
    const unknown = fail('outcome_unknown', { tool: call.tool.name });
    const record = this.#toRecord(call, this.#failure('execute', call, unknown, cutOff));
    this.#started = this.#house.history?.begin?.({ ...record, status: 'unknown' });
    await this.#started?.written;
  }

  /** The last word before the tool runs: whatever it does, this much is known. */
  executing(call: FencedCall): void {
    if (this.#house.history !== undefined) this.#recordedArguments ??= this.#shown(call, call.arguments);
    if (this.#house.events.isHeard)
      this.#house.events.emit('call-run', () => ({
        ...this.#eventBase(call),
        version: call.tool.version,
        annotations: call.tool.annotations,
        risk: call.verdict.risk,
        approval: call.approval,
        sandbox: call.fence.layer,
        arguments: this.#shown(call, call.arguments),
      }));
    this.#startMeter();
  }

  executed(call: FencedCall, execution: Execution): Departed {
    if (!execution.ok) {
      const { code, data, cause } = execution.error;
      const origin = cause ?? execution.error;
      // What the fence refuses while a tool runs is refused like what it refuses before.
      const refusal =
        execution.error instanceof BlockedError
          ? new Refusal('blocked', code, data, { rule: 'fence', cause: origin })
          : fail(code, data, origin);
      return this.#fail('execute', call, refusal, execution);
    }
    const metadata = this.#metadata(call, execution);
    const result = {
      callId: call.callId,
      givenId: call.options.givenId,
      status: 'success',
      output: execution.output,
      metadata,
    } as const;
    const written = this.#record(call, result);
    if (this.#house.events.isHeard)
      this.#house.events.emit('call-end', () => ({
        ...this.#finishedBase(call, metadata),
        output: this.#shown(call, result.output),
      }));
    return written === undefined ? result : written.then(() => result);
  }

  refused({ station, call, refusal }: Stopped): Departed {
    return this.#fail(station, call, refusal, nothingExecuted);
  }

  /** A mistake of ours, or a port that threw: an error like any other, and the process lives on. */
  broke(cause: unknown): Departed {
    const detail = messageOf(cause);
    const call: FarthestCall = this.#requested;
    return this.#fail(stationOf(call), call, fail('internal_error', { detail }, cause), nothingExecuted);
  }

  #fail(station: Station, call: FarthestCall, refusal: Refusal, execution: Executed): Departed {
    const result = this.#failure(station, call, refusal, execution);
    const written = this.#record(call, result);
    if (result.status === 'blocked')
      this.#house.events.emit('access-blocked', () => this.#failed(call, result));
    this.#house.events.emit('call-fail', () => this.#failed(call, result));
    return written === undefined ? result : written.then(() => result);
  }

  #failure(
    station: Station,
    call: FarthestCall,
    { status, code, data, rule, cause }: Refusal,
    execution: Executed,
  ): FailureResult {
    const { locale } = this.#house;
    // Code and data belong together: they come from one refusal.
    return {
      callId: call.callId,
      givenId: call.options.givenId,
      status,
      error: text(code, data, locale),
      errorCode: code,
      errorType: errorTypeOf(code),
      station,
      data,
      rule,
      remedy: remedy(code, data, locale),
      cause,
      metadata: this.#metadata(call, execution),
    } as FailureResult;
  }

  #metadata(call: FarthestCall, execution: Executed): ResultMetadata {
    const { tool } = call;
    return {
      tool: tool?.name ?? call.name,
      version: tool?.version,
      executionTimeMs: this.#house.clock.elapsed() - call.startedAt,
      attempts: execution.attempts,
      outcomeUnknown: execution.outcomeUnknown,
      deprecated: tool?.deprecated,
      risk: call.verdict?.risk,
      approval: call.approval,
      sandbox: call.fence?.layer,
      usage: execution.usage ?? this.#measured(),
      notes: execution.notes,
    };
  }

  /** A meter that breaks measures nothing, and the call goes on. */
  #startMeter(): void {
    try {
      this.#measure = this.#house.meter?.start();
    } catch {
      this.#measure = undefined;
    }
  }

  /** Asked only when the tool has not told: it knows who did the work. */
  #measured(): Usage | undefined {
    try {
      return this.#measure?.();
    } catch {
      return undefined;
    }
  }

  /** A promise when the history asks for time. */
  #record(call: FarthestCall, result: ToolResult): Promise<void> | undefined {
    const { history } = this.#house;
    if (history === undefined) return undefined;
    try {
      const record = this.#toRecord(call, result);
      const written = this.#started === undefined ? history.append(record) : this.#started.end(record);
      return isThenable(written) ? Promise.resolve(written).then(undefined, ignore) : undefined;
    } catch {
      return undefined;
    }
  }

  #toRecord(call: FarthestCall, result: ToolResult): CallRecord {
    const { metadata } = result;
    const failure = result.status === 'success' ? undefined : result;
    const answered = metadata.approval?.kind === 'answered' ? metadata.approval : undefined;
    return {
      callId: call.callId,
      givenId: this.#givenIdOf(call),
      parentCallId: call.options.parentCallId,
      requestId: call.options.requestId,
      replayOf: call.options.replayOf,
      task: this.#taskOf(call),
      time: this.#time(),
      agent: call.caller?.agent ?? call.options.agent,
      tool: call.tool === undefined ? this.#house.redactor.text(call.name) : metadata.tool,
      version: metadata.version,
      arguments: this.#recordedArguments ?? this.#shown(call, call.arguments ?? call.rawArguments),
      status: result.status,
      output: result.status === 'success' ? this.#shown(call, result.output) : undefined,
      error: failure && this.#shownText(call, failure.error),
      errorCode: failure?.errorCode,
      errorType: failure?.errorType,
      errorData: failure && this.#shown(call, failure.data),
      stack: this.#stackOf(call, failure?.cause),
      causes: failure === undefined ? none : this.#causesOf(call, failure.cause),
      station: failure?.station,
      rule: failure?.rule,
      risk: metadata.risk,
      approvedBy: answered?.by,
      approvalId: answered?.approvalId,
      grantId: answered?.grantId ?? call.verdict?.grant?.id,
      sandbox: metadata.sandbox,
      executionTimeMs: metadata.executionTimeMs,
      usage: metadata.usage,
      attempts: metadata.attempts,
      outcomeUnknown: metadata.outcomeUnknown,
    };
  }

  #failed(call: FarthestCall, result: FailureResult): CallFailed {
    const { status, error, errorCode, errorType, station, rule, cause } = result;
    return {
      ...this.#finishedBase(call, result.metadata),
      status,
      error: this.#shownText(call, error),
      errorCode,
      errorType,
      station,
      rule,
      stack: this.#stackOf(call, cause),
    };
  }

  #finishedBase(
    call: FarthestCall,
    metadata: ResultMetadata,
  ): Omit<CallFailed, 'status' | 'error' | 'errorCode' | 'errorType' | 'station' | 'rule' | 'stack'> {
    return {
      ...this.#eventBase(call),
      version: metadata.version,
      annotations: call.tool?.annotations,
      risk: metadata.risk,
      arguments: this.#shown(call, call.arguments ?? call.rawArguments),
      executionTimeMs: metadata.executionTimeMs,
      attempts: metadata.attempts,
      usage: metadata.usage,
    };
  }

  #eventBase(call: FarthestCall): CallEvent {
    const { callId, options, name, tool } = call;
    const { parentCallId, requestId, agent } = options;
    return {
      callId,
      givenId: this.#givenIdOf(call),
      parentCallId,
      requestId,
      agent,
      tool: tool?.name ?? this.#house.redactor.text(name),
      time: this.#time(),
    };
  }

  /** A copy for records and listeners, without secrets. */
  #shown({ mask }: FarthestCall, value: unknown): JsonValue | undefined {
    return this.#house.redactor.value(value, mask);
  }

  #taskOf(call: FarthestCall): string | undefined {
    const { task } = call.options;
    return task === undefined ? undefined : this.#shownText(call, task.slice(0, maxTask));
  }

  #givenIdOf(call: FarthestCall): string | undefined {
    const { givenId } = call.options;
    return givenId === undefined ? undefined : this.#shownText(call, givenId.slice(0, maxGivenId));
  }

  #shownText({ mask }: FarthestCall, message: string): string {
    return this.#house.redactor.text(message, mask);
  }

  #stackOf(call: FarthestCall, cause: unknown): string | undefined {
    const stack: unknown = cause instanceof Error ? cause.stack : undefined;
    return typeof stack === 'string' ? this.#shownText(call, stack) : undefined;
  }

  #causesOf(call: FarthestCall, origin: unknown): readonly ErrorCause[] {
    const causes: ErrorCause[] = [];
    for (let cause = origin; cause !== undefined && cause !== null && causes.length < maxCauses; ) {
      const type = cause instanceof Error ? cause.name : typeof cause;
      causes.push({ type, message: this.#shownText(call, messageOf(cause)) });
      cause = cause instanceof Error ? cause.cause : undefined;
    }
    return causes;
  }
}

/** A history that fails is its own affair: the call has ended as it ended. */
function ignore(): void {
  // Nothing to do.
}

const none: readonly never[] = Object.freeze([]);

/** Characters of an id that somebody else has made. */
const maxGivenId = 500;

/** Characters of a request: what it is about stands at its beginning. */
const maxTask = 2000;

/** A chain may lead in a circle; nobody reads further than this. */
const maxCauses = 8;

/** Where a call is, by the last stamp it got. */
export function stationOf(call: FarthestCall): Station {
  if (call.fence !== undefined) return 'execute';
  if (call.approval !== undefined) return 'fence';
  if (call.verdict !== undefined) return 'approve';
  if (call.input !== undefined) return 'authorize';
  if (call.arguments !== undefined) return 'validate';
  if (call.caller !== undefined) return 'bind';
  return call.tool === undefined ? 'resolve' : 'scope';
}
