import { compileSchema } from '../schema/compile-schema.ts';
import type { JsonValue } from '../schema/json-schema.ts';
import { isObject } from '../schema/json-type.ts';
import { copyJson } from '../tool/json.ts';
import type { ToolContext } from '../tool/tool-context.ts';
import type { Tool } from '../tool/tool.ts';

/** More than a call may bring: what an operation makes of its input may be larger than the input. */
const limits = { maxDepth: 200, maxValues: 250_000, maxText: 16_000_000 };

/** Runs a built-in as a service would, with copied and validated arguments, but without a service. */
export async function callBuiltin(
  tool: Tool,
  input: { readonly [name: string]: unknown },
  now = Date.now(),
): Promise<JsonValue> {
  const copy = copyJson(input, limits);
  if (!copy.ok) throw new Error(`not acceptable as arguments: ${copy.fault.keyword} at ${copy.fault.path}`);
  const problems = compileSchema(tool.parameters).validate(copy.value);
  if (problems !== undefined) throw new Error(`refused by the schema: ${JSON.stringify(problems)}`);
  const { implementation } = tool;
  if (implementation.kind !== 'builtin') throw new Error(`${tool.name} is not built in`);
  const run = implementation.run as ((input: unknown, context: ToolContext) => unknown) | undefined;
  return (await run?.(copy.value, createContext(now))) as JsonValue;
}

function createContext(now: number): ToolContext {
  return {
    signal: new AbortController().signal,
    callId: 'test',
    agent: undefined,
    session: undefined,
    requestedBy: undefined,
    effects: [],
    attempt: 1,
    idempotencyKey: 'test',
    now: () => now,
    note: () => undefined,
    usage: () => undefined,
    progress: () => undefined,
  };
}

/** The `result` of a call. */
export async function resultOf(tool: Tool, input: { readonly [name: string]: unknown }): Promise<unknown> {
  return ((await callBuiltin(tool, input)) as { readonly result: unknown }).result;
}

/** How a call ended: what its error says, or the kind and size of its result. For results too large to be spelled out. */
export async function endingOf(tool: Tool, input: { readonly [name: string]: unknown }): Promise<string> {
  try {
    const result = await resultOf(tool, input);
    if (typeof result === 'string') return `text of ${result.length}`;
    if (Array.isArray(result)) return `list of ${result.length}`;
    return isObject(result) ? `object of ${Object.keys(result).length}` : String(result);
  } catch (error) {
    return String(error);
  }
}
