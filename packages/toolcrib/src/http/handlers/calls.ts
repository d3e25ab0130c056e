import {
  remedy,
  text,
  toCallOptions,
  toWireExplanation,
  toWireText,
  type CallOptions,
  type CallRequest,
  type ToolResult,
} from '@toolcrib/core';
import type { Asking, Counter, Handlers } from '../asking.ts';
import type { callOperations } from '../contract/calls.ts';
import { identityOf } from '../../approver-identities.ts';
import { findRecord } from '../find-record.ts';
import { callerOf, viewerOf } from '../principal.ts';

export function createCallHandlers({ toolcrib, room }: Counter): Handlers<keyof typeof callOperations> {
  const { service, store } = toolcrib;
  return {
    async execute_tool(call, asking) {
      const options = optionsOf(call, callerOf(asking.principal, call.agent), asking);
      const { leave } = room.enterCalls(asking.principal, 1);
      try {
        return answer(toText(await service.execute(call.tool_name, call.arguments, options), asking));
      } finally {
        leave();
      }
    },

    async execute_tools({ calls, concurrency = maxAtOnce }, asking) {
      const inputs = calls.map((call) => ({
        toolName: call.tool_name,
        arguments: call.arguments ?? {},
        options: optionsOf(call, callerOf(asking.principal, call.agent), asking),
      }));
      const { count, leave } = room.enterCalls(asking.principal, Math.min(concurrency, calls.length));
      try {
        const results = await service.executeAll(inputs, { concurrency: count });
        return answer(`{"results":[${results.map((result) => toText(result, asking)).join(',')}]}`);
      } finally {
        leave();
      }
    },

    async explain_call(call, asking) {
      const options = optionsOf(call, viewerOf(asking.principal, call.agent), asking);
      return toWireExplanation(await service.explain(call.tool_name, call.arguments, options));
    },

    async give_feedback({ call_id, good, words }, { principal }) {
      const call = await findRecord(store, call_id, { principal });
      const { tool, task = null } = await store.experience.give({ call, good, words, by: principal.name });
      return { call_id, tool, task, good, words: words ?? null };
    },
  };
}

/** Calls of a batch that run at the same time. */
const maxAtOnce = 16;

/** The options of a call. Who calls and which request it belongs to is not for the caller to say. */
function optionsOf(call: CallRequest, agent: string, asking: Asking): CallOptions {
  const { requestId, signal, headers } = asking;
  return toCallOptions(call, {
    agent,
    session: asking.principal.id,
    requestedBy: identityOf(asking.principal),
    requestId,
    signal,
    traceparent: headers.get('traceparent') ?? undefined,
    tracestate: headers.get('tracestate') ?? undefined,
  });
}

/** The result as JSON, with what went wrong in the language of whoever asked. */
export function toText(result: ToolResult, { locale }: Pick<Asking, 'locale'>): string {
  if (result.status === 'success') return toWireText(result);
  const { errorCode, data } = result;
  const facts = data as never;
  return toWireText({
    ...result,
    error: text(errorCode, facts, locale),
    remedy: remedy(errorCode, facts, locale),
  });
}

export function answer(json: string): Response {
  return new Response(json, { headers: { 'content-type': 'application/json' } });
}
