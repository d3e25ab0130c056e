import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Fence, Fetch, Locale, SandboxMode, Tool } from '@toolcrib/core';
import type { Environment } from './config/environment.ts';
import { createCommandGuard } from './fence/commands/command-guard.ts';
import type { AllowedCommand } from './fence/commands/programs/operator-list.ts';
import { createFence } from './fence/fence.ts';
import { createNetworkGuard } from './fence/network/network-guard.ts';
import type { Proxy } from './fence/network/proxy.ts';
import type { createProcesses } from './fence/processes/create-processes.ts';
import { thisMachine, type MachinePart } from './fence/processes/machine.ts';
import { createOwnPrograms } from './fence/processes/own-programs.ts';
import type { Layer, Processes } from './fence/processes/processes.ts';
import { createProjectFiles } from './fence/project-files.ts';
import { programFilesOf } from './fence/program-files.ts';
import { createGitFiles } from './fence/protected-files/git-files.ts';
import { createInstallationFiles } from './fence/protected-files/installation.ts';
import { createSecurityLog, type SecurityLog } from './fence/security-log.ts';
import { stateFolderOf } from './state-folder.ts';
import type { Bench } from './workbench/bench.ts';
import type { LanguageServerDefinition } from './workbench/lsp/language-servers.ts';
import { createOutputs } from './workbench/outputs.ts';
import { createReadings } from './workbench/readings.ts';
import { createWorkbenchTools } from './workbench/workbench.ts';

export type { Layer } from './fence/processes/processes.ts';

export interface WorkbenchOptions {
  /** The project directory. */
  readonly project: string;
  readonly mode: SandboxMode;
  readonly allowHosts: readonly string[];
  readonly allowCommands: readonly AllowedCommand[];
  /** All that may run. @default what is known, and `allowCommands` */
  readonly onlyCommands: readonly AllowedCommand[] | undefined;
  /** The file of a store that is not in the state folder. */
  readonly storeFile?: string | undefined;
  readonly languageServers: readonly LanguageServerDefinition[];
  readonly locale: Locale;
  readonly environment: Environment;
  readonly makeProcesses: typeof createProcesses;
}

/** The tools of the workbench with everything that holds them. */
export interface Workbench {
  readonly tools: readonly Tool[];
  /** The project directory, links resolved. */
  readonly root: string;
  readonly fence: Fence;
  /** Reaches the hosts of the allow-list and no others. */
  readonly fetch: Fetch;
  /** Lets a host be reached that a person has named after the start; what is none is not. */
  readonly permitHost: (host: string) => void;
  readonly processes: Processes;
  /** Adds files of the project that no tool and no sandboxed process may write, asked for before each of them. */
  readonly protect: (files: () => readonly string[]) => void;
  readonly mode: SandboxMode;
  readonly securityLog: SecurityLog;
  /** Outside the project, for this project's own affairs. */
  readonly stateFolder: string;
  /** What this machine can hold calls with, and what is allowed. */
  diagnose(): Promise<Diagnosis>;
  /** Ends everything that still runs. */
  close(): Promise<void>;
}

export interface Diagnosis {
  readonly project: string;
  readonly mode: SandboxMode;
  /** The layer that processes really run in. */
  readonly layer: Layer;
  /** What makes up the layers, and why a part does not work. */
  readonly parts: readonly MachinePart[];
  readonly allowHosts: readonly string[];
  readonly allowCommands: readonly AllowedCommand[];
  readonly onlyCommands: readonly AllowedCommand[] | undefined;
  readonly stateFolder: string;
  readonly securityLog: string;
}

/** The files of the project that its language servers are started from. */
function createServerFiles(
  root: string,
  servers: readonly LanguageServerDefinition[],
): () => readonly string[] {
  let found: readonly string[] | undefined;
  return () =>
    (found ??= servers.flatMap(({ command: [command, ...args] }) => {
      const { files, guarded } = programFilesOf({ command, args, cwd: root, project: root });
      return [...files, ...guarded];
    }));
}

/** Puts the fence and the workbench together over one project. */
export async function openWorkbench(options: WorkbenchOptions): Promise<Workbench> {
  const { mode, allowHosts, allowCommands, onlyCommands, languageServers, locale, environment } = options;
  const root = realpathSync.native(options.project);
  const stateFolder = stateFolderOf({ project: root, environment, locale });
  const endings: (() => Promise<void>)[] = [];
  const logFile = join(stateFolder, 'security.jsonl');
  const securityLog = createSecurityLog({ file: logFile });
  const network = createNetworkGuard({ allow: allowHosts, onRefusal: securityLog.onRefusal });
  // What is kept of all projects and agents, and a store that lies elsewhere.
  const hidden = [dirname(stateFolder), ...(options.storeFile === undefined ? [] : [options.storeFile])];
  const guarded = [
    createGitFiles(root),
    createInstallationFiles(root),
    createServerFiles(root, languageServers),
  ];
  const protectedFiles = (): readonly string[] => guarded.flatMap((each) => each());
  const files = createProjectFiles({ root, protectedPaths: protectedFiles, hidden });
  const commands = createCommandGuard({
    root,
    allowCommands,
    onlyCommands,
    findOwn: createOwnPrograms({ root, environment }),
  });
  const proxy = allowHosts.length === 0 ? undefined : await openProxy();
  const processes = options.makeProcesses({ root, mode, stateFolder, hidden, proxy, protectedFiles });
  const bench: Bench = {
    files,
    commands,
    processes,
    network,
    outputs: createOutputs({ folder: join(stateFolder, 'outputs'), locale }),
    readings: createReadings(),
    locale,
    stateFolder,
    onClose: (end) => void endings.push(end),
  };
  return {
    tools: createWorkbenchTools(bench, languageServers),
    root,
    fence: createFence({ mode, files, commands, processes, network }),
    // Loaded by the first request: the modules for HTTP take longer to load than everything else.
    fetch: async (url, init) => {
      const { createGuardedFetch } = await import('./fence/network/guarded-fetch.ts');
      return createGuardedFetch(network)(url, init);
    },
    permitHost: (host) => network.permit(host),
    protect: (paths) => void guarded.push(paths),
    processes,
    mode,
    securityLog,
    stateFolder,
    diagnose: async () => ({
      project: root,
      mode,
      layer: processes.layer(),
      parts: thisMachine().describe(),
      allowHosts: network.hosts(),
      allowCommands,
      onlyCommands,
      stateFolder,
      securityLog: logFile,
    }),
    async close() {
      await Promise.all(endings.map((end) => end()));
      await processes.close();
      await proxy?.close();
      securityLog.close();
    },
  };

  /** In a folder with a short name: the path of a socket has no room for a long one. */
  async function openProxy(): Promise<Proxy> {
    const { createProxy } = await import('./fence/network/proxy.ts');
    const folder = mkdtempSync(join(tmpdir(), 'toolcrib-'));
    endings.push(async () => rmSync(folder, { recursive: true, force: true }));
    return createProxy(network, { folder, locale });
  }
}
