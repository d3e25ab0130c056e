import { BlockedError, messageOf, ToolcribError, type KnownError } from './errors.ts';
import { fail, Refusal } from './refusal.ts';
import type { Tool } from './tool.ts';

/** The refusal that an error becomes which a tool has thrown before its call was judged or a person was asked. */
export function thrownRefusal(tool: Tool, thrown: unknown): Refusal {
  if (thrown instanceof ToolcribError && thrown.data !== undefined) {
    const { code, data } = thrown as KnownError;
    const status = thrown instanceof BlockedError ? 'blocked' : 'error';
    return new Refusal(status, code, data, { rule: 'effects', cause: thrown });
  }
  return fail('tool_failed', { tool: tool.name, detail: messageOf(thrown), inEffects: true }, thrown);
}
