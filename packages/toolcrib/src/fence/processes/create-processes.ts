import { realpathSync } from 'node:fs';
import { createError, type SandboxMode } from '@toolcrib/core';
import { isInside } from '../is-inside.ts';
import { spawnBare } from './bare-tree.ts';
import {
  isWalled,
  launchIn,
  unconfined,
  type Hold,
  type HoldPlace,
  type ProxyWay,
  type Purpose,
} from './hold.ts';
import { thisMachine } from './machine.ts';
import { LoneProcesses } from './lone-processes.ts';
import { createPrivateFolder, noPrivateFolder } from './private-folder.ts';
import { endTree } from './process-tree.ts';
import { defaultLimits, type Processes, type ProcessLimits, type ProcessRequest } from './processes.ts';
import { protectedPaths, type ProtectedPaths } from './protected-paths.ts';
import { createRelay, type Relay } from './relay.ts';
import { runTree } from './run-tree.ts';
import { Slots } from './slots.ts';
import { StartError } from './start-error.ts';
import { patience, spawnSupervised } from './supervised-tree.ts';
import type { Ending, Launch, Tree } from './tree.ts';

export interface ProcessesOptions {
  /** The project directory, links resolved. */
  readonly root: string;
  /** `off`: not even what the machine could do is asked for. */
  readonly mode: SandboxMode;
  /** A folder outside the project that belongs to Toolcrib alone. */
  readonly stateFolder: string;
  /** What no process may read, whatever it is given to read. @default nothing */
  readonly hidden?: readonly string[] | undefined;
  /** @default configuration of repositories, shells, editors and agents, and our own */
  readonly protectedPaths?: ProtectedPaths | undefined;
  /** Absolute paths that no process may write either, found out before each start. @default none */
  readonly protectedFiles?: (() => readonly string[] | Promise<readonly string[]>) | undefined;
  /** The way to the hosts that may be reached. Without it there is none. */
  readonly proxy?: ProcessProxy | undefined;
  readonly limits?: Partial<ProcessLimits> | undefined;
  /** How many run to their end at the same time; the rest wait. @default 8 */
  readonly concurrency?: number | undefined;
}

interface ProcessProxy {
  readonly socketPath: string;
  /** What tells programs to use it, when it is reached by this port of 127.0.0.1. */
  environmentFor(port: number): { readonly [name: string]: string };
}

const defaultOutputBytes = 16 * 1024 * 1024;

/** The port of the relay in a network of its own, where all are free. */
const relayPort = 3128;

/** Makes what starts processes for one project, inside the strongest layer that the machine has. */
export function createProcesses(options: ProcessesOptions): Processes {
  let chosen: Hold | undefined;
  const strongest = (): Hold => (chosen ??= strongestHold(options.mode));
  return createProcessesIn(
    (lone) => (lone && options.mode !== 'off' && landlockHold()) || strongest(),
    options,
  );
}

/** What keeps a process that starts no others in the project, without walls. */
function landlockHold(): Hold | undefined {
  const hold = thisMachine().hold('checks');
  return hold?.landlock ? hold : undefined;
}

const strongestLayers = ['bubblewrap', 'namespaces', 'seatbelt'] as const;

function strongestHold(mode: SandboxMode): Hold {
  const machine = thisMachine();
  const contained =
    mode === 'off'
      ? undefined
      : strongestLayers.map((layer) => machine.hold(layer)).find((hold) => hold !== undefined);
  const open = mode === 'off' ? undefined : (contained ?? machine.hold('checks'));
  const { supervisor } = machine;
  return open ?? { layer: 'checks', supervisor, ...unconfined };
}

