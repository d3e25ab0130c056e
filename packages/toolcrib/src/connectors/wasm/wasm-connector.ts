import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Locale, SandboxMode, Surroundings, ToolOf } from '@toolcrib/core';
import { createProcesses } from '../../fence/processes/create-processes.ts';
import type { Processes } from '../../fence/processes/processes.ts';
import { StartError } from '../../fence/processes/start-error.ts';
import { createProjectFiles } from '../../fence/project-files.ts';
import { SourceError } from '../source-error.ts';
import type { Connector } from '../tool-source.ts';
import { granted } from './capabilities.ts';
import { clampModule, pagesPerMegabyte, withoutStart } from './clamp-module.ts';
import { parseAsks } from './descriptor.ts';
import { createFileAnswers } from './file-answers.ts';
import { decideLimits, type PluginLimits } from './limits.ts';
import { readModule } from './module-reader.ts';
import { ModuleStore } from './module-store.ts';
import type { PluginEntry } from './plugin-entry.ts';
import { readPluginFile, type PluginFile } from './plugin-file.ts';
import { PluginFault } from './plugin-problem.ts';
import { PluginDied, PluginProcess, type PluginLaunch } from './plugin-process.ts';
import { PluginSource, type PluginBench } from './plugin-source.ts';
import { RunningPlugin } from './running-plugin.ts';
import { WasmToolExecutor } from './wasm-executor.ts';

export interface WasmConnectorOptions {
  /** The plugins of the configuration. */
  readonly plugins: readonly PluginEntry[];
  /** The project directory, for plugins that were granted folders of it. */
  readonly project: string;
  /** Outside the project: modules are kept here. */
  readonly stateFolder: string;
  readonly mode: SandboxMode;
  /** Where the variables come from that plugins were granted. */
  readonly environment: { readonly [name: string]: string | undefined };
  readonly locale: Locale;
  /** Milliseconds after which a process that nobody needs is ended. @default 60000 */
  readonly idleMs?: number | undefined;
}

export interface WasmConnector extends Connector {
  readonly sources: readonly PluginSource[];
  readonly executor: (surroundings: Surroundings) => WasmToolExecutor;
  readonly modules: ModuleStore;
  /** Reads a plugin and tells whether it can be used. Nothing of it runs. */
  readonly check: PluginBench['check'];
  /** Takes a plugin in, or another entry for one that is there. */
  put(entry: PluginEntry): PluginSource;
  /** Takes a plugin out. Its running calls end as its entry says. */
  drop(name: string): Promise<void>;
  /** How many processes run. */
  readonly processes: number;
}

