import maxSatisfying from 'semver/ranges/max-satisfying.js';
import prerelease from 'semver/functions/prerelease.js';
import rcompare from 'semver/functions/rcompare.js';
import type { HoldReason } from '../messages/facts.ts';
import { createError, type KnownError } from '../tool/errors.ts';
import { nearestNames } from '../tool/nearest-names.ts';
import { parseTool } from '../tool/parse-tool.ts';
import type { Permission } from '../tool/safety.ts';
import type { Tier, Tool, ToolType } from '../tool/tool.ts';
import { allowanceOf, parseAllowList, type AllowList, type AllowListConditions } from './allow-list.ts';

export interface ToolFilter {
  readonly category?: string | undefined;
  readonly tag?: string | undefined;
  readonly tier?: Tier | undefined;
  readonly type?: ToolType | undefined;
  /** What an agent must hold to call them: exactly this. */
  readonly permission?: Permission | undefined;
}

/** The versions in question, such as those that an agent may use. */
export type Among = (tool: Tool) => boolean;

/** Why a name that is known gives no tool. */
export interface HeldBack {
  readonly source: string;
  readonly reason: HoldReason;
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
  readonly #heldBack = new Map<string, HeldBack>();
  /** Tools that are in the scope of everybody. */
  readonly #shared = new WeakSet<Tool>();
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

  /**
   * Adds a tool, in any accepted spelling. A second one of the same name and version is refused; the first stays.
   * `everywhere` puts it into every allow-list: for tools that reach nothing but what their caller may call anyway.
   */
  register(definition: unknown, { everywhere = false }: { readonly everywhere?: boolean } = {}): Tool {
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
    if (everywhere) this.#shared.add(tool);
    this.#heldBack.delete(tool.name);
    for (const name of [tool.name, ...tool.aliases]) this.#byName.set(name, shelf);
    this.#showCurrent(shelf);
    this.#changed({ kind: 'registered', tool });
    return tool;
  }

  /** Removes one version by its id, or every version by a name. False when there was nothing to remove. */
  unregister(idOrName: string): boolean {
    this.#heldBack.delete(idOrName);
    const shelf = this.#byName.get(idOrName);
    const tools = shelf === undefined ? [this.#tools.get(idOrName)] : shelf.versions;
    for (const tool of tools) if (tool !== undefined) this.#take(tool);
    return tools[0] !== undefined;
  }

  /** Takes a name out of use, with the reason for whoever asks for it; a tool that is registered under it ends that. */
  holdBack(name: string, held: HeldBack): void {
    this.unregister(name);
    this.#heldBack.set(name, held);
  }

  isEverywhere(tool: Tool): boolean {
    return this.#shared.has(tool);
  }

  heldBack(name: string): HeldBack | undefined {
    return this.#heldBack.get(name);
  }

  /** The same as `unregister`, for those who say remove. */
  remove(idOrName: string): boolean {
    return this.unregister(idOrName);
  }

  /**
   * The tool of a name, alias or id; undefined when there is none. `version` may be a range such as `^2.0.0`. Versions
   * that are not `among` those in question do not exist here: the default is then the default of the rest.
   */
  get(name: string, version?: string, among?: Among): Tool | undefined {
    const tool = this.#tools.get(name);
    if (tool !== undefined && (version ?? tool.version) === tool.version && (among?.(tool) ?? true))
      return tool;
    const [known, range] = asked(name, version);
    const shelf = this.#byName.get(known);
    if (shelf === undefined) return undefined;
    return range === undefined ? currentOf(shelf, among) : pick(shelf, range, among);
  }

  /**
   * The default version of every tool that passes the filter, in the order in which the names were registered. It is
   * the version that `get` gives for the name, with the same `among`.
   */
  list({ category, tag, tier, type, permission }: ToolFilter = {}, among?: Among): Tool[] {
    const tools: Tool[] = [];
    for (const shelf of this.#shelves.values()) {
      const tool = (among?.(shelf.current) ?? true) ? shelf.current : currentOf(shelf, among);
      if (tool === undefined) continue;
      if (category !== undefined && tool.category !== category) continue;
      if (tag !== undefined && !tool.tags.includes(tag)) continue;
      if (tier !== undefined && tool.tier !== tier) continue;
      if (type !== undefined && tool.type !== type) continue;
      if (permission !== undefined && tool.permission !== permission) continue;
      tools.push(tool);
    }
    return tools;
  }

  /** The error for what `get` does not find: it tells near names, or the versions that there are. */
  notFound(name: string, version?: string): KnownError<'tool_not_found' | 'version_not_found'> {
    const [tool, range] = asked(name, version);
    const shelf = this.#byName.get(tool);
    return shelf === undefined || range === undefined
      ? createError('tool_not_found', { name, suggestions: this.suggest(name) })
      : createError('version_not_found', { tool, version: range, available: versionsOf(shelf.versions) });
  }

  /** Every version of a tool, the newest first. */
  versions(name: string): readonly Tool[] {
    return this.#byName.get(name)?.versions ?? [];
  }

  /** Makes a version the default until it is removed; without this the highest release is. */
  setDefault(name: string, version: string): Tool {
    const shelf = this.#byName.get(name);
    const held = shelf?.versions.some((tool) => tool.version === version);
    if (shelf === undefined || !held) throw this.notFound(name, version);
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
  addAllowList({ name, ...said }: AllowList): void {
    if (this.#allowLists.has(name)) throw createError('duplicate_name', { name, owner: 'an allow-list' });
    this.#allowLists.set(name, parseAllowList(name, said));
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
    return this.list({}, this.allowance(name, conditions)).map((tool) => tool.name);
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
    shelf.current = currentOf(shelf) ?? shelf.current;
    for (const { name, aliases } of shelf.versions) {
      for (const known of [name, ...aliases]) this.#tools.set(known, shelf.current);
    }
  }

  #changed(change: RegistryChange): void {
    this.#revision++;
    for (const watcher of this.#watchers) watcher(change);
  }
}

/** `name@range` asks for a version as well as the option does. */
function asked(name: string, version: string | undefined): [name: string, version: string | undefined] {
  const at = name.lastIndexOf('@');
  return version === undefined && at > 0 ? [name.slice(0, at), name.slice(at + 1)] : [name, version];
}

/** The pinned version, else the highest release, else the highest of all. */
function currentOf({ versions, pinned }: Shelf, among: Among = everyTool): Tool | undefined {
  const shown = versions.filter(among);
  const release = shown.find((tool) => prerelease(tool.version) === null);
  return shown.find((tool) => tool.version === pinned) ?? release ?? shown[0];
}

function pick({ versions }: Shelf, range: string, among: Among = everyTool): Tool | undefined {
  // To semver nothing is a range too, and means any version.
  if (range.trim() === '' || range.length > 256) return undefined;
  const shown = versions.filter(among);
  const version = maxSatisfying(versionsOf(shown), range);
  return shown.find((tool) => tool.version === version);
}

function versionsOf(tools: readonly Tool[]): string[] {
  return tools.map((tool) => tool.version);
}

const everyTool: Among = () => true;
