import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { constants } from 'node:os';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { getSystemErrorName } from 'node:util';
import { endTree } from './process-tree.ts';
import { StartError } from './start-error.ts';
import type { Ending, Launch, Tree } from './tree.ts';

/** The descriptor on which the supervisor reports, and whose end it takes for ours. */
export const reportDescriptor = 3;

/** A supervisor that does not end when it is told to is killed after so many milliseconds. */
export const patience = 3000;

/** What the supervisor says, a line each. */
type Report =
  | { readonly started: true }
  /** The end: the status as `wait` gives it, and what all of it took. */
  | { readonly status: number; readonly cpu_us: number; readonly peak_kb: number }
  /** It could not be started: at which step, and the system's number for why. */
  | { readonly step: string; readonly errno: number };

/** Starts a process under the supervisor, which ends all of it when told to, and also when we are gone. */
export async function spawnSupervised(launch: Launch): Promise<Tree> {
  const { program, mark } = launch;
  const child = spawn(launch.file, launch.arguments, {
    cwd: launch.directory,
    env: launch.environment,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    detached: true,
  });
  try {
    await once(child, 'spawn');
  } catch (error) {
    throw new StartError(program, (error as NodeJS.ErrnoException).code ?? 'UNKNOWN', { cause: error });
  }
  const { stdin } = child;
  // Node throws away what a process has written when it ends before anybody listens: these listen at once.
  const stdout = child.stdout.pipe(new PassThrough());
  const stderr = child.stderr.pipe(new PassThrough());
  const line = child.stdio[reportDescriptor] as Socket;
  // A process that does not read to the end has not failed for that.
  for (const stream of [stdin, line]) stream.on('error', () => undefined);
  const next = listen(line);
  const begun = await next();
  if (begun === undefined || 'step' in begun) {
    throw failedStart(program, begun ?? { step: 'supervisor', errno: 0 }, await text(stderr));
  }
  const ended = next().then(async (last) => {
    if (last !== undefined && 'status' in last) return endingOf(last);
    // Somebody killed the supervisor: what it held is on the loose.
    await endTree({ mark });
    return killed;
  });
  const gone = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
  const end = async (): Promise<void> => {
    line.end();
    const lastResort = setTimeout(() => void endTree({ pid: child.pid, mark }), patience);
    await ended;
    await gone;
    clearTimeout(lastResort);
  };
  return { stdin, stdout, stderr, ended, end };
}

const killed: Ending = { exitCode: null, signal: 'SIGKILL', cpuMs: undefined, peakMemoryBytes: undefined };

/** Gives one report after the other; undefined when there will be no more. */
function listen(line: Socket): () => Promise<Report | undefined> {
  const said: (Report | undefined)[] = [];
  let wanted: ((report: Report | undefined) => void) | undefined;
  const say = (report: Report | undefined): void => {
    if (wanted === undefined) said.push(report);
    else wanted(report);
    wanted = undefined;
  };
  let rest = '';
  line.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const each of lines) say(JSON.parse(each) as Report);
  });
  line.once('close', () => say(undefined));
  return () =>
    new Promise((resolve) => {
      if (said.length === 0) wanted = resolve;
      else resolve(said.shift());
    });
}

function endingOf({
  status,
  cpu_us: micros,
  peak_kb: kilobytes,
}: Extract<Report, { status: number }>): Ending {
  const signal = status & 127;
  return {
    exitCode: signal === 0 ? status >> 8 : null,
    signal: signal === 0 ? null : nameOf(signal),
    cpuMs: micros / 1000,
    peakMemoryBytes: kilobytes * 1024,
  };
}

function nameOf(signal: number): string {
  const known = Object.entries(constants.signals).find(([, number]) => number === signal);
  return known?.[0] ?? `SIG${signal}`;
}

function failedStart(
  program: string,
  { errno, step }: Extract<Report, { step: string }>,
  said: string,
): StartError {
  const code = errno === 0 ? 'UNKNOWN' : getSystemErrorName(-errno);
  if (step.startsWith('exec ')) return new StartError(program, code);
  return new StartError(program, code, { cause: new Error([step, said.trim()].filter(Boolean).join(': ')) });
}
