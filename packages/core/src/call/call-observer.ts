import type { MessageCode } from '../messages/facts.ts';
import type { ApprovalOutcome } from '../tool/call.ts';
import type { Station, ToolResult } from '../tool/result.ts';
import type { Risk } from '../tool/safety.ts';
import type { Tool } from '../tool/tool.ts';
import type { Usage } from '../tool/usage.ts';
import type { TraceContext } from './trace-context.ts';

/**
 * Stands around every call. It may call `run` inside a context of its own, so that everything the call does happens in
 * that context, and hears of the ending by the function that it gives back. It can neither prevent, change nor repeat a
 * call: one that it has not started is started without it, and what it throws is ignored.
 */
export type CallObserver = (
  call: ObservedCall,
  run: () => void,
) => ((ending: CallEnding) => void) | undefined;

/** What is known of a call before it begins. */
export interface ObservedCall {
  readonly callId: string;
  /** The caller's own id, where it gave one. */
  readonly givenId?: string | undefined;
  /** The name as it was asked for. */
  readonly name: string;
  readonly agent: string | undefined;
  readonly requestId: string | undefined;
  readonly parentCallId: string | undefined;
  /** Undefined when the caller gave none, or none that can be read. */
  readonly traceContext: TraceContext | undefined;
}

/** How a call ended, without what it was about: arguments and output are told by the events. */
export interface CallEnding {
  readonly status: ToolResult['status'];
  /** Undefined when no such tool was found. */
  readonly tool: Tool | undefined;
  readonly error: string | undefined;
  readonly errorCode: MessageCode | undefined;
  readonly errorType: string | undefined;
  /** Where the call ended, when it did not succeed. */
  readonly station: Station | undefined;
  readonly rule: string | undefined;
  readonly risk: Risk | undefined;
  readonly approval: ApprovalOutcome | undefined;
  readonly sandbox: string | undefined;
  readonly attempts: number;
  readonly executionTimeMs: number;
  readonly usage: Usage | undefined;
}
