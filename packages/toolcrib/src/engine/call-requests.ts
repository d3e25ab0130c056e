import type { JsonValue, ToolResult } from '@toolcrib/core';
import { largeOutput, type NodeCall, type PlanStore } from '@toolcrib/core/plan';

/** A call as it goes from who drives a plan to who makes the call: JSON, with large outputs by reference. */
interface CallRequest {
  readonly tool: string;
  readonly arguments: NodeCall['arguments'];
  readonly options: Omit<NodeCall['options'], 'signal' | 'variables' | 'claim'>;
  readonly variables: { readonly [name: string]: unknown };
  /** Nodes whose outputs are read from the store. */
  readonly stored: readonly string[];
}

/** What became of a call, on the way back. */
export interface MadeCall {
  readonly result: ToolResult;
  /** It was begun before and did not run to its end. */
  readonly interrupted: boolean;
}

export function writeRequest({ tool, arguments: given, options }: NodeCall): string {
  const { signal: _, claim: _claim, variables = {}, ...rest } = options;
  const { nodes = {}, input, ...others } = variables as { nodes?: Outputs; input?: unknown };
  // A text that does not name a node cannot refer to it: what only makes the list of a fan-out is not sent with each item.
  const text = JSON.stringify(given);
  const named = Object.entries(nodes).filter(([id]) => text.includes(id));
  const isLarge = ([, { output }]: [string, Outputs[string]]): boolean => sizeOf(output) > largeOutput;
  const request: CallRequest = {
    tool,
    arguments: given,
    options: rest,
    variables: {
      ...others,
      nodes: Object.fromEntries(named.filter((node) => !isLarge(node))),
      input: text.includes('input') ? input : {},
    },
    stored: named.filter(isLarge).map(([id]) => id),
  };
  return JSON.stringify(request);
}

export async function readRequest(
  text: string,
  signal: AbortSignal,
  store: Pick<PlanStore, 'output'>,
): Promise<NodeCall> {
  const { tool, arguments: given, options, variables, stored } = JSON.parse(text) as CallRequest;
  const nodes: Record<string, unknown> = { ...(variables['nodes'] as Outputs) };
  for (const id of stored) nodes[id] = { output: await store.output(options.parentCallId, id) };
  return { tool, arguments: given, options: { ...options, variables: { ...variables, nodes }, signal } };
}

export function writeMade({ result, interrupted }: MadeCall): string {
  // Where it came from is not JSON, and has been recorded.
  const told = result.status === 'success' ? result : { ...result, cause: undefined };
  return JSON.stringify({ result: told, interrupted });
}

export function readMade(text: string): MadeCall {
  return JSON.parse(text) as MadeCall;
}

type Outputs = { readonly [id: string]: { readonly output: JsonValue } };

const sizes = new WeakMap<object, number>();

/** Asked once for each object: all items of a fan-out have the same. */
function sizeOf(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value).length;
  const known = sizes.get(value);
  if (known !== undefined) return known;
  const size = JSON.stringify(value).length;
  sizes.set(value, size);
  return size;
}
