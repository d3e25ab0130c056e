import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { constants as system } from 'node:os';
import { text } from 'node:stream/consumers';
import { getSystemErrorName } from 'node:util';
import { endTree } from './process-tree.ts';
import { StartError } from './start-error.ts';
import type { Ending, Launch, Tree } from './tree.ts';

/** The descriptor on which the supervisor reports, and whose end it takes for ours. */
export const reportDescriptor = 3;

/** A supervisor that does not end when it is told to is killed after so many milliseconds. */
export const patience = 3000;

/** What the supervisor says, a line each, in this order. */
interface Reports {
  /** Its ends of the pipes for standard input, output and error. */
  readonly pipes?: readonly [number, number, number];
  readonly started?: true;
  /** Of `wait`, at the end. */
  readonly status?: number;
  readonly cpu_us?: number;
  readonly peak_kb?: number;
  /** Instead: at which step it could not be started, and the system's number for why. */
  readonly step?: string;
  readonly errno?: number;
}

/** Starts a process under the supervisor, which ends all of it when told to, and also when we are gone. */
export async function spawnSupervised(launch: Launch): Promise<Tree> {
  const { program, mark } = launch;
  const child = spawn(launch.file, launch.arguments, {
    cwd: launch.directory,
    env: launch.environment,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    detached: true,
  });
  try {
    await once(child, 'spawn');
  } catch (error) {
    throw new StartError(program, (error as NodeJS.ErrnoException).code ?? 'UNKNOWN', { cause: error });
  }
  const line = child.stdio[reportDescriptor] as Socket;
  const told = new Told(line);
  const gone = Promise.all([once(line, 'close'), once(child, 'exit')]);
  const { pipes } = await told.until('pipes');
  if (pipes === undefined) throw new StartError(program, 'UNKNOWN', { cause: 'the supervisor has died' });
  const [stdin, stdout, stderr] = openPipes(child.pid!, pipes);
  line.write('\n');

  const ended = gone.then(async () => {
    if (told.reports.status !== undefined) return endingOf(told.reports);
    // Somebody killed the supervisor: what it held is on the loose.
    await endTree({ mark });
    return { exitCode: null, signal: 'SIGKILL', cpuMs: undefined, peakMemoryBytes: undefined };
  });
  const { started, step } = await told.until('started', 'step');
  if (started === undefined && step !== undefined) throw await failedStart(program, told.reports, stderr);
  const end = async (): Promise<void> => {
    line.end();
    const lastResort = setTimeout(() => void endTree({ pid: child.pid, mark }), patience);
    await ended;
    clearTimeout(lastResort);
  };
  return { stdin, stdout, stderr, ended, end };
}

/** Collects what the supervisor says. */
class Told {
  reports: Reports = {};
  readonly #line: Socket;

  constructor(line: Socket) {
    this.#line = line;
    let rest = '';
    line.on('error', () => undefined);
    line.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const each of lines) this.reports = { ...this.reports, ...(JSON.parse(each) as Reports) };
    });
  }

  /** Resolves when one of these was said, or when nothing will be said any more. */
  async until(...names: readonly (keyof Reports)[]): Promise<Reports> {
    while (!this.#line.closed && !names.some((name) => this.reports[name] !== undefined)) {
      await Promise.race([once(this.#line, 'data'), once(this.#line, 'close')]);
    }
    return this.reports;
  }
}

/** Opens the other ends. What Node makes itself are sockets, and `/dev/stderr` cannot be opened on a socket. */
function openPipes(
  pid: number,
  [input, output, errors]: readonly [number, number, number],
): readonly [Socket, Socket, Socket] {
  const open = (descriptor: number, flags: number): number =>
    openSync(`/proc/${pid}/fd/${descriptor}`, flags | constants.O_NONBLOCK);
  const stdin = new Socket({ fd: open(input, constants.O_WRONLY), readable: false, writable: true });
  // A process that does not read to the end has not failed for that.
  stdin.on('error', () => undefined);
  const reader = (each: number): Socket =>
    new Socket({ fd: open(each, constants.O_RDONLY), readable: true, writable: false });
  return [stdin, reader(output), reader(errors)];
}

function endingOf({ status = 0, cpu_us: micros = 0, peak_kb: kilobytes = 0 }: Reports): Ending {
  const signal = status & 127;
  return {
    exitCode: signal === 0 ? status >> 8 : null,
    signal: signal === 0 ? null : nameOf(signal),
    cpuMs: micros / 1000,
    peakMemoryBytes: kilobytes * 1024,
  };
}

function nameOf(signal: number): string {
  const known = Object.entries(system.signals).find(([, number]) => number === signal);
  return known?.[0] ?? `SIG${signal}`;
}

async function failedStart(
  program: string,
  { errno = 0, step = '' }: Reports,
  stderr: Socket,
): Promise<StartError> {
  const code = errno === 0 ? 'UNKNOWN' : getSystemErrorName(-errno);
  if (step.startsWith('exec ')) return new StartError(program, code);
  const said = (await text(stderr)).trim();
  return new StartError(program, code, { cause: new Error(said === '' ? step : `${step}: ${said}`) });
}
