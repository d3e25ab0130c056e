import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { killTree } from './process-tree.ts';
import { StartError } from './start-error.ts';

/** What to start, with everything that holds it. */
export interface Launch {
  /** The program that was asked for, for messages. */
  readonly program: string;
  readonly file: string;
  readonly arguments: readonly string[];
  readonly environment: { readonly [name: string]: string };
  readonly directory: string;
  /** Carried by every member of the tree. */
  readonly mark: string;
}

/** How a tree of processes ended: what its first process said, and what all of it took. */
export interface Ending {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly cpuMs: number | undefined;
  readonly peakMemoryBytes: number | undefined;
}

/** A process and everything that comes from it. */
export interface Tree {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Settles when nothing of the tree is left. */
  readonly ended: Promise<Ending>;
  end(): Promise<void>;
}

/** Starts a process in a session of its own, without a shell. Throws a `StartError` when it cannot. */
export async function spawnTree(launch: Launch): Promise<Tree> {
  const child = spawn(launch.file, launch.arguments, {
    cwd: launch.directory,
    env: launch.environment,
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
    windowsHide: true,
  });
  try {
    await once(child, 'spawn');
  } catch (error) {
    throw new StartError(launch.program, (error as NodeJS.ErrnoException).code ?? 'UNKNOWN', {
      cause: error,
    });
  }
  return new SpawnedTree(child, launch.mark);
}

class SpawnedTree implements Tree {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly ended: Promise<Ending>;
  readonly #pid: number;
  readonly #mark: string;

  constructor(child: ChildProcess, mark: string) {
    this.stdin = child.stdin!;
    this.stdout = child.stdout!;
    this.stderr = child.stderr!;
    this.#pid = child.pid!;
    this.#mark = mark;
    // A process that does not read to the end has not failed for that.
    this.stdin.on('error', () => undefined);
    living.add(this);
    if (living.size === 1) process.on('exit', killAll);
    this.ended = new Promise((resolve) => {
      child.once('exit', (exitCode, signal) => {
        this.kill();
        living.delete(this);
        if (living.size === 0) process.off('exit', killAll);
        resolve({ exitCode, signal, cpuMs: undefined, peakMemoryBytes: undefined });
      });
    });
  }

  kill(): void {
    killTree(this.#pid, this.#mark);
  }

  async end(): Promise<void> {
    this.kill();
    await this.ended;
  }
}

const living = new Set<SpawnedTree>();

function killAll(): void {
  for (const tree of living) tree.kill();
}
