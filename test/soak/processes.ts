import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createInterface, type Interface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Gauge } from './gauge.ts';
import type { Sample } from './growth.ts';

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
export const command = here('../../packages/toolcrib/bin/toolcrib.js');
export const library = here('library-process.ts');

/** A process of the soak, which tells every few seconds what it holds. */
export interface SoakProcess {
  readonly name: string;
  readonly child: ChildProcess;
  readonly lines: Interface;
  readonly samples: readonly Sample[];
  /** What it has said on standard error, the last of it. */
  readonly told: () => string;
  /** The exit code or the signal. */
  readonly ended: Promise<number | string>;
}

export function startProcess(
  name: string,
  {
    file,
    given = [],
    cwd,
    env,
  }: { file: string; given?: readonly string[]; cwd: string; env: NodeJS.ProcessEnv },
): SoakProcess {
  const node = ['--expose-gc', '--no-warnings', '--import', here('gauge.ts'), file, ...given];
  // A file that may not grow any more is an error to whoever writes it, as on a full disk, and not the end.
  const child = spawn('sh', ['-c', `trap '' XFSZ; exec "$0" "$@"`, process.execPath, ...node], {
    cwd,
    env,
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
  });
  const samples: Sample[] = [];
  child.on('message', (gauge) => void samples.push({ ...(gauge as Gauge), at: performance.now() }));
  let told = '';
  child.stderr?.setEncoding('utf8').on('data', (piece: string) => (told = (told + piece).slice(-4000)));
  const closed = once(child, 'close') as Promise<[number | null, string | null]>;
  return {
    name,
    child,
    lines: createInterface({ input: child.stdout as NodeJS.ReadableStream }),
    samples,
    told: () => told,
    ended: closed.then(([code, signal]) => signal ?? code ?? ''),
  };
}

/** The first line that it says. */
export async function firstLine({ name, lines, ended, told }: SoakProcess): Promise<string> {
  const line = once(lines, 'line') as Promise<[string]>;
  const early = ended.then((code) => Promise.reject(new Error(`${name} ended with ${code}: ${told()}`)));
  const [first] = await Promise.race([line, early]);
  return first;
}

/** Asks a process to end, and tells what is wrong with how it does. */
export async function endProcess({ name, child, ended, told }: SoakProcess): Promise<string[]> {
  child.stdin?.end();
  child.kill('SIGTERM');
  const code = await Promise.race([ended, wait(30_000, undefined, { ref: false })]);
  if (code === undefined) {
    child.kill('SIGKILL');
    return [`${name} did not end: ${told()}`];
  }
  // The library leaves the signal to its application, which here has no use for it.
  return code === 0 || code === 'SIGTERM' ? [] : [`${name} ended with ${code}: ${told()}`];
}

/** Whether files can be kept from growing. */
export const canFillDisk = process.platform === 'linux' && hasProgram('prlimit');

function hasProgram(name: string): boolean {
  try {
    execFileSync(name, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** No file of theirs grows beyond so many bytes, as on a disk that is full. */
export function limitFiles(processes: readonly SoakProcess[], bytes: number | 'unlimited'): void {
  for (const { child } of processes)
    execFileSync('prlimit', ['--pid', String(child.pid), `--fsize=${bytes}:`], { stdio: 'ignore' });
}

/** Processes of this machine that have anything to do with a folder. */
export function processesOf(folder: string): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      const texts = [
        () => readlinkSync(`/proc/${pid}/cwd`),
        () => readFileSync(`/proc/${pid}/cmdline`, 'utf8'),
        () => readFileSync(`/proc/${pid}/environ`, 'utf8'),
      ];
      return texts.some((read) => {
        try {
          return read().includes(folder);
        } catch {
          return false;
        }
      });
    });
}
