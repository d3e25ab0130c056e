import maxSatisfying from 'semver/ranges/max-satisfying.js';
import prerelease from 'semver/functions/prerelease.js';
import rcompare from 'semver/functions/rcompare.js';
import { createError } from '../tool/errors.ts';
import { nearestNames } from '../tool/nearest-names.ts';
import { parseTool } from '../tool/parse-tool.ts';
import type { Tier, Tool, ToolType } from '../tool/tool.ts';
import { allowanceOf, type AllowList, type AllowListConditions } from './allow-list.ts';

export interface ToolFilter {
  readonly category?: string | undefined;
  readonly tag?: string | undefined;
  readonly tier?: Tier | undefined;
  readonly type?: ToolType | undefined;
}

export interface RegistryChange {
  readonly kind: 'registered' | 'removed';
  readonly tool: Tool;
}

/** All versions of one tool; the newest first. */
interface Shelf {
  readonly name: string;
  versions: readonly Tool[];
  pinned: string | undefined;
  current: Tool;
}

/** Where tools are kept and how a name finds one: a name, an alias and an id are one Map hit each. */
export class ToolRegistry {
  /** By primary name, in registration order. */
  readonly #shelves = new Map<string, Shelf>();
  /** By name and alias. */
  readonly #byName = new Map<string, Shelf>();
  /** The default version by name and alias, and every version by id: what a call asks for is one hit away. */
  readonly #tools = new Map<string, Tool>();
  readonly #allowLists = new Map<string, AllowList>();
  readonly #watchers = new Set<(change: RegistryChange) => void>();
  #revision = 0;

  /** Changes whenever a tool or an allow-list comes or goes, so that what was worked out from them can be kept. */
  get revision(): number {
    return this.#revision;
  }

  get size(): number {
    return this.#shelves.size;
  }

  /** Adds a tool, in any accepted spelling. A second one of the same name and version is refused; the first stays. */
  register(definition: unknown): Tool {
    const tool = parseTool(definition);
    if (this.#tools.has(tool.id)) throw createError('duplicate_tool', { id: tool.id });
    for (const name of [tool.name, ...tool.aliases]) this.#claim(name, tool.name);

    const shelf = this.#shelves.get(tool.name) ?? {
      name: tool.name,
      versions: [],
      pinned: undefined,
      current: tool,
    };
    shelf.versions = [...shelf.versions, tool].toSorted((one, other) => rcompare(one.version, other.version));
    this.#shelves.set(tool.name, shelf);
    this.#tools.set(tool.id, tool);
    for (const name of [tool.name, ...tool.aliases]) this.#byName.set(name, shelf);
    this.#showCurrent(shelf);
    this.#changed({ kind: 'registered', tool });
    return tool;
  }

