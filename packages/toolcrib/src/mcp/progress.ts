import type { ProgressToken, ServerContext } from '@modelcontextprotocol/server';
import type { JsonValue } from '@toolcrib/core';
import { isObject } from '../connectors/json-object.ts';

/** Characters of what a tool says while it works. */
const maxMessage = 1000;

/** Tells the client what a call has to tell; undefined when it does not want to know. */
export function toProgress(
  progressToken: ProgressToken | undefined,
  { mcpReq }: ServerContext,
): ((data: JsonValue) => void) | undefined {
  if (progressToken === undefined) return undefined;
  let last = 0;
  return (data) => {
    const { progress, total, message } = readProgress(data, last);
    // What does not go on is no progress by the protocol.
    if (progress <= last && last > 0) return;
    last = progress;
    const params = { progressToken, progress, ...total, ...message };
    // A client that is gone hears nothing, and the call is ended elsewhere.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}

interface ProgressFacts {
  readonly progress: number;
  readonly total?: { readonly total: number };
  readonly message?: { readonly message: string };
}

/** Tools tell numbers, words, or what other servers have told them. Words are counted. */
function readProgress(data: JsonValue, last: number): ProgressFacts {
  if (typeof data === 'number') return { progress: data };
  if (isObject(data) && typeof data['progress'] === 'number') {
    const { progress, total, message } = data;
    return {
      progress,
      ...(typeof total === 'number' && { total: { total } }),
      ...(typeof message === 'string' && { message: { message: message.slice(0, maxMessage) } }),
    };
  }
  const words = typeof data === 'string' ? data : JSON.stringify(data);
  return { progress: last + 1, message: { message: words.slice(0, maxMessage) } };
}
