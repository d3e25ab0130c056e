import {
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  type CallToolRequest,
  type CallToolResult,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { isDeepStrictEqual } from 'node:util';
import { nearestNames, remedy, text, type Locale, type ToolResult, type ToolService } from '@toolcrib/core';
import { toCallResult } from './call-result.ts';
import type { ClientLimits } from './client-limits.ts';
import type { CurrentRequest, GatewayCall } from './gateway-call.ts';
import type { GatewayCalls } from './gateway-calls.ts';
import type { OfferedTools } from './offered-tools.ts';
import type { Principal } from './principal.ts';
import { questionKey, toAnswer, toInputRequest } from './question-form.ts';
import { toProgress } from './progress.ts';
import { gatewayTexts } from './texts.ts';

/** What a client carries from a question to its answer: which call, which question. Sealed, and good for its principal alone. */
export interface SealedState {
  readonly call: string;
  readonly question: number;
}

export interface CallSurroundings {
  readonly service: ToolService;
  readonly calls: GatewayCalls;
  readonly offered: OfferedTools;
  readonly locale: Locale;
  readonly principal: Principal;
  /** What the client may use at the same time. */
  readonly limits: ClientLimits;
  readonly seal: (state: SealedState, context: ServerContext) => Promise<string>;
  /** Whether this client can show forms. */
  readonly canAsk: (context: ServerContext) => boolean;
  /** One request holds the whole call: clients of before 2026. */
  readonly holdsOn: boolean;
}

/** Answers `tools/call`: one call of the service, from its first request to its end or the next question. */
export async function callTool(
  params: CallToolRequest['params'],
  context: ServerContext,
  surroundings: CallSurroundings,
): Promise<CallToolResult | InputRequiredResult> {
  const { calls, locale, seal, canAsk, holdsOn } = surroundings;
  const { signal, _meta: meta } = context.mcpReq;
  const request: CurrentRequest = {
    canAsk: canAsk(context),
    onProgress: toProgress(meta?.progressToken, context),
  };
  const state = context.mcpReq.requestState<SealedState>();
  const malformed = state === undefined ? refuseMalformed(params, surroundings) : undefined;
  if (malformed !== undefined) return malformed;
  const call = state === undefined ? start(params, context, request, surroundings) : calls.get(state.call);
  if (call === undefined) return refused('approval_used', params.name, state?.call ?? '', locale);
  if (state !== undefined) {
    const refusal = refuseReturn(call, params, state, surroundings);
    if (refusal !== undefined) return refused(refusal, params.name, state.call, locale);
    call.request = request;
    const answer = context.mcpReq.inputResponses?.[questionKey];
    const by = call.facts.principal.id;
    call.answer(state.question, (question) => toAnswer(answer, question, by));
  }

  const stop = (): void => call.abortion.abort(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  const turn = await call.next();
  if ('asked' in turn) {
    // The client goes away with the question, and its request ends: that is no reason to end the call.
    if (!holdsOn) signal.removeEventListener('abort', stop);
    calls.park(call);
    const { number, question } = turn.asked;
    return inputRequired({
      inputRequests: { [questionKey]: toInputRequest(question, gatewayTexts(locale)) },
      requestState: await seal({ call: call.facts.id, question: number }, context),
    });
  }
  signal.removeEventListener('abort', stop);
  calls.end(call);
  const { result } = turn;
  if (isUnknown(result)) throw unknownTool(params.name, surroundings);
  return toCallResult(result);
}

/** A request inside a call that is none is answered as on every other interface: nothing was called, nothing is recorded. */
function refuseMalformed(
  { name, arguments: given = {} }: CallToolRequest['params'],
  { offered, principal, locale }: CallSurroundings,
): CallToolResult | undefined {
  const refusal = offered.refusedRequest(principal.agent, name, given);
  if (refusal === undefined) return undefined;
  const { code, data, status } = refusal;
  const said = { error: text(code, data, locale), error_code: code, remedy: remedy(code, data, locale) };
  return { content: [{ type: 'text', text: JSON.stringify({ status, ...said }) }], isError: true };
}

function start(
  { name, arguments: given = {} }: CallToolRequest['params'],
  { mcpReq: { id, _meta: meta } }: ServerContext,
  request: CurrentRequest,
  { service, calls, offered, principal, limits }: CallSurroundings,
): GatewayCall {
  const { agent, id: requestedBy } = principal;
  const leave = limits.enterCall();
  if (typeof leave !== 'function')
    throw new ProtocolError(limitReached, leave.message, { error_code: leave.code });
  const call = calls.start({ principal, name, arguments: given }, request);
  const stop = endAfter(limits.deadline, call.abortion);
  const toolName = offered.of(agent).names.get(name) ?? name;
  const { traceparent, tracestate } = (meta ?? {}) as { readonly [key: string]: string | undefined };
  call.run((signal) =>
    service
      .execute(toolName, given, {
        agent,
        session: principal.id,
        requestedBy,
        signal,
        callId: call.facts.id,
        requestId: String(id),
        traceparent,
        tracestate,
      })
      // The call may go on without its client: it counts until it has ended.
      .finally(() => {
        stop();
        leave();
      }),
  );
  return call;
}

/** The code of JSON-RPC for what a server defines itself. */
const limitReached = -32_000;

/** Gives what keeps it from ending. */
function endAfter(milliseconds: number, abortion: AbortController): () => void {
  if (!Number.isFinite(milliseconds)) return () => undefined;
  const timer = setTimeout(() => abortion.abort(), milliseconds);
  return () => clearTimeout(timer);
}

type ReturnRefusal = 'approval_used' | 'approval_mismatch';

/** A yes is for one call, from whom it was asked, with the arguments that were shown, and it counts once. */
function refuseReturn(
  call: GatewayCall,
  { name, arguments: given = {} }: CallToolRequest['params'],
  { question }: SealedState,
  { principal }: CallSurroundings,
): ReturnRefusal | undefined {
  if (call.hasAnswered(question)) return 'approval_used';
  const { facts } = call;
  const isSame = facts.principal.id === principal.id && facts.name === name;
  return isSame && isDeepStrictEqual(facts.arguments, given) ? undefined : 'approval_mismatch';
}

function refused(code: ReturnRefusal, tool: string, callId: string, locale: Locale): CallToolResult {
  const facts = { tool, callId };
  const said = { error: text(code, facts, locale), error_code: code, remedy: remedy(code, facts, locale) };
  const content = JSON.stringify({ status: 'blocked', station: 'approve', ...said });
  return { content: [{ type: 'text', text: content }], isError: true };
}

/** What `execute_tool` does not find is a failure of its own, and one that the model reads. */
function isUnknown(result: ToolResult): boolean {
  return result.status !== 'success' && result.errorCode === 'tool_not_found' && result.station === 'resolve';
}

function unknownTool(name: string, { offered, principal, locale }: CallSurroundings): ProtocolError {
  const suggestions = nearestNames(name, offered.of(principal.agent).names.keys());
  const message = gatewayTexts(locale).unknownTool(name, suggestions);
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message, {
    error_code: 'tool_not_found',
    suggestions,
  });
}