/** The same inside a hold that was chosen. */
export function createProcessesIn(hold: (lone: boolean) => Hold, options: ProcessesOptions): Processes {
  const { root, stateFolder, hidden = [], proxy, concurrency = 8 } = options;
  const slots = new Slots(concurrency);
  const lone = new LoneProcesses();
  const living = new Set<() => Promise<void>>();
  let relay: Promise<Relay> | undefined;
  let closed = false;

  const wayToProxy = async (held: Hold, { network }: ProcessRequest): Promise<ProxyWay | undefined> => {
    if (network !== 'allow_list' || proxy === undefined) return undefined;
    const { socketPath } = proxy;
    const port = isWalled(held) ? relayPort : (await (relay ??= createRelay(socketPath))).port;
    return { port, socketPath, environment: proxy.environmentFor(port) };
  };

  const launch = async (
    held: Hold,
    request: ProcessRequest,
    { folder, purpose }: Pick<HoldPlace, 'folder' | 'purpose'>,
  ): Promise<Launch & { readonly supervised: boolean }> => {
    const { directory } = request;
    if (closed) throw new StartError(request.argv[0], 'CLOSED');
    if (!isInside(root, directory)) throw createError('outside_project', { path: directory });
    const touchesHidden = (path: string): boolean =>
      hidden.some((place) => isInside(path, place) || isInside(place, path));
    if (request.reads?.some((path) => touchesHidden(realPath(path))) === true)
      throw new StartError(request.argv[0], 'READS_STATE');
    // What goes on for hours has used up any number of seconds at some time.
    const cpuSeconds = purpose.startsWith('run') ? defaultLimits.cpuSeconds : Infinity;
    const limits = { ...defaultLimits, cpuSeconds, ...options.limits, ...request.limits };
    const way = await wayToProxy(held, request);
    const place = {
      root,
      stateFolder,
      folder,
      protectedPaths: options.protectedPaths ?? protectedPaths,
      protectedFiles: request.writes === 'nothing' ? [] : ((await options.protectedFiles?.()) ?? []),
      limits,
      proxy: way,
      purpose,
    };
    return { ...launchIn(held, request, place), supervised: held.supervisor !== undefined };
  };

  const spawnTree = (launched: Launch & { readonly supervised: boolean }): Promise<Tree> => {
    if (launched.told !== undefined) return lone.start(launched, launched.told);
    return launched.supervised ? spawnSupervised(launched) : spawnBare(launched);
  };

  const open = async (request: ProcessRequest, wanted: Purpose): Promise<Tree> => {
    const held = hold(request.lone === true);
    const purpose = request.lone && held.supervisor !== undefined && !isWalled(held) ? 'lone' : wanted;
    const folder = purpose === 'lone' ? noPrivateFolder(stateFolder) : createPrivateFolder(stateFolder);
    try {
      const launched = await launch(held, request, { folder, purpose });
      const tree = await spawnTree(launched);
      const end = async (): Promise<void> => {
        await tree.end();
        await folder.remove();
        living.delete(end);
      };
      living.add(end);
      void tree.ended.then((ending) => tellUsage(ending, request));
      // What has ended by itself still leaves something to clear away.
      void tree.ended.then(end);
      if (closed) await end();
      return tree;
    } catch (error) {
      await folder.remove();
      throw error;
    }
  };

  return {
    layer: () => hold(false).layer,

    async run(request) {
      await slots.take(request.signal);
      try {
        const tree = await open(request, request.input === undefined ? 'run_without_input' : 'run');
        const maxOutputBytes = request.maxOutputBytes ?? defaultOutputBytes;
        return await runTree(tree, { ...request, maxOutputBytes });
      } finally {
        slots.give();
      }
    },

    async start(request) {
      const tree = await open(request, 'start');
      const { stdin, stdout, stderr, ended } = tree;
      return { stdin, stdout, stderr, exited: ended, end: () => tree.end() };
    },

    async prepare(request) {
      const folder = createPrivateFolder(stateFolder);
      const launched = await launch(hold(false), request, { folder, purpose: 'terminal' });
      const { file, arguments: given, environment, directory, mark, supervised } = launched;
      const end = async (pid?: number): Promise<void> => {
        await endTree({ pid, mark }, supervised ? patience : 0);
        await folder.remove();
        living.delete(end);
      };
      living.add(end);
      return { file, arguments: given, environment, directory, end };
    },

    async close() {
      closed = true;
      await Promise.all([lone.close(), ...[...living].map((end) => end())]);
      (await relay)?.close();
    },
  };
}

/** Links followed: a folder is mounted where it really is. */
function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

function tellUsage({ cpuMs, peakMemoryBytes: memoryBytes }: Ending, { onUsage }: ProcessRequest): void {
  if (cpuMs !== undefined) onUsage?.({ source: 'process_tree', cpuMs, memoryBytes });
}