/** Brings the plugins of a configuration, each in processes of its own. Starts nothing until one is called. */
export function createWasmConnector(options: WasmConnectorOptions): WasmConnector {
  const { project, stateFolder, mode, environment, locale, idleMs = 60_000 } = options;
  const modules = new ModuleStore(join(stateFolder, 'plugins'));
  const sources = new Map<string, PluginSource>();
  /** By plugin; the tool that was called last is the one that runs. */
  const running = new Map<string, { readonly key: string; readonly plugin: RunningPlugin }>();
  const ending = new Set<Promise<void>>();
  /** Modules that were checked, with the limits that they had then: registering one reads it more than once. */
  const usable = new Set<string>();
  let machine: { readonly processes: Processes; readonly room: string } | undefined;

  const check: PluginBench['check'] = async (file, limitsOf) => {
    const plugin = readPluginFile(file, project);
    const { name, asks } = plugin.descriptor;
    const limits = decideLimits(limitsOf(name), asks.limits);
    const module = clamped(plugin, limits);
    const key = JSON.stringify([plugin.digest, limits]);
    if (!usable.has(key)) await checkModule({ name, module, limits, ...place() });
    usable.add(key);
    return { ...plugin, limits };
  };

  const bench: PluginBench = { check, keep: (bytes, digest) => modules.keep(bytes, digest) };

  const put = (entry: PluginEntry): PluginSource => {
    const known = sources.get(entry.name);
    if (known !== undefined) known.entry = entry;
    const source = known ?? new PluginSource(entry, bench);
    sources.set(entry.name, source);
    return source;
  };

  /** An empty folder takes the place of the project: there is nothing to see where a plugin runs. */
  const place = (): NonNullable<typeof machine> => {
    if (machine !== undefined) return machine;
    const folder = join(stateFolder, 'plugins', 'room');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const room = realpathSync(folder);
    machine = { room, processes: createProcesses({ root: room, mode, stateFolder }) };
    return machine;
  };

  const find = (tool: ToolOf<'wasm'>): RunningPlugin => {
    const { plugin: name, digest, asks } = tool.implementation;
    const source = sources.get(name);
    if (source === undefined)
      throw new SourceError(name, { kind: 'plugin_unknown', known: [...sources.keys()] });
    const key = JSON.stringify([digest, source.entry, asks]);
    const known = running.get(name);
    if (known?.key === key) return known.plugin;
    try {
      const plugin = start(tool, source.entry);
      running.set(name, { key, plugin });
      if (known !== undefined) retire(known.plugin, source.entry);
      return plugin;
    } catch (error) {
      throw error instanceof PluginFault ? new SourceError(name, error.problem, { cause: error }) : error;
    }
  };

  const start = ({ implementation }: ToolOf<'wasm'>, entry: PluginEntry): RunningPlugin => {
    const { capabilities, limits: asked } = parseAsks(implementation.asks);
    const given = granted(capabilities, entry.grant);
    const limits = decideLimits(entry.limits, asked);
    const bytes = modules.read(implementation.digest);
    const shape = readModule(bytes);
    const module = clamped({ bytes, shape }, limits);
    const { processes, room } = place();
    const answer = createFileAnswers(createProjectFiles({ root: project }), given.readFolders, {
      maxBytes: limits.memoryMb * 1024 * 1024,
    });
    const layer = processes.layer();
    return new RunningPlugin({
      limits,
      layer,
      isHeld: mode !== 'required' || layer !== 'checks',
      idleMs,
      start: () =>
        PluginProcess.start({
          name: entry.name,
          module,
          runsAtStart: shape.runsAtStart,
          limits,
          environment: variables(given.environment, environment),
          folders: given.readFolders,
          answer,
          processes,
          room,
        }),
    });
  };

  const retire = (plugin: RunningPlugin, { onRemoval }: PluginEntry): void => {
    const closing = plugin.close(onRemoval).finally(() => ending.delete(closing));
    ending.add(closing);
  };

  for (const entry of options.plugins) put(entry);

  return {
    get sources() {
      return [...sources.values()];
    },
    get processes() {
      return [...running.values()].reduce((sum, { plugin }) => sum + plugin.size, 0);
    },
    modules,
    check,
    executor: (surroundings) => new WasmToolExecutor(surroundings, { find, locale }),
    put,
    async drop(name) {
      const source = sources.get(name);
      const known = running.get(name);
      sources.delete(name);
      running.delete(name);
      if (known !== undefined && source !== undefined) await known.plugin.close(source.entry.onRemoval);
    },
    async close() {
      await Promise.all([...running.values()].map(({ plugin }) => plugin.close('cancel')));
      running.clear();
      await machine?.processes.close();
      await Promise.all(ending);
    },
  };
}

/** The module with its limits in it. Throws when it begins with more than it may have. */
function clamped({ bytes, shape }: Pick<PluginFile, 'bytes' | 'shape'>, limits: PluginLimits): Uint8Array {
  return clampModule(bytes, shape, {
    pages: limits.memoryMb * pagesPerMegabyte,
    tableElements: limits.tableElements,
  });
}

type Check = Pick<PluginLaunch, 'name' | 'module' | 'limits' | 'processes' | 'room'>;

/**
 * Compiles a module and makes one instance of it, in a process like those that it will run in: what a stranger has written
 * must not reach our own engine. Nothing of it runs: what would run at its start is left out.
 */
async function checkModule({ module, ...check }: Check): Promise<void> {
  try {
    const checked = await PluginProcess.start({
      ...check,
      module: withoutStart(module),
      runsAtStart: false,
      checkOnly: true,
      environment: {},
      folders: [],
      answer: () => {
        throw new Error('nothing of it runs');
      },
    });
    await checked.end();
  } catch (error) {
    const problem = toProblem(error);
    throw problem === undefined ? error : new PluginFault(problem, { cause: error });
  }
}

function toProblem(error: unknown): PluginFault['problem'] | undefined {
  if (error instanceof StartError)
    return { kind: 'plugin_not_checked', reason: 'crashed', detail: error.message };
  if (!(error instanceof PluginDied)) return undefined;
  const { death, refusedAt, message: detail } = error;
  if (death === 'refused')
    return { kind: refusedAt === 'compile' ? 'plugin_malformed' : 'plugin_not_instantiable', detail };
  return {
    kind: 'plugin_not_checked',
    reason: death === 'time' || death === 'memory' ? death : 'crashed',
    detail,
  };
}

/** Those of the granted variables that are set. */
function variables(
  names: readonly string[],
  environment: WasmConnectorOptions['environment'],
): { readonly [name: string]: string } {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = environment[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