  /** Removes one version by its id, or every version by a name. False when there was nothing to remove. */
  unregister(idOrName: string): boolean {
    const shelf = this.#byName.get(idOrName);
    const tools = shelf === undefined ? [this.#tools.get(idOrName)] : shelf.versions;
    for (const tool of tools) if (tool !== undefined) this.#take(tool);
    return tools[0] !== undefined;
  }

  /** The same as `unregister`, for those who say remove. */
  remove(idOrName: string): boolean {
    return this.unregister(idOrName);
  }

  /** The tool of a name, alias or id; undefined when there is none. `version` may be a range such as `^2.0.0`. */
  get(name: string, version?: string): Tool | undefined {
    const tool = this.#tools.get(name);
    if (tool !== undefined && version === undefined) return tool;
    if (version !== undefined) {
      const shelf = this.#byName.get(name);
      return shelf === undefined ? (tool?.version === version ? tool : undefined) : pick(shelf, version);
    }
    const at = name.lastIndexOf('@');
    const named = at > 0 ? this.#byName.get(name.slice(0, at)) : undefined;
    return named && pick(named, name.slice(at + 1));
  }

  /** The default version of every tool that passes the filter, in the order in which the names were registered. */
  list({ category, tag, tier, type }: ToolFilter = {}): Tool[] {
    const tools: Tool[] = [];
    for (const { current } of this.#shelves.values()) {
      if (category !== undefined && current.category !== category) continue;
      if (tag !== undefined && !current.tags.includes(tag)) continue;
      if (tier !== undefined && current.tier !== tier) continue;
      if (type !== undefined && current.type !== type) continue;
      tools.push(current);
    }
    return tools;
  }

  /** Every version of a tool, the newest first. */
  versions(name: string): readonly Tool[] {
    return this.#byName.get(name)?.versions ?? [];
  }

  /** Makes a version the default until it is removed; without this the highest release is. */
  setDefault(name: string, version: string): Tool {
    const shelf = this.#byName.get(name);
    if (shelf === undefined) throw createError('tool_not_found', { name, suggestions: this.suggest(name) });
    if (!shelf.versions.some((tool) => tool.version === version)) {
      throw createError('version_not_found', { tool: name, version, available: versionsOf(shelf) });
    }
    shelf.pinned = version;
    this.#showCurrent(shelf);
    this.#revision++;
    return shelf.current;
  }

  /** Whether a definition would be accepted, leaving aside what is registered already. */
  validate(definition: unknown): boolean {
    try {
      parseTool(definition);
      return true;
    } catch {
      return false;
    }
  }

  /** What a tool is known to be, by name or alias. */
  getMetadata(nameOrAlias: string): Tool | undefined {
    return this.#byName.get(nameOrAlias)?.current;
  }

  allPrimaryNames(): string[] {
    return [...this.#shelves.keys()];
  }

  /** Names that look like one that was not found. */
  suggest(name: string): readonly string[] {
    return nearestNames(name, this.#byName.keys());
  }

  /** A second allow-list of the same name is refused. */
  addAllowList(allowList: AllowList): void {
    const { name } = allowList;
    if (this.#allowLists.has(name)) throw createError('duplicate_name', { name, owner: 'an allow-list' });
    this.#allowLists.set(name, Object.freeze({ ...allowList }));
    this.#revision++;
  }

  allowLists(): readonly AllowList[] {
    return [...this.#allowLists.values()];
  }

  /** What says whether a tool is in an allow-list under the given conditions. */
  allowance(name: string, conditions: AllowListConditions = {}): (tool: Tool) => boolean {
    const allowList = this.#allowLists.get(name);
    if (allowList !== undefined) return allowanceOf(allowList, conditions);
    throw createError('unknown_allow_list', { allowList: name, known: [...this.#allowLists.keys()] });
  }

  /** The primary names that an allow-list holds under the given conditions, in registration order. */
  resolveAllowList(name: string, conditions: AllowListConditions = {}): string[] {
    return this.list()
      .filter(this.allowance(name, conditions))
      .map((tool) => tool.name);
  }

  /** The primary names of the tools in any of the categories. */
  resolveCategories(categories: readonly string[]): string[] {
    return this.list().flatMap((tool) => (categories.includes(tool.category) ? [tool.name] : []));
  }

  /** Tells of every tool that comes or goes; returns what ends it. */
  watch(watcher: (change: RegistryChange) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  #claim(name: string, owner: string): void {
    const holder = this.#byName.get(name);
    if (holder !== undefined && holder.name !== owner)
      throw createError('duplicate_name', { name, owner: holder.name });
  }

  #take(tool: Tool): void {
    const shelf = this.#shelves.get(tool.name);
    if (shelf === undefined) return;
    this.#tools.delete(tool.id);
    shelf.versions = shelf.versions.filter((other) => other !== tool);
    if (shelf.pinned === tool.version) shelf.pinned = undefined;
    for (const name of [tool.name, ...tool.aliases]) {
      const kept = shelf.versions.some((other) => other.name === name || other.aliases.includes(name));
      if (kept) continue;
      this.#byName.delete(name);
      this.#tools.delete(name);
    }
    if (shelf.versions.length === 0) this.#shelves.delete(tool.name);
    else this.#showCurrent(shelf);
    this.#changed({ kind: 'removed', tool });
  }

  #showCurrent(shelf: Shelf): void {
    shelf.current = currentOf(shelf);
    for (const { name, aliases } of shelf.versions) {
      for (const known of [name, ...aliases]) this.#tools.set(known, shelf.current);
    }
  }

  #changed(change: RegistryChange): void {
    this.#revision++;
    for (const watcher of this.#watchers) watcher(change);
  }
}

/** The pinned version, else the highest release, else the highest of all. */
function currentOf(shelf: Shelf): Tool {
  const pinned = shelf.versions.find((tool) => tool.version === shelf.pinned);
  const release = shelf.versions.find((tool) => prerelease(tool.version) === null);
  return pinned ?? release ?? (shelf.versions[0] as Tool);
}

function pick(shelf: Shelf, range: string): Tool | undefined {
  if (range.length > 256) return undefined;
  const version = maxSatisfying(versionsOf(shelf), range);
  return shelf.versions.find((tool) => tool.version === version);
}

function versionsOf(shelf: Shelf): string[] {
  return shelf.versions.map((tool) => tool.version);
}
