import type { Locale } from '../messages/catalog.ts';
import { toCallOptions } from '../tool/call-request.ts';
import { createError } from '../tool/errors.ts';
import { defineTool } from '../tool/define-tool.ts';
import { toDescriptor } from '../tool/descriptor.ts';
import { parseTool } from '../tool/parse-tool.ts';
import { nearestNames } from '../tool/nearest-names.ts';
import { isRefusal } from '../tool/refusal.ts';
import type { Tool } from '../tool/tool.ts';
import { readExecuteInput } from './execute-input.ts';
import { Searches } from './searches.ts';
import { discoveryTexts } from './texts.ts';
import type { FoundTool, ToolCounter, ToolFinder } from './tool-finder.ts';

/** A call that waits for a person waits as long as that takes: the inner call has limits of its own. */
const aDay = 86_400_000;

/** All that were made, by whomever. */
const metaTools = new WeakSet<Tool>();

export function isMetaTool(tool: Tool): boolean {
  return metaTools.has(tool);
}

/** Whether a tool takes the request of another call. */
export function isExecuteTool(tool: Tool): boolean {
  return isMetaTool(tool) && tool.name === 'execute_tool';
}

/** Three tools with which a model finds and calls all the others that its agent may call. */
export function createMetaTools(finder: ToolFinder, counter: ToolCounter, locale: Locale): readonly Tool[] {
  const texts = discoveryTexts(locale);
  const shared = { category: 'discovery', source: 'discovery', tier: 'low' } as const;
  const name = { type: 'string', description: texts.name } as const;
  const searches = new Searches();
  const searchTools = defineTool({
    ...shared,
    name: 'search_tools',
    description: texts.search,
    annotations: { readOnly: true },
    parameters: {
      type: 'object',
      properties: {
        query: { type: 'string', description: texts.query },
        limit: { type: 'integer', minimum: 1, maximum: 50, default: 10, description: texts.limit },
        category: { type: 'string', description: texts.category },
      },
    },
    run: async ({ query = '', limit, category }, { agent }) => {
      const options = { agent, limit, category };
      // A memory that cannot be read is no reason to find nothing.
      const search = (): Promise<readonly FoundTool[]> =>
        finder.search(query, options).catch(() => finder.find(query, options));
      const found = query.trim() === '' ? undefined : await search();
      if (found !== undefined) {
        const names = found.map(({ tool }) => tool.name);
        searches.note(agent, query, names);
      }
      const all = finder.list(options);
      const tools = found ?? all.slice(0, limit).map((tool) => ({ tool }));
      return { tools: tools.map(toFound), total: all.length };
    },
  });
  const describeTool = defineTool({
    ...shared,
    name: 'describe_tool',
    description: texts.describe,
    annotations: { readOnly: true },
    parameters: { type: 'object', properties: { name }, required: ['name'] },
    run: (input, { agent }) => toDescriptor(among(finder.list({ agent }), input.name)),
  });
  const executeTool = defineTool({
    ...shared,
    name: 'execute_tool',
    description: texts.execute,
    timeout: aDay,
    // What is called is judged by itself, with its own level.
    annotations: { readOnly: false, destructive: false },
    permission: 'read_only',
    approval: 'safe',
    parameters: {
      type: 'object',
      properties: { name, tool_args: { type: 'object', description: texts.toolArguments } },
      required: ['name'],
    },
    run: async (input, { agent, session, requestedBy, callId, signal, idempotencyKey }) => {
      const request = readExecuteInput(input, agent);
      if (isRefusal(request)) throw createError(request.code, request.data);
      const { id, name: called } = among(finder.list({ agent }), request.tool_name);
      const task = searches.servedBy(called, agent);
      // A call with an id of its own runs once under it; any other is repeated with this one, and told apart with it.
      const key = request.id === undefined ? idempotencyKey : undefined;
      const base = { agent, session, requestedBy, signal, idempotencyKey: key, task };
      const wanted = request.version === undefined ? id : called;
      const options = { ...toCallOptions(request, base), parentCallId: callId };
      const result = await counter.execute(wanted, request.arguments, options);
      if (result.status === 'success') return result.output;
      throw createError(result.errorCode, result.data, { cause: result.cause });
    },
  });
  const tools = [searchTools, describeTool, executeTool];
  for (const tool of tools) metaTools.add(tool);
  return tools;
}

/** The tool of a name among those that may be called; what may not be called is not there. */
function among(tools: readonly Tool[], name: string): Tool {
  const found = tools.find((tool) => tool.name === name || tool.aliases.includes(name) || tool.id === name);
  if (found !== undefined) return found;
  const names = tools.flatMap((tool) => [tool.name, ...tool.aliases]);
  throw createError('tool_not_found', { name, suggestions: nearestNames(name, names) });
}

function toFound({
  tool,
  score,
  matched,
}: {
  tool: Tool;
  score?: number;
  matched?: readonly string[];
}): object {
  return {
    name: tool.name,
    short_description: tool.shortDescription,
    category: tool.category,
    ...(score !== undefined && { score: Math.round(score * 100) / 100, matched }),
  };
}

/** Characters for what `search_tools` says of the tools behind it: some hundred tokens. */
const room = 600;

/** A model that is told what can be found looks for it; `search_tools` as it is when there is nothing to tell. */
export function describeBehind(meta: Tool, tools: readonly Tool[], locale: Locale): Tool {
  if (meta.name !== 'search_tools' || tools.length === 0) return meta;
  const counts = new Map<string, number>();
  for (const { category } of tools) counts.set(category, (counts.get(category) ?? 0) + 1);
  const categories = [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .map(([name, count]) => `${name} ${count}`);
  const behind = discoveryTexts(locale).behind(
    tools.length,
    within(categories, room / 2),
    within(notable(tools), room / 2),
  );
  const { id: _, ...said } = meta;
  return parseTool({ ...said, description: `${meta.description} ${behind}` });
}

/** One of each category after the other. */
function notable(tools: readonly Tool[]): string[] {
  const seen = new Map<string, number>();
  const turns = tools.map(({ name, category }) => {
    const turn = seen.get(category) ?? 0;
    seen.set(category, turn + 1);
    return { name, turn };
  });
  return turns.toSorted((one, other) => one.turn - other.turn).map(({ name }) => name);
}

function within(words: readonly string[], length: number): string[] {
  let left = length;
  const kept: string[] = [];
  for (const word of words) {
    left -= word.length + 2;
    if (left < 0) return [...kept, '…'];
    kept.push(word);
  }
  return kept;
}
