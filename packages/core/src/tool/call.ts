import type { MessageFacts } from '../messages/facts.ts';
import type { JsonValue } from '../schema/json-schema.ts';
import type { Effect } from './effect.ts';
import type { Grant } from './grant.ts';
import type { Refusal } from './refusal.ts';
import type { Permission, Risk } from './safety.ts';
import type { SecretMask } from './secret-mask.ts';
import type { Tool } from './tool.ts';

/**
 * A call on its way through the pipeline. Each stage takes the type that the one before it made, so that skipping one does not
 * compile; what can be executed is branded, so that no object of somebody else's making is.
 */
export interface RequestedCall {
  readonly callId: string;
  /** The name as it was asked for: a name, an alias or an id. */
  readonly name: string;
  readonly rawArguments: unknown;
  readonly options: CallOptions;
  /** What is wrong with the request itself: such a call ends at the first station. */
  readonly problem: Refusal | undefined;
  /** When it came in, or when a person had answered; by the clock that never goes back. */
  readonly startedAt: number;
}

/** Why a call that a model asked for cannot be made: a code, and the facts that its message is made of. */
export type CallProblem = {
  [C in ProblemCode]: { readonly code: C; readonly data: MessageFacts[C] };
}[ProblemCode];

type ProblemCode = 'tool_not_found' | 'invalid_arguments' | 'not_offered';

/** Options of one call. */
export interface CallOptions {
  /** Milliseconds for one attempt. @default the tool's, else 10,000 */
  readonly timeout?: number | undefined;
  /** Attempts after the first. @default 0 */
  readonly retries?: number | undefined;
  /** Milliseconds before the first retry. @default 1,000 */
  readonly retryDelay?: number | undefined;
  /** What each further delay is multiplied with; 1 keeps it constant. @default 2 */
  readonly backoff?: number | undefined;
  /** A version or a range, such as `2.1.0` or `^2.0.0`. @default the registry's default version */
  readonly version?: string | undefined;
  /** Who calls. Without one it is the embedding application itself. */
  readonly agent?: string | undefined;
  /**
   * In whose session, where several use the same agent: what a person accepts until the session ends counts in no other. Whoever
   * knows the caller by a token or a connection says it, never the caller. @default one for all calls of the agent
   */
  readonly session?: string | undefined;
  /**
   * Who made the call, as the interface that took it has authenticated them, such as the name of a token. Approval requests
   * show it, and nobody approves their own call unless that is configured. @default the embedding application itself
   */
  readonly requestedBy?: string | undefined;
  /**
   * Values for `{{name.path}}` in the arguments. Without them, braces are ordinary text. What stands under the name of
   * a secret, such as `{{secrets.tracker}}` or `{{user.password}}`, is kept out of records and events.
   */
  readonly variables?: { readonly [name: string]: unknown } | undefined;
  readonly signal?: AbortSignal | undefined;
  /** With a key of its own a call is told apart by that, and its `givenId` may be repeated. @default the call's id */
  readonly idempotencyKey?: string | undefined;
  /**
   * What history and events know the call by: one of `createCallIds`, for whoever must know it before the call begins. Never
   * one that came from outside, which is a `givenId`.
   * @default a new one
   */
  readonly callId?: string | undefined;
  /**
   * The caller's own id of this call: recorded and told beside `callId`. A call that is repeated under it finds the answer of a
   * person again; once it has run, the same agent cannot use the id for another.
   */
  readonly givenId?: string | undefined;
  /** The call that this one is part of. */
  readonly parentCallId?: string | undefined;
  /**
   * Asked immediately before a call runs that may not be repeated: whether this caller may still make it. False refuses the
   * call. May be asked more than once, and must then answer the same until somebody else has taken over. For callers whose calls others take over, such as plan engines.
   */
  readonly claim?: (() => boolean | Promise<boolean>) | undefined;
  /** The request from outside, such as one of HTTP, that this call belongs to. */
  readonly requestId?: string | undefined;
  /** The recorded call that this one repeats; set by `replay`. */
  readonly replayOf?: string | undefined;
  /**
   * The request that the call serves, in the words of who asked. It is recorded, without secrets, and what a tool served
   * well helps to find it for the next request of the kind.
   */
  readonly task?: string | undefined;
  /** The span that the call belongs to, as W3C Trace Context writes it. What cannot be read is ignored. */
  readonly traceparent?: string | undefined;
  /** What goes with it, in the words of those who trace. */
  readonly tracestate?: string | undefined;
}

/** Who calls: an agent by configuration, or the embedding application (`agent` undefined, no level limit). */
export interface Caller {
  readonly agent: string | undefined;
  readonly permission: Permission;
  readonly allowList: string | undefined;
}

