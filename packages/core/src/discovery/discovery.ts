import type { Locale } from '../messages/catalog.ts';
import { isRefusal, type Refusal } from '../tool/refusal.ts';
import type { Tool } from '../tool/tool.ts';
import type { DecisionModel } from './ask-model.ts';
import { closerLook, lookedAt } from './closer-look.ts';
import { Corrections } from './corrections.ts';
import { decide, type ToolDecision, type DecideOptions, type DecisionRoom } from './decide.ts';
import { evaluate, type Ranking, type ToolLists } from './evaluate.ts';
import type { Experience, ExperiencePosition } from './experience.ts';
import { learnedRanking } from './learned-ranking.ts';
import { MeaningVectors, withMeaning, type EmbeddingOptions, type Nearness } from './meaning-vectors.ts';
import { readExecuteInput } from './execute-input.ts';
import { createMetaTools, describeBehind, isExecuteTool, isMetaTool } from './meta-tools.ts';
import { RememberedUses } from './remembered-uses.ts';
import { Standings } from './standing.ts';
import { TaskReader, type KindTables } from './task-reader.ts';
import { discoveryTexts } from './texts.ts';
import type { FindOptions, FoundTool, ToolCounter, ToolFinder } from './tool-finder.ts';
import { ToolIndex } from './tool-index.ts';

export interface DiscoveryOptions {
  /** The language of what models are told. @default 'en' */
  readonly locale?: Locale | undefined;
  /** What past calls teach. @default nothing is learned */
  readonly experience?: Experience | undefined;
  /** What is recommended before all else, and never. @default nothing */
  readonly lists?: ToolLists | undefined;
  /** Further scenes and intents, or others under their names: `{ scenes: { sewing: 'fashion clothing' } }`. */
  readonly kinds?: KindTables | undefined;
  /** A language model for steps of a decision. @default rules decide */
  readonly model?: DecisionModel | undefined;
  /** What makes vectors of texts, so that tools are also found by meaning. @default words alone find */
  readonly embeddings?: EmbeddingOptions | undefined;
  /** Milliseconds since 1970. @default the host's */
  readonly now?: (() => number) | undefined;
}

