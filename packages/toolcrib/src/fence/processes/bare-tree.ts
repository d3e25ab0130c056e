import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { endTree, killTree, type TreeSign } from './process-tree.ts';
import { StartError } from './start-error.ts';
import type { Ending, Launch, Tree } from './tree.ts';

/** Milliseconds for what is left in the pipes. */
const patience = 500;

/** Starts a process where there is no supervisor to hold it: in a session of its own, which is killed from here. */
export async function spawnBare(launch: Launch): Promise<Tree> {
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
  return new BareTree(child, launch.mark);
}

class BareTree implements Tree {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly ended: Promise<Ending>;
  readonly #sign: TreeSign;

  constructor(child: ChildProcess, mark: string) {
    this.stdin = child.stdin!;
    this.stdout = child.stdout!;
    this.stderr = child.stderr!;
    this.#sign = { pid: child.pid!, mark };
    // A process that does not read to the end has not failed for that.
    this.stdin.on('error', () => undefined);
    remember(this);
    this.ended = new Promise((resolve) => {
      child.once('exit', (exitCode, signal) => {
        this.kill();
        forget(this);
        void endTree({ mark }).then(() => {
          resolve({ exitCode, signal, cpuMs: undefined, peakMemoryBytes: undefined });
          // What has got away without a trace may still hold them.
          setTimeout(
            () => [this.stdout, this.stderr].forEach((stream) => stream.destroy()),
            patience,
          ).unref();
        });
      });
    });
  }

  kill(): void {
    killTree(this.#sign);
  }

  async end(): Promise<void> {
    this.kill();
    await this.ended;
  }
}

/** What must not outlive us. A signal that kills us leaves us just time enough. */
const living = new Set<BareTree>();
const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function remember(tree: BareTree): void {
  living.add(tree);
  if (living.size > 1) return;
  process.on('exit', killAll);
  for (const signal of endings) process.on(signal, killAllAndDie);
}

function forget(tree: BareTree): void {
  living.delete(tree);
  if (living.size > 0) return;
  process.off('exit', killAll);
  for (const signal of endings) process.off(signal, killAllAndDie);
}

function killAll(): void {
  for (const tree of living) tree.kill();
}

function killAllAndDie(signal: NodeJS.Signals): void {
  killAll();
  for (const each of endings) process.off(each, killAllAndDie);
  // Whoever else listens decides by himself; otherwise the signal does what it would have done without us.
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
}
