import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { constants } from 'node:os';
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
  const { stdin, stdout, stderr } = child;
  const line = child.stdio[reportDescriptor] as Socket;
  // A process that does not read to the end has not failed for that.
  for (const stream of [stdin, line]) stream.on('error', () => undefined);
  const reports: Report[] = [];
  const first = listen(line, reports);
  const ended = Promise.all([once(line, 'close'), once(child, 'exit')]).then(async () => {
    const last = reports.at(-1);
    if (last !== undefined && 'status' in last) return endingOf(last);
    // Somebody killed the supervisor: what it held is on the loose.
    await endTree({ mark });
    return killed;
  });
  const begun = (await first) ?? { step: 'supervisor', errno: 0 };
  if ('step' in begun) {
    await ended;
    throw failedStart(program, begun, await text(stderr));
  }
  const end = async (): Promise<void> => {
    line.end();
    const lastResort = setTimeout(() => void endTree({ pid: child.pid, mark }), patience);
    await ended;
    clearTimeout(lastResort);
  };
  return { stdin, stdout, stderr, ended, end };
}

const killed: Ending = { exitCode: null, signal: 'SIGKILL', cpuMs: undefined, peakMemoryBytes: undefined };

/** Collects what is said. Resolves with the first of it; undefined when nothing is said at all. */
function listen(line: Socket, reports: Report[]): Promise<Report | undefined> {
  return new Promise((resolve) => {
    let rest = '';
    line.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const each of lines) reports.push(JSON.parse(each) as Report);
      resolve(reports[0]);
    });
    line.once('close', () => resolve(reports[0]));
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