/** What suits less than one would wish is recommended when it was found nearly as well as the best. */
const nearly = 0.6;
/** Candidates that are held against each other, before the best are given. */
const compared = 20;
/** Tools that the index gives where uses may put them in another order. */
const reordered = 60;
/** Uses that are held against what a search finds; of more at once, the latest: each takes a search. */
const corrected = 2000;

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
  readonly #options: DiscoveryOptions;
  readonly #index = new ToolIndex();
  readonly #uses = new RememberedUses();
  readonly #corrections = new Corrections();
  readonly #reader: TaskReader;
  /** Its three tools. Where another discovery was there before, those of the other are registered. */
  readonly #metaTools: readonly Tool[];
  readonly #stopWatching: () => void;
  readonly #vectors: MeaningVectors | undefined;
  #learnedTo: ExperiencePosition | undefined = undefined;
  #learning: Promise<void> | undefined = undefined;

  constructor(counter: ToolCounter, options: DiscoveryOptions = {}) {
    const { locale = 'en', kinds, embeddings, now = Date.now } = options;
    this.#counter = counter;
    this.#locale = locale;
    this.#options = options;
    this.#reader = new TaskReader(kinds);
    this.#vectors = embeddings && new MeaningVectors(embeddings, now);
    const { registry } = counter;
    this.#metaTools = createMetaTools(this, counter, locale);
    for (const tool of this.#metaTools) this.#register(tool);
    for (const { name } of registry.list()) this.#keep(name);
    this.#stopWatching = registry.watch(({ kind, tool }) => {
      this.#keep(tool.name);
      if (kind === 'removed' && isMetaTool(tool)) this.#takeOver(tool);
    });
  }

  /**
   * Ends it: it no longer follows what is registered, and its three tools are gone. Where several were opened on one
   * registry, the tools of another take their place.
   */
  close(): void {
    this.#stopWatching();
    const { registry } = this.#counter;
    for (const tool of this.#metaTools) if (registry.get(tool.id) === tool) registry.unregister(tool.id);
  }

  /** The tools that an agent may call, without those that only look for others. */
  list({ agent, category, type, permission }: Omit<FindOptions, 'limit'> = {}): Tool[] {
    const listed = this.#counter.listTools({ agent, category, type, permission });
    return listed.filter((tool) => !isMetaTool(tool));
  }

  /**
   * What keeps the arguments of `execute_tool` from being a request; undefined for every other tool. An interface asks before
   * it calls, so that a malformed request is answered like everywhere else.
   */
  refusedRequest(name: string, given: unknown, agent: string | undefined): Refusal | undefined {
    const tool = this.#counter.registry.get(name);
    if (tool === undefined || !isExecuteTool(tool)) return undefined;
    const request = readExecuteInput(given, agent);
    return isRefusal(request) ? request : undefined;
  }

  /** The tools that suit a task, the best first: by their words and by what has been learned so far. */
  find(task: string, options: FindOptions = {}): readonly FoundTool[] {
    return this.#found(task, options, undefined);
  }

  /** The same by all that can be known now: what calls have taught since, and what words mean where there are vectors. */
  async search(task: string, options: FindOptions = {}): Promise<readonly FoundTool[]> {
    await this.learn();
    return this.#found(task, options, await this.#vectors?.nearnessTo(task));
  }

  #found(task: string, options: FindOptions, nearness: Nearness | undefined): readonly FoundTool[] {
    const { limit = 10 } = options;
    const found = this.#candidates(task, { ...options, limit: Math.max(limit, lookedAt) }, nearness);
    return closerLook(task, found, { reader: this.#reader, uses: this.#uses }).slice(0, limit);
  }

  /** What was found by words, meaning and uses, before anything is held against the request itself. */
  #candidates(task: string, options: FindOptions, nearness: Nearness | undefined): readonly FoundTool[] {
    const { limit = 10 } = options;
    const shown = new Map(this.list(options).map((tool) => [tool.name, tool]));
    const among = (name: string): boolean => shown.has(name);
    const isReordered = this.#uses.size > 0 || nearness !== undefined;
    const wanted = isReordered ? Math.max(limit, reordered) : limit;
    const byWords = this.#index.search(task, { limit: wanted, among });
    const share = this.#vectors?.share ?? 0;
    const hits =
      nearness === undefined
        ? byWords
        : withMeaning(byWords, nearness(shown.values()), { share, limit: wanted });
    const learned = { uses: this.#uses, corrections: this.#corrections };
    return learnedRanking(task, hits, learned, { among, limit }).map(({ name, score, matched }) => ({
      tool: shown.get(name) as Tool,
      score,
      matched,
    }));
  }

  /** Takes in what calls have taught since the last time; `search`, `recommend`, `decide` and `search_tools` do so themselves. */
  learn(): Promise<void> {
    this.#learning ??= this.#takeUses().finally(() => (this.#learning = undefined));
    return this.#learning;
  }

  /** The tools for a task by all that is known of them: how they suit it, how they did, what people say. */
  async recommend(task: string, { agent, limit = 5, category }: FindOptions = {}): Promise<Ranking> {
    await this.learn();
    const { scenes, intents } = this.#reader.ofTask(task);
    const nearness = await this.#vectors?.nearnessTo(task);
    const found = this.#candidates(task, { agent, category, limit: compared }, nearness);
    const room = await this.#room(agent);
    const { ranked, leftOut } = await evaluate(found, { ...room, task, scenes, intents, fill: {} });
    const worthNaming = ranked.filter(({ suits, list, parts }) => suits || list || parts.function >= nearly);
    return { ranked: worthNaming.slice(0, limit), leftOut };
  }

  /**
   * Which tool serves a task, and with what parameters: scene, intent, candidates, evaluation and choice, parameters. Nothing
   * is called.
   *
   *     const { choice, parameters, missing } = await discovery.decide('send Ann the report', { agent: 'assistant' });
   */
  async decide(task: string, options: DecideOptions = {}): Promise<ToolDecision> {
    await this.learn();
    return decide(task, options, await this.#room(options.agent));
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
    const meta = isAll ? [] : this.#registered().map((tool) => describeBehind(tool, tools, this.#locale));
    const all = [...given, ...meta];
    return {
      tools: all,
      instructions: isAll ? undefined : discoveryTexts(this.#locale).instructions,
      cacheKey: [useToolSearchFlow ? 'search' : 'all', this.#locale, ...all.map(({ digest }) => digest)].join(
        ' ',
      ),
    };
  }

  async #room(agent: string | undefined): Promise<DecisionRoom> {
    const { experience, lists = {}, model, now = Date.now } = this.#options;
    return {
      find: async (task, limit) =>
        this.#candidates(task, { agent, limit }, await this.#vectors?.nearnessTo(task)),
      uses: this.#uses,
      reader: this.#reader,
      standings: await Standings.read(experience, now()),
      locale: this.#locale,
      lists,
      model,
    };
  }

  async #takeUses(): Promise<void> {
    const { experience } = this.#options;
    if (experience === undefined) return;
    const { uses, position } = await experience.uses(this.#learnedTo);
    this.#learnedTo = position;
    for (const use of uses) this.#uses.add(use);
    const isUsed = (name: string): boolean => this.#uses.countOf(name) > 0;
    for (const { tool, task, worth } of uses.slice(-corrected))
      if (worth > 0 && this.#index.has(tool))
        this.#corrections.learn(task, tool, this.#index.search(task, { limit: reordered }), isUsed);
  }

  #require(name: string, tools: readonly Tool[]): Tool {
    const found = tools.find((tool) => tool.name === name || tool.aliases.includes(name));
    if (found === undefined) throw this.#counter.registry.notFound(name);
    return found;
  }

  #register(tool: Tool): void {
    const { registry } = this.#counter;
    const there = registry.get(tool.id);
    if (there === undefined || !isMetaTool(there)) registry.register(tool, { everywhere: true });
  }

  /** Whoever takes away a tool of this one wants it gone; that of another leaves its place. */
  #takeOver(removed: Tool): void {
    const own = this.#metaTools.find(({ id }) => id === removed.id);
    if (own !== undefined && own !== removed) this.#register(own);
  }

  /** The three tools that models can call, its own or those of another. */
  #registered(): readonly Tool[] {
    return this.#metaTools.flatMap(({ id }) => this.#counter.registry.get(id) ?? []);
  }

  #keep(name: string): void {
    const tool = this.#counter.registry.get(name);
    if (tool === undefined || isMetaTool(tool)) this.#index.remove(name);
    else {
      this.#index.add(tool);
      this.#vectors?.add(tool);
    }
  }
}
