import { resolve } from 'node:path';
import { compareVersions, createError, type Tool, type ToolService } from '@toolcrib/core';
import type { Imports } from '../imports.ts';
import { SourceError } from '../source-error.ts';
import { suspicionsIn, type Suspicion } from '../untrusted-text.ts';
import { noCapabilities, type Capabilities } from './capabilities.ts';
import { toDefinition } from './descriptor.ts';
import type { PluginLimits } from './limits.ts';
import type { PluginEntry } from './plugin-entry.ts';
import type { PluginFile } from './plugin-file.ts';
import { inWords, type CheckedPlugin } from './plugin-source.ts';
import type { RunningCalls } from './plugin-pool.ts';
import type { WasmConnector } from './wasm-connector.ts';

export interface PluginsOptions {
  readonly service: ToolService;
  readonly imports: Imports;
  readonly connector: WasmConnector;
  /** Writes an entry into the configuration. */
  readonly remember: (entry: PluginEntry) => Promise<void>;
  /** Takes an entry out of it. */
  readonly forget: (name: string) => Promise<void>;
}

/** What a plugin is and asks for, seen before anybody has said yes to it. */
export interface PluginInspection {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  /** SHA-256 of the module. */
  readonly digest: string;
  /** What it wants to do besides computing. */
  readonly asks: Capabilities;
  /** What it will be held to. */
  readonly limits: PluginLimits;
  /** The version that it would replace. */
  readonly replaces: string | undefined;
  /** What in its words is meant for others than readers. */
  readonly suspicions: readonly Suspicion[];
}

export interface RegisterOptions {
  /** What of it a person grants. @default what was granted before */
  readonly grant?: Capabilities | undefined;
  /** What it may take. @default what was said before, else the defaults */
  readonly limits?: Partial<PluginLimits> | undefined;
  /** What becomes of its running calls when it is removed or replaced. @default 'finish' */
  readonly onRemoval?: RunningCalls | undefined;
}

export interface RemovedPlugin {
  readonly name: string;
  readonly version: string | undefined;
  /** The agents that could call it. */
  readonly agents: readonly string[];
}

/**
 * Plugins come and go while everything runs.
 *
 *     const { plugins } = await openToolcrib();
 *     await (await plugins()).register('slugify.wasm');
 */
export class Plugins {
  readonly #options: PluginsOptions;

  constructor(options: PluginsOptions) {
    this.#options = options;
  }

  /** Reads a plugin and tells what would become of it. Nothing of it runs, and nothing changes. */
  async inspect(file: string, options: RegisterOptions = {}): Promise<PluginInspection> {
    const { descriptor, digest, limits } = await this.#check(file, options);
    const { name, version, tool, asks } = descriptor;
    return {
      name,
      version,
      description: tool.description,
      digest,
      asks: asks.capabilities,
      limits,
      replaces: this.#registered(name)?.version,
      suspicions: suspicionsIn(toDefinition(descriptor, { digest, timeout: limits.timeMs })),
    };
  }

  /**
   * Takes a plugin in, or a higher version of one that is there: calls that run meanwhile end as they began. It is in the
   * configuration and in the lock from then on.
   */
  async register(file: string, options: RegisterOptions = {}): Promise<Tool> {
    const { service, imports, connector, remember } = this.#options;
    const plugin = await this.#check(file, options);
    const { name, version } = plugin.descriptor;
    const registered = this.#registered(name);
    if (registered === undefined) {
      const other = service.registry.get(name);
      if (other !== undefined) throw createError('duplicate_name', { name, owner: other.source });
    } else if (compareVersions(version, registered.version) <= 0) {
      const facts = { tool: name, version, registered: registered.version };
      throw new SourceError(name, { kind: 'plugin_version_not_higher', ...facts });
    }
    const before = this.#entryOf(name);
    const entry = this.#entryFor(file, plugin, options);
    const source = connector.put(entry);
    try {
      const review = await this.#review(source.name, before === undefined);
      const [unusable] = review.unusable;
      if (unusable !== undefined)
        throw new SourceError(name, { kind: 'source_invalid', detail: unusable.message('en') });
      await remember(entry);
      await imports.accept(review);
    } catch (error) {
      if (before === undefined) await this.#takeBack(name);
      else connector.put(before);
      throw error;
    }
    return this.#registered(name) as Tool;
  }

  /** Takes a plugin out, for good. Its running calls end as its entry says. */
  async unregister(name: string): Promise<RemovedPlugin> {
    const { service, imports, connector, forget } = this.#options;
    const known = connector.sources.map((source) => source.name);
    if (!known.includes(name)) throw new SourceError(name, { kind: 'plugin_unknown', known });
    const tool = this.#registered(name);
    const agents: string[] = [];
    const unheard = service.on('tool-removed', (event) => void agents.push(...event.agents));
    await forget(name);
    await imports.remove(name, { forget: true });
    unheard();
    await connector.drop(name);
    if (tool?.implementation.kind === 'wasm') connector.modules.forget(tool.implementation.digest);
    return { name, version: tool?.version, agents };
  }

  /** Limits that were set before still hold. */
  #check(file: string, { limits }: RegisterOptions): Promise<CheckedPlugin> {
    const { connector } = this.#options;
    return inWords(file, () =>
      connector.check(resolve(file), (name) => limits ?? this.#entryOf(name)?.limits ?? {}),
    );
  }

  #review(name: string, isNew: boolean): ReturnType<Imports['review']> {
    const { imports, connector } = this.#options;
    const source = connector.sources.find((one) => one.name === name);
    if (isNew && source !== undefined) imports.add(source);
    return imports.review(name);
  }

  async #takeBack(name: string): Promise<void> {
    await this.#options.imports.remove(name);
    await this.#options.connector.drop(name);
  }

  /** The tool of a plugin that can be called. */
  #registered(name: string): Tool | undefined {
    const state = this.#options.imports.states().find(({ source }) => source.name === name);
    return state?.tools.find((tool) => tool.name === name);
  }

  #entryOf(name: string): PluginEntry | undefined {
    return this.#options.connector.sources.find((source) => source.name === name)?.entry;
  }

  #entryFor(file: string, { descriptor }: PluginFile, options: RegisterOptions): PluginEntry {
    const { name } = descriptor;
    const before = this.#entryOf(name);
    return {
      name,
      file: resolve(file),
      grant: options.grant ?? before?.grant ?? noCapabilities,
      limits: options.limits ?? before?.limits ?? {},
      onRemoval: options.onRemoval ?? before?.onRemoval ?? 'finish',
    };
  }
}
