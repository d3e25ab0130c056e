import { fileURLToPath } from 'node:url';
import { dirname } from 'node:path';
import type { Usage } from '@toolcrib/core';
import type { Processes, RunningProcess } from '../../fence/processes/processes.ts';
import {
  encodeFrame,
  FrameReader,
  parseHostHead,
  type CallHead,
  type Ending,
  type FileQuestion,
  type Frame,
  type HostHead,
  type RefusedAt,
  type StartHead,
} from './frames.ts';
import { pagesPerMegabyte } from './clamp-module.ts';
import type { FileReply } from './file-answers.ts';
import type { PluginLimits } from './limits.ts';

export interface PluginLaunch {
  readonly name: string;
  /** With its limits written in. */
  readonly module: Uint8Array;
  readonly runsAtStart: boolean;
  /** Whether it only tells if the module can be used, and ends. @default false */
  readonly checkOnly?: boolean | undefined;
  readonly limits: PluginLimits;
  readonly environment: { readonly [name: string]: string };
  /** The folders that it may read, as it names them. */
  readonly folders: readonly string[];
  readonly answer: (question: FileQuestion) => FileReply;
  readonly processes: Processes;
  /** An empty folder. */
  readonly room: string;
}

/** Why the process of a plugin is no more. */
export type Death = 'time' | 'cpu' | 'memory' | 'crashed' | 'refused' | 'cancelled';

interface DeathOptions {
  readonly usage?: Usage | undefined;
  /** @default 'compile' */
  readonly refusedAt?: RefusedAt | undefined;
}

/** The process of a plugin has ended, and the call in it. */
export class PluginDied extends Error {
  override readonly name = 'PluginDied';
  readonly death: Death;
  /** What it took since the call before. */
  readonly usage: Usage | undefined;
  readonly refusedAt: RefusedAt;

  constructor(death: Death, detail: string, { usage, refusedAt = 'compile' }: DeathOptions = {}) {
    super(detail);
    this.death = death;
    this.usage = usage;
    this.refusedAt = refusedAt;
  }
}

export interface PluginAnswer {
  readonly ending: Ending;
  readonly output: Buffer;
}

const fromSource = import.meta.url.endsWith('.ts');
/** Beside this file, or in the place where the bundle has it. */
const program = fileURLToPath(
  new URL(fromSource ? './plugin-host.ts' : '../connectors/plugin-host.js', import.meta.url),
);
/** Megabytes that JavaScript may use inside; a plugin gets at them only by references and objects of its own. */
const heapMb = 64;
/** Megabytes of code that may come out of a module. */
const codeMb = 256;
/** What Node itself maps, of which half a gigabyte is room for code that it never uses. */
const nodeBytes = 1024 ** 3;
/** Milliseconds in which a process must start and compile its module. */
const startMs = 10_000;
/** Beside the output there is what the plugin said on standard error. */
const headBytes = 256 * 1024;
const mostComplaints = 4096;

/** A process that runs one plugin, one call after the other. */
export class PluginProcess {
  readonly #process: RunningProcess;
  readonly #launch: PluginLaunch;
  readonly #frames: FrameReader<unknown>;
  readonly #exited: Promise<void>;
  #complaints = '';
  #taken: Usage | undefined = undefined;
  #toldCpuMs = 0;
  #death: Death | undefined = undefined;
  #gone = false;
  #waiting: ((frame: Frame<HostHead> | undefined) => void) | undefined = undefined;

  /** Starts one and waits until it is ready. */
  static async start(launch: PluginLaunch): Promise<PluginProcess> {
    const { processes, room, limits, name } = launch;
    const telling: { usage?: Usage } = {};
    const process = await processes.start({
      argv: [globalThis.process.execPath, ...nodeOptions(limits), program],
      directory: room,
      writes: 'nothing',
      reads: [fromSource ? dirname(program) : program],
      limits: { memoryBytes: nodeBytes + 3 * limits.memoryMb * 1024 * 1024, processes: 32 },
      onUsage: (usage) => void (telling.usage = usage),
    });
    const plugin = new PluginProcess(process, launch, telling);
    const { environment, folders, runsAtStart, checkOnly = false } = launch;
    const start: StartHead['start'] = {
      environment,
      folders,
      runsAtStart,
      checkOnly,
      program: name,
      outputBytes: limits.outputKb * 1024,
      cpuMs: limits.cpuMs,
      memoryBytes: limits.memoryMb * 1024 * 1024,
    };
    const { head } = await plugin.#exchange({ start }, launch.module, { timeMs: startMs });
    if ('ready' in head) {
      plugin.#toldCpuMs = head.ready;
      return plugin;
    }
    await plugin.end('refused');
    throw 'refused' in head
      ? new PluginDied('refused', head.refused, { refusedAt: head.at })
      : new PluginDied('refused', 'no answer');
  }

