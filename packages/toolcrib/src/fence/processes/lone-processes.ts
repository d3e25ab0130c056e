import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { getSystemErrorName } from 'node:util';
import { StartError } from './start-error.ts';
import { reportDescriptor } from './supervised-tree.ts';
import type { Ending, Launch, Tree } from './tree.ts';

/** Milliseconds after the end of one until the next is made ready: whoever asks only once has gone by then. */
const pauseBefore = 5;

/**
 * Processes that start no others. Each has a group of its own to be killed, and the system kills it when we die. One is
 * kept ready that waits to be told what to become: to start it takes longer than many a search.
 */
export class LoneProcesses {
  #ready: WaitingProcess | undefined = undefined;
  #preparing: NodeJS.Timeout | undefined = undefined;
  #closed = false;

  async start(launch: Launch, told: readonly string[]): Promise<Tree> {
    const ready = this.#ready;
    this.#ready = undefined;
    const tree = (await ready?.become(launch.program, told)) ?? (await startAnew(launch, told));
    void tree.ended.then(() => this.#prepare(launch));
    return tree;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#preparing);
    await this.#ready?.end();
  }

  #prepare(launch: Launch): void {
    if (this.#closed) return;
    clearTimeout(this.#preparing);
    this.#preparing = setTimeout(() => {
      this.#ready ??= new WaitingProcess(launch);
      this.#ready.leaveAlone();
    }, pauseBefore).unref();
  }
}

async function startAnew(launch: Launch, told: readonly string[]): Promise<Tree> {
  const tree = await new WaitingProcess(launch).become(launch.program, told);
  if (tree === undefined) throw new StartError(launch.program, 'UNKNOWN');
  return tree;
}

/** Perl with the text of `confine.pl`, which waits. */
class WaitingProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #spawned: Promise<unknown>;
  readonly #ended: Promise<Ending>;
  readonly #streams: Pick<Tree, 'stdin' | 'stdout' | 'stderr'>;
  readonly #report: Socket;

  constructor({ file, arguments: given }: Launch) {
    this.#child = spawn(file, given, {
      cwd: '/',
      env: {},
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
      detached: true,
    });
    const { stdin, stdout, stderr, stdio } = this.#child;
    this.#report = stdio[reportDescriptor] as Socket;
    // A process that does not read to the end has not failed for that, nor has one that nobody needs any more.
    for (const each of [this.#child, stdin, this.#report]) each.on('error', () => undefined);
    this.#spawned = once(this.#child, 'spawn');
    this.#spawned.catch(() => undefined);
    this.#ended = new Promise((resolve) => {
      this.#child.once('exit', (exitCode, signal) => {
        resolve({ exitCode, signal, cpuMs: undefined, peakMemoryBytes: undefined });
      });
    });
    // Node throws away what a process has written when it ends before anybody listens: these listen at once.
    this.#streams = {
      stdin,
      stdout: stdout.pipe(new PassThrough()),
      stderr: stderr.pipe(new PassThrough()),
    };
  }

  /** Undefined when it has died before it could become anything. */
  async become(program: string, told: readonly string[]): Promise<Tree | undefined> {
    for (const each of this.#handles()) each.ref();
    try {
      await this.#spawned;
    } catch (error) {
      throw new StartError(program, (error as NodeJS.ErrnoException).code ?? 'UNKNOWN', { cause: error });
    }
    const words = Buffer.from(told.join('\0'));
    const length = Buffer.alloc(8);
    length.writeBigUInt64LE(BigInt(words.length));
    this.#report.write(Buffer.concat([length, words]));
    const said = await text(this.#report).catch(() => '');
    if (said === '') return undefined;
    if (said !== 'R\n') throw failedStart(program, said);
    return { ...this.#streams, ended: this.#ended, end: () => this.end() };
  }

  /** Nobody has to wait for its end. */
  leaveAlone(): void {
    for (const each of this.#handles()) each.unref();
  }

  async end(): Promise<void> {
    const { exitCode, signalCode, pid } = this.#child;
    if (pid === undefined) return;
    this.#child.ref();
    if (exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL');
    await this.#ended;
  }

  #handles(): readonly { ref(): unknown; unref(): unknown }[] {
    const { stdin, stdout, stderr } = this.#child;
    return [this.#child, this.#report, ...([stdin, stdout, stderr] as unknown as Socket[])];
  }
}

/** It says the number of the system's error and at which step. */
function failedStart(program: string, said: string): StartError {
  const [, errno = '0', step = said] = /^E(\d+) (.*)$/mu.exec(said) ?? [];
  const code = errno === '0' ? 'UNKNOWN' : getSystemErrorName(-Number(errno));
  if (step.startsWith('exec ')) return new StartError(program, code);
  return new StartError(program, code, { cause: new Error(step) });
}
