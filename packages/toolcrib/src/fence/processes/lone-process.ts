import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { getSystemErrorName } from 'node:util';
import { StartError } from './start-error.ts';
import { reportDescriptor } from './supervised-tree.ts';
import type { Ending, Launch, Tree } from './tree.ts';

/** Starts a process that starts no others. It has a group of its own to be killed, and the system kills it when we die. */
export async function spawnLone({
  program,
  file,
  arguments: given,
  environment,
  directory,
}: Launch): Promise<Tree> {
  const child = spawn(file, given, {
    cwd: directory,
    env: environment,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    detached: true,
  });
  const ended = new Promise<Ending>((resolve) => {
    child.once('exit', (exitCode, signal) => {
      resolve({ exitCode, signal, cpuMs: undefined, peakMemoryBytes: undefined });
    });
  });
  const { stdin } = child;
  // Node throws away what a process has written when it ends before anybody listens: these listen at once.
  const stdout = child.stdout.pipe(new PassThrough());
  const stderr = child.stderr.pipe(new PassThrough());
  // A process that does not read to the end has not failed for that.
  stdin.on('error', () => undefined);
  try {
    await once(child, 'spawn');
  } catch (error) {
    throw new StartError(program, (error as NodeJS.ErrnoException).code ?? 'UNKNOWN', { cause: error });
  }
  const trouble = await text(child.stdio[reportDescriptor] as Socket);
  if (trouble !== '') throw failedStart(program, trouble);
  const end = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGKILL');
    await ended;
  };
  return { stdin, stdout, stderr, ended, end };
}

/** It says the number of the system's error and at which step. */
function failedStart(program: string, trouble: string): StartError {
  const [, errno = '0', step = trouble] = /^E(\d+) (.*)$/mu.exec(trouble) ?? [];
  const code = errno === '0' ? 'UNKNOWN' : getSystemErrorName(-Number(errno));
  return new StartError(program, code, { cause: new Error(`${step}: ${code}`) });
}
