import type { Tool } from '../tool/tool.ts';
import { createKindReader, intents, scenes, type Kind, type KindTable } from './task-kinds.ts';

export interface KindTables {
  /** Added to those that are known, or in their place. */
  readonly scenes?: KindTable | undefined;
  readonly intents?: KindTable | undefined;
}

/** What a text is about, and what is wanted. */
export interface TaskKinds {
  readonly scenes: readonly Kind[];
  readonly intents: readonly Kind[];
}

/** A question that names nothing to do wants to know something. */
const plainQuestion: readonly Kind[] = [{ name: 'read', share: 1 }];
/** Texts whose kind is remembered. */
const mostKnown = 20_000;

/** Tells what tasks and tools are about. */
export class TaskReader {
  readonly sceneNames: readonly string[];
  readonly intentNames: readonly string[];
  readonly #scenes: (text: string) => readonly Kind[];
  readonly #intents: (text: string) => readonly Kind[];
  readonly #kinds = new Map<string, string>();
  readonly #tools = new WeakMap<Tool, TaskKinds>();

  constructor(own: KindTables = {}) {
    const tables = { scenes: { ...scenes, ...own.scenes }, intents: { ...intents, ...own.intents } };
    this.sceneNames = Object.keys(tables.scenes);
    this.intentNames = Object.keys(tables.intents);
    this.#scenes = createKindReader(tables.scenes);
    this.#intents = createKindReader(tables.intents);
  }

  ofTask(task: string): TaskKinds {
    const found = this.#intents(task);
    return { scenes: this.#scenes(task), intents: found.length === 0 ? plainQuestion : found };
  }

  ofTool(tool: Tool): TaskKinds {
    const known = this.#tools.get(tool);
    if (known !== undefined) return known;
    const { name, description, category, tags, whenToUse = '' } = tool;
    const text = [name, description.slice(0, 300), whenToUse, ...tags, category].join(' ');
    const kinds = { scenes: this.#scenes(text), intents: this.#intents(text) };
    this.#tools.set(tool, kinds);
    return kinds;
  }

  /** One word for what kind of task it is: tasks with the same word are alike. */
  kindOf(task: string): string {
    const known = this.#kinds.get(task);
    if (known !== undefined) return known;
    const { scenes: about, intents: wanted } = this.ofTask(task);
    const kind = `${wanted[0]?.name} ${about[0]?.name}`;
    if (this.#kinds.size >= mostKnown) this.#kinds.clear();
    this.#kinds.set(task, kind);
    return kind;
  }
}