export interface ResolvedCall extends RequestedCall {
  readonly tool: Tool;
}

export interface ScopedCall extends ResolvedCall {
  readonly caller: Caller;
}

/** The arguments are an own copy of JSON now, with variables put in. */
export interface BoundCall extends ScopedCall {
  readonly arguments: CallArguments;
  /** Takes secrets that came through variables out of what is recorded and told; undefined when there are none. */
  readonly mask: SecretMask | undefined;
}

export type CallArguments = { readonly [name: string]: JsonValue };

/** The arguments satisfy the tool's schema, and its defaults are filled in. */
export interface ValidatedCall extends BoundCall {
  /** What the tool receives: the arguments, or what the author's own schema made of them. */
  readonly input: unknown;
}

export interface AuthorizedCall extends ValidatedCall {
  readonly verdict: Verdict;
}

/** What policy says about a call, with the reason and where the reason is written. */
export interface Verdict {
  readonly decision: 'allow' | 'ask';
  readonly effects: readonly Effect[];
  readonly risk: Risk;
  /** Why the risk is what it is. */
  readonly reasons: readonly string[];
  /** What decided, such as `rule 2`, `grant g_1` or `approval: confirm`. */
  readonly rule: string;
  readonly source: string;
  /** The commands of the call that rules spoke about, and where those rules are written. */
  readonly commands?: readonly { readonly command: string; readonly source: string }[] | undefined;
  /** The standing yes that decided, when one did. */
  readonly grant?: Grant | undefined;
}

export interface ApprovedCall extends AuthorizedCall {
  readonly approval: ApprovalOutcome;
}

/** How the question about a call ended; `not_needed` when there was none. */
export type ApprovalOutcome =
  | { readonly kind: 'not_needed' }
  | {
      readonly kind: 'answered';
      readonly by: string;
      /** The stored question, where questions are stored. */
      readonly approvalId?: string | undefined;
      readonly grantId?: string | undefined;
    };

/** Not exported: only `withFence` makes a call that can be executed. */
declare const passed: unique symbol;

export interface FencedCall extends ApprovedCall {
  readonly [passed]: true;
  readonly fence: FenceReport;
}

/** The layer of containment that was really reached. */
export interface FenceReport {
  readonly layer: string;
}

/**
 * One object walks the corridor, and each station stamps it: copying it at every station would cost more than all of
 * them do. Only the functions below stamp; a call that has passed a station is never stamped there again.
 */
class Call {
  readonly callId: string;
  readonly name: string;
  readonly rawArguments: unknown;
  readonly options: CallOptions;
  readonly problem: Refusal | undefined;
  startedAt: number;
  tool: Tool | undefined = undefined;
  caller: Caller | undefined = undefined;
  mask: SecretMask | undefined = undefined;
  arguments: CallArguments | undefined = undefined;
  input: unknown = undefined;
  verdict: Verdict | undefined = undefined;
  approval: ApprovalOutcome | undefined = undefined;
  fence: FenceReport | undefined = undefined;

  constructor({ callId, name, rawArguments, options, problem, startedAt }: RequestedCall) {
    this.callId = callId;
    this.name = name;
    this.rawArguments = rawArguments;
    this.options = options;
    this.problem = problem;
    this.startedAt = startedAt;
  }
}

export function requestedCall(request: RequestedCall): RequestedCall {
  return new Call(request);
}

export function withTool(call: RequestedCall, tool: Tool): ResolvedCall {
  (call as Call).tool = tool;
  return call as ResolvedCall;
}

export function withCaller(call: ResolvedCall, caller: Caller): ScopedCall {
  (call as Call).caller = caller;
  return call as ScopedCall;
}

export function withMask(call: ScopedCall, mask: SecretMask | undefined): ScopedCall {
  (call as Call).mask = mask;
  return call;
}

export function withArguments(call: ScopedCall, given: CallArguments): BoundCall {
  (call as Call).arguments = given;
  return call as BoundCall;
}

export function withInput(call: BoundCall, input: unknown): ValidatedCall {
  (call as Call).input = input;
  return call as ValidatedCall;
}

export function withVerdict(call: ValidatedCall, verdict: Verdict): AuthorizedCall {
  (call as Call).verdict = verdict;
  return call as AuthorizedCall;
}

export function withApproval(call: AuthorizedCall, approval: ApprovalOutcome): ApprovedCall {
  (call as Call).approval = approval;
  return call as ApprovedCall;
}

export function restart(call: RequestedCall, startedAt: number): void {
  (call as Call).startedAt = startedAt;
}

export function withFence(call: ApprovedCall, fence: FenceReport): FencedCall {
  (call as Call).fence = fence;
  return call as FencedCall;
}
