import type { JsonValue, WasmImplementation } from '@toolcrib/core';
import { SourceError } from '../source-error.ts';
import type { SourceDefinition, ToolSource } from '../tool-source.ts';
import { granted, missing, toWireCapabilities } from './capabilities.ts';
import { clampModule, pagesPerMegabyte } from './clamp-module.ts';
import { parseAsks, toDefinition } from './descriptor.ts';
import { decideLimits } from './limits.ts';
import type { ModuleStore } from './module-store.ts';
import type { PluginEntry } from './plugin-entry.ts';
import { readPluginFile, type PluginFile } from './plugin-file.ts';
import { PluginFault } from './plugin-problem.ts';

/** Milliseconds that a process may take to start, besides the time of the call. */
const startAllowance = 5000;

/** One plugin of the configuration: a source of one tool. */
export class PluginSource implements ToolSource {
  readonly kind = 'wasm';
  readonly #modules: ModuleStore;
  /** Another one when the plugin is replaced. */
  entry: PluginEntry;

  constructor(entry: PluginEntry, modules: ModuleStore) {
    this.entry = entry;
    this.#modules = modules;
  }

  get name(): string {
    return this.entry.name;
  }

  get origin(): { readonly [name: string]: JsonValue } {
    const { file, grant } = this.entry;
    return { file, grant: toWireCapabilities(grant) as { readonly [name: string]: JsonValue } };
  }

  /** Reads the file, keeps a copy of the module by its digest, and says what tool it is. */
  async definitions(): Promise<readonly SourceDefinition[]> {
    return inWords(this.name, async () => {
      const { file, name, grant, limits: operator } = this.entry;
      const plugin = await readPluginFile(file);
      const { bytes, digest, descriptor } = plugin;
      if (descriptor.name !== name)
        throw new PluginFault({
          kind: 'plugin_bad_descriptor',
          fault: { word: 'other_name', name: descriptor.name },
        });
      const withheld = missing(descriptor.asks.capabilities, grant);
      if (withheld.length > 0) throw new PluginFault({ kind: 'plugin_not_granted', asked: withheld });
      const limits = decideLimits(operator, descriptor.asks.limits);
      checkLimits(plugin, limits);
      this.#modules.keep(bytes, digest);
      return [toDefinition(descriptor, { digest, timeout: limits.timeMs + startAllowance })];
    });
  }

  /** What it may read is judged like everything that is read. */
  complete({ implementation }: SourceDefinition): object {
    const { asks } = implementation as unknown as WasmImplementation;
    const { readFolders } = granted(parseAsks(asks).capabilities, this.entry.grant);
    return readFolders.length === 0
      ? {}
      : { effects: () => readFolders.map((path) => ({ kind: 'read', path })) };
  }
}

/** Throws when the module begins with more than it may have. */
export function checkLimits({ bytes, shape }: PluginFile, limits: ReturnType<typeof decideLimits>): void {
  clampModule(bytes, shape, {
    pages: limits.memoryMb * pagesPerMegabyte,
    tableElements: limits.tableElements,
  });
}

/** What is wrong with a plugin, told as what is wrong with a source. */
export async function inWords<T>(source: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof PluginFault ? new SourceError(source, error.problem, { cause: error }) : error;
  }
}
