/**
 * The program that runs a plugin, in a process of its own. It reads what to do from standard input and answers on standard
 * output, one thing after the other: while the plugin runs, nothing else does but the watch over its CPU time.
 */
import { readSync, writeSync } from 'node:fs';
import { CpuWatch } from './cpu-watch.ts';
import { engine, type CompiledModule, type Instance, type Memory } from './engine.ts';
import {
  encodeFrame,
  FrameReader,
  type CallHead,
  type EndingWord,
  type FileAnswer,
  type Frame,
  type HostHead,
  type StartHead,
} from './frames.ts';
import { WasiHost, type Stop } from './wasi-host.ts';

const incoming = new FrameReader<never>(Infinity);
const chunk = Buffer.allocUnsafe(256 * 1024);
/** Milliseconds before a line that was not ready is tried again. */
const pauseMs = 1;

function main(): void {
  const watch = new CpuWatch();
  const {
    head: { start },
    body,
  } = receive<StartHead>();
  let module: CompiledModule;
  try {
    module = new engine.Module(body);
  } catch (error) {
    send({ refused: messageOf(error), at: 'compile' });
    return;
  }
  const host = new WasiHost({
    ...start,
    ask: (question) => {
      send({ question });
      return receive<FileAnswer>();
    },
  });
  watch.begun();
  const make = (): Attempt<Instance> => attempt(() => new engine.Instance(module, host.imports));
  const checked = start.checkOnly ? make() : undefined;
  if (checked !== undefined && 'error' in checked) {
    send({ refused: messageOf(checked.error), at: 'instantiate' });
    return;
  }
  send({ ready: watch.disarm() });
  if (start.checkOnly) return;
  const resident = residentBytes();
  let spare: Attempt<Instance> | undefined;
  let garbage = 0;
  for (;;) {
    // Made before it is wanted. What would run already has to wait for its call, and for the limits that hold then.
    if (!start.runsAtStart) spare ??= make();
    const { body: input } = receive<CallHead>();
    const before = watch.arm(start.cpuMs);
    const made = spare ?? make();
    spare = undefined;
    const { ending, output, linearBytes } =
      'error' in made ? failed(made.error) : run(made.value, host, input);
    const cpuMs = watch.disarm() - before;
    const memoryBytes = resident + linearBytes;
    send({ ended: { ...ending, cpuMs, memoryBytes, linearBytes } }, output);
    garbage += linearBytes;
    if (garbage > start.memoryBytes) {
      garbage = 0;
      globalThis.gc?.();
    }
  }
}

interface Ran {
  readonly ending: EndingWord & { readonly stderr: string };
  readonly output: Buffer | undefined;
  readonly linearBytes: number;
}

function run({ exports }: Instance, host: WasiHost, input: Buffer): Ran {
  const memory = exports['memory'] as Memory;
  host.begin(memory, input);
  let thrown: { readonly error: unknown } | undefined;
  try {
    (exports['_start'] as () => void)();
  } catch (error) {
    thrown = { error };
  }
  const { output, stderr, stopped } = host.finish();
  const linearBytes = memory.buffer.byteLength;
  const end = endOf(stopped, thrown);
  return { ending: { ...end, stderr }, output: end.end === 'exit' ? output : undefined, linearBytes };
}

/** A plugin that catches what ends it has still ended. */
function endOf(stopped: Stop | undefined, thrown: { readonly error: unknown } | undefined): EndingWord {
  if (stopped !== undefined) return stopped.ending;
  return thrown === undefined ? exited : trapped(thrown.error);
}

const exited = { end: 'exit', code: 0 } as const;

function trapped(error: unknown): EndingWord {
  return { end: 'trap', message: messageOf(error) };
}

function failed(error: unknown): Ran {
  return { ending: { ...trapped(error), stderr: '' }, output: undefined, linearBytes: 0 };
}

type Attempt<T> = { readonly value: T } | { readonly error: unknown };

function attempt<T>(make: () => T): Attempt<T> {
  try {
    return { value: make() };
  } catch (error) {
    return { error };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 1000) : 'an exception that nobody caught';
}

/** 0 where the system does not tell. */
function residentBytes(): number {
  try {
    return process.memoryUsage.rss();
  } catch {
    return 0;
  }
}

function receive<Head>(): Frame<Head> {
  for (;;) {
    const frame = incoming.next();
    if (frame !== undefined) return frame;
    const length = whenReady(() => readSync(0, chunk));
    // Nobody is there any more.
    if (length === 0) process.exit(0);
    incoming.add(Buffer.from(chunk.subarray(0, length)));
  }
}

function send(head: HostHead, body?: Uint8Array): void {
  const frame = encodeFrame(head, body);
  for (let sent = 0; sent < frame.length; ) sent += whenReady(() => writeSync(1, frame, sent));
}

function whenReady(work: () => number): number {
  for (;;) {
    try {
      return work();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF' || code === 'EPIPE') process.exit(0);
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(pausing, 0, 0, pauseMs);
    }
  }
}

const pausing = new Int32Array(new SharedArrayBuffer(4));

main();
