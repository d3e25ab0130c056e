import type { CallProblem } from '../tool/call.ts';
import { nearestNames } from '../tool/nearest-names.ts';
import type { ToolResult } from '../tool/result.ts';
import type { Tool } from '../tool/tool.ts';
import { callNamesOf } from './declare-tools.ts';
import type { FormatChange, FormatOptions, OutwardNames, ToolCall } from './format.ts';
import { formatOf, type Provider, type ProviderFormats } from './formats.ts';
import { restoreArguments } from './restore-arguments.ts';

/** Tools as a model is shown them, and the way back: its calls, and their results as it wants to read them. */
export interface ToolOffer<WireTools = unknown, WireResults = unknown> {
  /** What goes into the request. */
  readonly tools: WireTools;
  readonly changes: readonly FormatChange[];
  /**
   * The calls in a response, with the tools' own names and arguments as their schemas want them. A call of something
   * that was not offered comes with a `problem`.
   */
  calls(response: unknown): readonly ToolCall[];
  /** The messages that go into the next request; `results[i]` belongs to `calls[i]`. */
  results(calls: readonly ToolCall[], results: readonly ToolResult[]): WireResults;
}

/**
 * Offers tools to a model of a provider.
 *
 *     const offer = offerTools('openai', service.listTools({ agent: 'coder' }));
 *     const completion = await client.chat.completions.create({ model, messages, tools: offer.tools });
 *     const calls = offer.calls(completion);
 *     const results = await service.executeAll(calls, { agent: 'coder' });
 *     messages.push(...offer.results(calls, results));
 */
export function offerTools<P extends Provider>(
  provider: P,
  tools: readonly Tool[],
  options?: FormatOptions,
): ToolOffer<ReturnType<ProviderFormats[P]['toTools']>['tools'], ReturnType<ProviderFormats[P]['toResults']>>;
export function offerTools(provider: string, tools: readonly Tool[], options?: FormatOptions): ToolOffer;
export function offerTools(provider: string, tools: readonly Tool[], options: FormatOptions = {}): ToolOffer {
  const format = formatOf(provider);
  const { tools: wire, changes, names } = format.toTools(tools, options);
  const offered = new Map([...callNamesOf(tools, options)].map(([tool, name]) => [name, tool]));
  const restore = (call: ToolCall): ToolCall => {
    const tool = offered.get(call.toolName);
    if (tool === undefined)
      return call.toolName === '' ? call : { ...call, problem: notOffered(call, names) };
    const restored = restoreArguments(tool, call.arguments);
    return { ...call, arguments: restored, options: { version: tool.version } };
  };
  return {
    tools: wire,
    changes,
    calls: (response) => format.fromResponse(response, names).map(restore),
    results: (calls, results) => format.toResults(calls, results, names),
  };
}

function notOffered({ toolName }: ToolCall, names: OutwardNames): CallProblem {
  return { code: 'not_offered', data: { tool: toolName, suggestions: nearestNames(toolName, names.keys()) } };
}
