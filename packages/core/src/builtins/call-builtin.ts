import { compileSchema } from '../schema/compile-schema.ts';
import type { JsonValue } from '../schema/json-schema.ts';
import { copyJson } from '../tool/json.ts';
import type { ToolContext } from '../tool/tool-context.ts';
import type { Tool } from '../tool/tool.ts';

/** For tests: runs a built-in as a service would, with copied and validated arguments, but without a service. */
export async function callBuiltin(
  tool: Tool,
  input: { readonly [name: string]: unknown },
): Promise<JsonValue> {
  const copy = copyJson(input);
  if (!copy.ok) throw new Error(`not acceptable as arguments: ${copy.fault.keyword} at ${copy.fault.path}`);
  const problems = compileSchema(tool.parameters).validate(copy.value);
  if (problems !== undefined) throw new Error(`refused by the schema: ${JSON.stringify(problems)}`);
  const { implementation } = tool;
  if (implementation.kind !== 'builtin') throw new Error(`${tool.name} is not built in`);
  const run = implementation.run as ((input: unknown, context: ToolContext) => unknown) | undefined;
  return (await run?.(copy.value, createContext())) as JsonValue;
}

function createContext(): ToolContext {
  return {
    signal: new AbortController().signal,
    callId: 'test',
    agent: undefined,
    attempt: 1,
    idempotencyKey: 'test',
    note: () => undefined,
  };
}

/** For tests: the `result` of a call. */
export async function resultOf(tool: Tool, input: { readonly [name: string]: unknown }): Promise<unknown> {
  return ((await callBuiltin(tool, input)) as { readonly result: unknown }).result;
}
