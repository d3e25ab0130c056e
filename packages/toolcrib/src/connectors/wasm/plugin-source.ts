import type { JsonValue, WasmImplementation } from '@toolcrib/core';
import { SourceError } from '../source-error.ts';
import type { SourceDefinition, ToolSource } from '../tool-source.ts';
import { granted, missing, toWireCapabilities } from './capabilities.ts';
import { parseAsks, toDefinition } from './descriptor.ts';
import type { PluginLimits } from './limits.ts';
import type { PluginEntry } from './plugin-entry.ts';
import type { PluginFile } from './plugin-file.ts';
import { PluginFault } from './plugin-problem.ts';

/** Milliseconds that a process may take to start, besides the time of the call. */
const startAllowance = 5000;

/** What a source needs of the connector that it belongs to. */
export interface PluginBench {
  /** Reads a module and its descriptor, and compiles the module in a process of its own. Nothing of it runs. */
  check(file: string, limitsOf: (name: string) => PluginEntry['limits']): Promise<CheckedPlugin>;
  /** Keeps a copy of the module. */
  keep(bytes: Uint8Array, digest: string): void;
}

/** A plugin that can be used, and what it will be held to. */
export interface CheckedPlugin extends PluginFile {
  readonly limits: PluginLimits;
}

/** One plugin of the configuration: a source of one tool. */
export class PluginSource implements ToolSource {
  readonly kind = 'wasm';
  readonly #bench: PluginBench;
  /** Another one when the plugin is replaced. */
  entry: PluginEntry;

  constructor(entry: PluginEntry, bench: PluginBench) {
    this.entry = entry;
    this.#bench = bench;
  }

  get name(): string {
    return this.entry.name;
  }

  get origin(): { readonly [name: string]: JsonValue } {
    const { file, grant } = this.entry;
    return { file, grant: toWireCapabilities(grant) as { readonly [name: string]: JsonValue } };
  }

  /** Reads and checks the file, keeps a copy of the module by its digest, and says what tool it is. */
  async definitions(): Promise<readonly SourceDefinition[]> {
    return inWords(this.name, async () => {
      const { file, name, grant, limits: operator } = this.entry;
      const { bytes, digest, descriptor, limits } = await this.#bench.check(file, () => operator);
      if (descriptor.name !== name)
        throw new PluginFault({
          kind: 'plugin_bad_descriptor',
          fault: { word: 'other_name', name: descriptor.name },
        });
      const withheld = missing(descriptor.asks.capabilities, grant);
      if (withheld.length > 0) throw new PluginFault({ kind: 'plugin_not_granted', asked: withheld });
      this.#bench.keep(bytes, digest);
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

/** What is wrong with a plugin, told as what is wrong with a source. */
export async function inWords<T>(source: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof PluginFault ? new SourceError(source, error.problem, { cause: error }) : error;
  }
}
