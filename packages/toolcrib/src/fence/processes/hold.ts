import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isInside } from '../is-inside.ts';
import { cleanEnvironment } from './clean-environment.ts';
import type { PrivateFolder } from './private-folder.ts';
import { markName } from './process-tree.ts';
import type { Layer, ProcessLimits, ProcessRequest } from './processes.ts';
import { protectedPatterns, type ProtectedPaths } from './protected-paths.ts';
import { inSeatbelt } from './seatbelt/launch.ts';
import { reportDescriptor } from './supervised-tree.ts';
import type { Supervisor } from './supervisor.ts';
import { systemReads } from './system-reads.ts';
import type { Launch } from './tree.ts';

/** How processes are held, with the parts that this machine has. */
export interface Hold {
  readonly layer: Layer;
  /** Without one there is no more than a group to kill. */
  readonly supervisor: Supervisor | undefined;
  /** The path of `bwrap`, for its layer. */
  readonly bubblewrap?: string | undefined;
  /** The path of `sandbox-exec`, for its layer. */
  readonly seatbelt?: string | undefined;
  /** No capabilities and no way to get any, and a filter of system calls. */
  readonly confined: boolean;
  readonly landlock: boolean;
  /** Whether it sees a `/proc` of its own. */
  readonly proc: boolean;
  /** Calls that create or write in the project are executed by a broker, which knows what is protected. */
  readonly broker: boolean;
}

/** With nothing that the operating system enforces. */
export const unconfined = { confined: false, landlock: false, proc: false, broker: false } as const;

/** What surrounds one process. */
export interface HoldPlace {
  readonly root: string;
  readonly stateFolder: string;
  readonly folder: PrivateFolder;
  readonly protectedPaths: ProtectedPaths;
  /** Absolute paths that must not be written either, there or not. */
  readonly protectedFiles: readonly string[];
  readonly limits: ProcessLimits;
  readonly proxy: ProxyWay | undefined;
  readonly purpose: Purpose;
}

/**
 * `run`: from beginning to end, `run_without_input` when it is given nothing; `start`: talked to while it goes on;
 * `terminal`: started by somebody else, who has no descriptor to spare for reports; `lone`: talked to, and starts no
 * others.
 */
export type Purpose = 'run' | 'run_without_input' | 'start' | 'terminal' | 'lone';

/** How the proxy is reached: by a port of 127.0.0.1, behind which its socket lies. */
export interface ProxyWay {
  readonly port: number;
  readonly socketPath: string;
  readonly environment: { readonly [name: string]: string };
}

/** The layers with a root and a network of their own, in which nothing of the outside can be seen. */
export function isWalled({ layer }: Pick<Hold, 'layer'>): boolean {
  return layer === 'namespaces' || layer === 'bubblewrap';
}

/** What has to be started to have a process in this hold. */
export function launchIn(hold: Hold, request: ProcessRequest, place: HoldPlace): Launch {
  const { argv, directory } = request;
  const { supervisor } = hold;
  const { home, temporary } = place.folder;
  const { randomBytes } = process.getBuiltinModule('node:crypto');
  const mark = randomBytes(12).toString('hex');
  const environment = cleanEnvironment(
    {
      home,
      temporary: isWalled(hold) ? '/tmp' : temporary,
      root: place.root,
      programs: request.programs,
      morePrograms: request.morePrograms,
    },
    { ...place.proxy?.environment, ...request.environment, [markName]: mark },
  );
  const shared = { program: argv[0], environment, directory, mark };
  if (hold.seatbelt !== undefined)
    return { ...shared, ...inSeatbelt(hold.seatbelt, request, place, environment) };
  if (supervisor === undefined) return { ...shared, file: argv[0], arguments: argv.slice(1) };
  const options = [...optionsFor(hold, request, place), '--', ...argv];
  const { perl, text, confineText } = supervisor;
  if (place.purpose !== 'lone')
    return { ...shared, file: perl, arguments: ['-e', text, 'outer', ...options] };
  const given = Object.entries(environment).map(([name, value]) => `environment=${name}=${value}`);
  return {
    ...shared,
    file: perl,
    arguments: ['-e', confineText, 'lone', `report=${reportDescriptor}`, `parent=${process.pid}`],
    told: [...given, ...options],
  };
}

/** What the supervisors of one project share. */
function ownFile(name: string, { stateFolder, root }: HoldPlace): string {
  const { createHash } = process.getBuiltinModule('node:crypto');
  const digest = createHash('sha256').update(root).digest('hex').slice(0, 16);
  return join(stateFolder, 'processes', `${name}-${digest}`);
}

/** What exists at these paths from the root is mounted read-only. */
function mountedPaths({ root, protectedPaths, protectedFiles }: HoldPlace): string[] {
  const inside = protectedFiles.filter((path) => path !== root && isInside(root, path));
  return [...protectedPaths.mounted, ...inside.map((path) => relative(root, path))];
}

/** What the supervisor is told, as `name=value`. */
function optionsFor(hold: Hold, request: ProcessRequest, place: HoldPlace): string[] {
  const { root, folder, limits, proxy } = place;
  const walled = isWalled(hold);
  const writesProject = request.writes !== 'nothing';
  const brokered = hold.broker && writesProject && place.purpose !== 'lone';
  // What lies in the project is seen with it; by its name alone it could be a link to anywhere.
  const system = place.purpose === 'lone' ? [] : systemReads();
  const reads = [...system, ...(request.reads ?? [])].filter(
    (path) => !isInside(root, path) && existsSync(path),
  );
  const single: { readonly [name: string]: string | number | boolean | undefined } = {
    layer: hold.layer,
    bubblewrap: hold.bubblewrap,
    confine: hold.confined,
    landlock: hold.landlock,
    proc: hold.proc,
    ...(place.purpose === 'terminal' ? { pty: true, parent: process.pid } : { report: reportDescriptor }),
    pipes: place.purpose.startsWith('run'),
    no_input: place.purpose === 'run_without_input',
    directory: request.directory,
    root,
    temporary: folder.temporary,
    new_root: folder.newRoot,
    placeholders: ownFile('placeholders', place),
    ...(brokered
      ? { broker: true, lock: ownFile('lock', place), ...protectedPatterns(place.protectedPaths) }
      : {}),
    cpu: limits.cpuSeconds === Infinity ? undefined : limits.cpuSeconds,
    memory: limits.memoryBytes,
    file: limits.fileBytes,
    processes: limits.processes,
    relay: walled && proxy !== undefined ? `${proxy.port}:${proxy.socketPath}` : undefined,
    offline: !walled && proxy === undefined,
  };
  const lists = {
    read: [...reads, ...(writesProject ? [] : [root]), ...(proxy === undefined ? [] : [proxy.socketPath])],
    write: [folder.path, ...(writesProject ? [root, ...(request.writesOutside ?? [])] : [])],
    protect: walled && writesProject ? mountedPaths(place) : [],
    keep_free: walled && writesProject && !brokered ? place.protectedPaths.placeholders : [],
    path: brokered ? place.protectedFiles : [],
  };
  return [
    ...Object.entries(single).flatMap(([name, value]) =>
      value === undefined || value === false ? [] : [`${name}=${value === true ? 1 : value}`],
    ),
    ...Object.entries(lists).flatMap(([name, values]) => values.map((value) => `${name}=${value}`)),
  ];
}