  private constructor(process: RunningProcess, launch: PluginLaunch, telling: { readonly usage?: Usage }) {
    this.#process = process;
    this.#launch = launch;
    this.#frames = new FrameReader(launch.limits.outputKb * 1024 + headBytes);
    process.stdout.on('data', (piece: Buffer) => this.#hear(piece));
    process.stderr.on('data', (piece: Buffer) => {
      this.#complaints = (this.#complaints + piece.toString()).slice(-mostComplaints);
    });
    this.#exited = process.exited.then(({ signal, exitCode }) => {
      this.#taken = telling.usage;
      this.#death ??= deathBy(signal, exitCode, this.#complaints);
      this.#gone = true;
      this.#say(undefined);
    });
  }

  /** It takes no more calls. */
  get gone(): boolean {
    return this.#gone || this.#death !== undefined;
  }

  /** Runs the plugin once. Rejects with `PluginDied` when its process had to be ended, or ended by itself. */
  async call(input: Uint8Array, signal?: AbortSignal): Promise<PluginAnswer> {
    const { head: said, body } = await this.#exchange({ call: true }, input, {
      timeMs: this.#launch.limits.timeMs,
      signal,
    });
    if (!('ended' in said)) {
      await this.end('crashed');
      throw this.#died();
    }
    this.#toldCpuMs += said.ended.cpuMs;
    return { ending: said.ended, output: body };
  }

  /** Ends it with all that it has started. */
  async end(death: Death = 'cancelled'): Promise<void> {
    this.#death ??= death;
    await this.#process.end();
    await this.#exited;
  }

  /** Says something and waits for the answer, answering questions in between. */
  async #exchange(
    head: StartHead | CallHead,
    body: Uint8Array,
    { timeMs, signal }: { readonly timeMs: number; readonly signal?: AbortSignal | undefined },
  ): Promise<Frame<HostHead>> {
    const timer = setTimeout(() => void this.end('time'), timeMs);
    const cancel = (): void => void this.end('cancelled');
    signal?.addEventListener('abort', cancel);
    // Nobody hears of what was over before they listened.
    if (signal?.aborted) cancel();
    try {
      let heard = await this.#ask(encodeFrame(head, body));
      while (heard !== undefined && 'question' in heard.head) {
        const answer = this.#launch.answer(heard.head.question);
        heard = await this.#ask(encodeFrame(answer.head, answer.body));
      }
      if (heard !== undefined && this.#death === undefined) return heard;
      await this.#exited;
      throw this.#died();
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
    }
  }

  #ask(frame: Buffer): Promise<Frame<HostHead> | undefined> {
    return new Promise((resolve) => {
      this.#waiting = resolve;
      if (this.#gone) this.#say(undefined);
      else this.#process.stdin.write(frame);
    });
  }

  #hear(piece: Buffer): void {
    if (this.gone) return;
    try {
      this.#frames.add(piece);
      const frame = this.#frames.next();
      if (frame !== undefined) this.#say({ ...frame, head: parseHostHead(frame.head) });
    } catch {
      // Only what is no longer our program talks like that.
      void this.end('crashed');
    }
  }

  #say(frame: Frame<HostHead> | undefined): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.(frame);
  }

  #died(): PluginDied {
    const taken = this.#taken;
    const cpuMs = (taken?.cpuMs ?? 0) - this.#toldCpuMs;
    // What was killed behind walls of its own is not counted by who stands outside.
    const usage = taken === undefined || cpuMs < 0 ? undefined : { ...taken, cpuMs };
    return new PluginDied(this.#death ?? 'crashed', lastLine(this.#complaints), { usage });
  }
}

/**
 * No files but its own program, no processes, no addons; one thread besides, which watches. The limits of the module are said
 * a second time, to the engine.
 */
function nodeOptions({ memoryMb, tableElements }: PluginLimits): string[] {
  return [
    '--permission',
    '--allow-worker',
    `--allow-fs-read=${fromSource ? dirname(program) : program}`,
    '--no-warnings',
    `--wasm-max-mem-pages=${memoryMb * pagesPerMegabyte}`,
    `--wasm-max-table-size=${tableElements}`,
    `--wasm-max-committed-code-mb=${codeMb}`,
    `--max-old-space-size=${heapMb}`,
    '--v8-pool-size=1',
    '--expose-gc',
  ];
}

/** What the end of the process tells about its reason. */
function deathBy(signal: string | null, exitCode: number | null, complaints: string): Death {
  if (signal === 'SIGXCPU' || exitCode === 128 + 24) return 'cpu';
  return /out of memory|OOM:/u.test(complaints) ? 'memory' : 'crashed';
}

function lastLine(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.find((line) => /FATAL|Error/u.test(line)) ?? lines.at(-1) ?? '';
}
