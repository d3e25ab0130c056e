import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { SandboxMode } from '@toolcrib/core';
import { cleanEnvironment } from './clean-environment.ts';
import { createPrivateFolder, type PrivateFolder } from './private-folder.ts';
import { findTree, killTree, markName } from './process-tree.ts';
import type { Processes, ProcessLimits, ProcessRequest } from './processes.ts';
import { runTree } from './run-tree.ts';
import { Slots } from './slots.ts';
import { spawnTree, type Launch, type Tree } from './spawn-tree.ts';
import { StartError } from './start-error.ts';

export interface ProcessesOptions {
  /** The project directory, links resolved. */
  readonly root: string;
  readonly mode: SandboxMode;
  /** A folder outside the project that belongs to Toolcrib alone. */
  readonly stateFolder: string;
  /** What no process may write, from the project's root. */
  readonly protectedPaths?: readonly string[] | undefined;
  readonly limits?: Partial<ProcessLimits> | undefined;
  /** How many run to their end at the same time; the rest wait. @default 8 */
  readonly concurrency?: number | undefined;
}

const defaultOutputBytes = 16 * 1024 * 1024;

/** Makes what starts processes for one project. */
export function createProcesses({ stateFolder, concurrency = 8 }: ProcessesOptions): Processes {
  const slots = new Slots(concurrency);
  const living = new Set<() => Promise<void>>();
  let closed = false;

  const open = async (request: ProcessRequest): Promise<Tree> => {
    const folder = createPrivateFolder(stateFolder);
    try {
      if (closed) throw new StartError(request.argv[0], 'CLOSED');
      const tree = await spawnTree(launchOf(request, folder));
      const end = (): Promise<void> => tree.end();
      living.add(end);
      void tree.ended.then(() => {
        living.delete(end);
        return folder.remove();
      });
      if (closed) await end();
      return tree;
    } catch (error) {
      await folder.remove();
      throw error;
    }
  };

  return {
    layer: async () => 'checks',

    async run(request) {
      await slots.take(request.signal);
      try {
        const tree = await open(request);
        return await runTree(tree, {
          ...request,
          maxOutputBytes: request.maxOutputBytes ?? defaultOutputBytes,
        });
      } finally {
        slots.give();
      }
    },

    async start(request) {
      const tree = await open(request);
      const { stdin, stdout, stderr, ended } = tree;
      return { stdin, stdout, stderr, exited: ended, end: () => tree.end() };
    },

    async prepare(request) {
      const folder = createPrivateFolder(stateFolder);
      const { file, arguments: given, environment, directory, mark } = launchOf(request, folder);
      return {
        file,
        arguments: given,
        environment,
        directory,
        async end(pid) {
          killTree(pid, mark);
          for (let round = 0; round < 200 && findTree(pid, mark).length > 0; round++) {
            await pause(10);
            killTree(pid, mark);
          }
          await folder.remove();
        },
      };
    },

    async close() {
      closed = true;
      await Promise.all([...living].map((end) => end()));
    },
  };
}

function launchOf(request: ProcessRequest, { home, temporary }: PrivateFolder): Launch {
  const [program, ...given] = request.argv;
  const mark = randomBytes(12).toString('hex');
  const environment = cleanEnvironment({ home, temporary }, { ...request.environment, [markName]: mark });
  return { program, file: program, arguments: given, environment, directory: request.directory, mark };
}
