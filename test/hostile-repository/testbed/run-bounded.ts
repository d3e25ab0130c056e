import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The built command. */
export const command = fileURLToPath(new URL('../../../packages/toolcrib/bin/toolcrib.js', import.meta.url));

export interface BoundedRun {
  /** Undefined when the process was ended after its time limit, null when a signal ended it. */
  readonly code: number | null | undefined;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Bounds {
  readonly cwd: string;
  readonly environment: { readonly [name: string]: string };
  readonly input?: string;
  /** Milliseconds. */
  readonly limit: number;
}

/** Runs a program in a process group of its own, and ends the group afterwards. */
export function runBounded(
  file: string,
  given: readonly string[],
  { cwd, environment, input = '', limit }: Bounds,
): Promise<BoundedRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, given, { cwd, env: environment, detached: true });
    let [stdout, stderr, isLate] = ['', '', false];
    child.stdout.setEncoding('utf8').on('data', (piece: string) => (stdout += piece));
    child.stderr.setEncoding('utf8').on('data', (piece: string) => (stderr += piece));
    // A program may end without reading its input.
    child.stdin.on('error', () => undefined).end(input);
    const timer = setTimeout(() => {
      isLate = true;
      endGroup(child);
    }, limit);
    child.once('error', reject);
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      endGroup(child);
      resolve({ code: isLate ? undefined : code, signal: isLate ? null : signal, stdout, stderr });
    });
    // Background processes keep the output open.
    child.once('exit', () => setTimeout(() => endGroup(child), 500).unref());
  });
}

export function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has ended.
  }
}
