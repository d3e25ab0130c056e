import { formatTools, toDescriptor, toPage, type Tool, type ToolType } from '@toolcrib/core';
import type { Asking, Counter, Handlers } from '../asking.ts';
import type { toolOperations } from '../contract/tools.ts';
import { viewerOf } from '../principal.ts';

export function createToolHandlers({ toolcrib }: Counter): Handlers<keyof typeof toolOperations> {
  const { service, discovery } = toolcrib;

  /** The tool of a name, among those that whoever asks may call; what may not be called is not there. */
  const find = (name: string, version: string | undefined, { principal }: Asking): Tool => {
    const tool = service.getTool(name, version);
    const offered = service.listTools({ agent: viewerOf(principal, undefined) });
    if (tool === undefined || !offered.some((one) => one.name === tool.name))
      throw service.registry.notFound(name);
    return tool;
  };

  return {
    async list_tools(
      { q, category, tag, tier, type, permission, agent, limit = 100, cursor },
      { principal },
    ) {
      const offered = (await discovery()).list({
        agent: viewerOf(principal, agent),
        category,
        type: type as ToolType | undefined,
        permission,
      });
      const found = offered.filter(
        (tool) =>
          (tag === undefined || tool.tags.includes(tag)) &&
          (tier === undefined || tool.tier === tier) &&
          hasText(tool, q),
      );
      const start = cursor === undefined ? 0 : found.findIndex(({ name }) => name === cursor) + 1;
      const items = found.slice(start, start + limit);
      const isLast = start + limit >= found.length;
      return {
        items: items.map(toDescriptor),
        next: isLast ? null : (items.at(-1)?.name ?? null),
        total: found.length,
      };
    },

    get_tool_descriptor: ({ name, version }, asking) => toDescriptor(find(name, version, asking)),

    list_tool_versions({ name }, asking) {
      const tool = find(name, undefined, asking);
      return {
        items: service.registry.versions(tool.name).map((one) => ({
          id: one.id,
          version: one.version,
          is_default: one.version === tool.version,
          deprecated: one.deprecated ?? null,
          digest: one.digest,
        })),
      };
    },

    get_tool_page: ({ name, version }, asking) =>
      new Response(toPage(find(name, version, asking), asking.locale), {
        headers: { 'content-type': 'text/markdown; charset=utf-8' },
      }),

    async format_tools({ provider, tools: names, use_tool_search_flow, strict, agent }, { principal }) {
      const payload = (await discovery()).payload({
        agent: viewerOf(principal, agent),
        useToolSearchFlow: use_tool_search_flow,
        required: names,
      });
      const { tools, changes } = formatTools(provider, payload.tools, {
        ...(names !== undefined && { allowedTools: names }),
        ...(strict !== undefined && { strict }),
      });
      return { tools, changes, instructions: payload.instructions ?? null, cache_key: payload.cacheKey };
    },

    async search_tools({ q = '', category, type, permission, agent, limit }, { principal }) {
      const finder = await discovery();
      await finder.learn();
      const found = finder.find(q, {
        agent: viewerOf(principal, agent),
        category,
        type: type as ToolType | undefined,
        permission,
        limit,
      });
      return {
        items: found.map(({ tool, score, matched }) => ({
          name: tool.name,
          version: tool.version,
          short_description: tool.shortDescription,
          category: tool.category,
          score: Math.round(score * 1000) / 1000,
          matched,
        })),
      };
    },

    async recommend_tools({ task, category, agent, limit }, { principal, locale }) {
      const { toWireRanking } = await import('@toolcrib/core/discovery');
      const ranking = await (await discovery()).recommend(task, {
        agent: viewerOf(principal, agent),
        category,
        limit,
      });
      return { task, ...toWireRanking(ranking, locale) };
    },

    async decide_tool({ task, agent }, { principal, locale }) {
      const { toWireDecision } = await import('@toolcrib/core/discovery');
      const decision = await (await discovery()).decide(task, {
        agent: viewerOf(principal, agent),
        now: new Date(),
      });
      return toWireDecision(decision, locale);
    },
  };
}

function hasText({ name, aliases, tags, description }: Tool, text: string | undefined): boolean {
  if (text === undefined) return true;
  const wanted = text.toLowerCase();
  return [name, ...aliases, ...tags, description].some((one) => one.toLowerCase().includes(wanted));
}
