import type { Locale } from '../messages/catalog.ts';
import type { Tool } from '../tool/tool.ts';
import { createMetaTools, describeBehind } from './meta-tools.ts';
import { discoveryTexts } from './texts.ts';
import type { FindOptions, FoundTool, ToolCounter, ToolFinder } from './tool-finder.ts';
import { ToolIndex } from './tool-index.ts';

export interface DiscoveryOptions {
  /** The language of what models are told. @default 'en' */
  readonly locale?: Locale;
}

export interface PayloadOptions {
  readonly agent?: string | undefined;
  /** Whether the model is given the three tools for searching instead of all tools. @default false */
  readonly useToolSearchFlow?: boolean | undefined;
  /** Names of tools that are in any case given as they are, also those that would be loaded on demand. @default none */
  readonly required?: readonly string[] | undefined;
}

/** What goes to a model with one request. */
export interface ToolPayload {
  readonly tools: readonly Tool[];
  /** For the model's instructions; undefined when there is nothing to say. */
  readonly instructions: string | undefined;
  /** The same for the same payload and another for any other: for caches. */
  readonly cacheKey: string;
}

/**
 * Finds tools for a task among those that an agent may call, and gives models three tools to do so themselves. All calls
 * go through the service like any other.
 *
 *     const discovery = new Discovery(service);
 *     discovery.find('send a letter', { agent: 'assistant' });
 *     const { tools, instructions } = discovery.payload({ agent: 'assistant', useToolSearchFlow: true });
 */
export class Discovery implements ToolFinder {
  readonly #counter: ToolCounter;
  readonly #locale: Locale;
  readonly #index = new ToolIndex();
  readonly #metaTools: readonly Tool[];

  constructor(counter: ToolCounter, { locale = 'en' }: DiscoveryOptions = {}) {
    this.#counter = counter;
    this.#locale = locale;
    const { registry } = counter;
    this.#metaTools = createMetaTools(this, counter, locale).map((tool) =>
      registry.register(tool, { everywhere: true }),
    );
    for (const tool of registry.list()) this.#keep(tool.name);
    registry.watch(({ tool }) => this.#keep(tool.name));
  }

  /** The tools that an agent may call, without those that only look for others. */
  list({ agent, category }: Omit<FindOptions, 'limit'> = {}): Tool[] {
    return this.#counter.listTools({ agent, category }).filter((tool) => !this.#metaTools.includes(tool));
  }

  /** The tools that suit a task, the best first. */
  find(task: string, options: FindOptions = {}): readonly FoundTool[] {
    const shown = new Map(this.list(options).map((tool) => [tool.name, tool]));
    return this.#index
      .search(task, { limit: options.limit, among: (name) => shown.has(name) })
      .map(({ name, score, matched }) => ({ tool: shown.get(name) as Tool, score, matched }));
  }

  /**
   * What a model is given with a request: all tools but those that are loaded on demand, or the three that find them. A
   * required tool is always given; one that the agent may not call, or that does not exist, is an error.
   */
  payload({ agent, useToolSearchFlow = false, required = [] }: PayloadOptions = {}): ToolPayload {
    const tools = this.list({ agent });
    const wanted = required.map((name) => this.#require(name, tools));
    const first = useToolSearchFlow ? [] : tools.filter(({ deferLoading }) => !deferLoading);
    const given = [...new Set([...wanted, ...first])];
    const isAll = given.length === tools.length;
    const meta = isAll ? [] : this.#metaTools.map((tool) => describeBehind(tool, tools, this.#locale));
    const all = [...given, ...meta];
    return {
      tools: all,
      instructions: isAll ? undefined : discoveryTexts(this.#locale).instructions,
      cacheKey: [useToolSearchFlow ? 'search' : 'all', this.#locale, ...all.map(({ digest }) => digest)].join(
        ' ',
      ),
    };
  }

  #require(name: string, tools: readonly Tool[]): Tool {
    const found = tools.find((tool) => tool.name === name || tool.aliases.includes(name));
    if (found === undefined) throw this.#counter.registry.notFound(name);
    return found;
  }

  #keep(name: string): void {
    const tool = this.#counter.registry.get(name);
    if (tool === undefined || this.#metaTools.includes(tool)) this.#index.remove(name);
    else this.#index.add(tool);
  }
}
