import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd: string;
  readonly env?: { readonly [name: string]: string };
  /** What is written to standard input, piece by piece, before it is closed. */
  readonly input?: string | Iterable<string | Uint8Array>;
  /** Arguments for Node itself. */
  readonly node?: readonly string[];
}

export const command = fileURLToPath(new URL('../packages/toolcrib/bin/toolcrib.js', import.meta.url));

/** Runs the built command as a process of its own, without a terminal, a log, or anything that is set for us. */
export async function run(given: readonly string[], options: RunOptions): Promise<Ended> {
  const child = start(given, options);
  const { input = '' } = options;
  // A command that ends without reading what it is given is no failure of the test.
  pipeline(Readable.from(typeof input === 'string' ? [input] : input), child.stdin).catch(() => undefined);
  return ended(child);
}

/** Starts the command and leaves its streams to the test. */
export function start(
  given: readonly string[],
  options: Omit<RunOptions, 'input'>,
): ChildProcessWithoutNullStreams {
  const { cwd, env = {}, node = [] } = options;
  const child = spawn(process.execPath, [...node, command, ...given], {
    cwd,
    env: { LANG: 'C', TOOLCRIB_LOG: 'off', ...kept(), ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** What a command shares with the tests unless the test says otherwise: compiled code, and the state of the user. */
function kept(): NodeJS.ProcessEnv {
  const { NODE_COMPILE_CACHE, TOOLCRIB_STATE } = process.env;
  return { NODE_COMPILE_CACHE, TOOLCRIB_STATE };
}

/** Everything that is still to come. */
export async function ended(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  const closed = once(child, 'close') as Promise<[number | null]>;
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { code, stdout, stderr };
}

/** The lines of standard output, as they come. */
export function linesOf(child: ChildProcessWithoutNullStreams): AsyncIterator<string> {
  return createInterface({ input: child.stdout })[Symbol.asyncIterator]();
}
