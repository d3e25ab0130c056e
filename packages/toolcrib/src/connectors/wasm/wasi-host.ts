import { randomFillSync } from 'node:crypto';
import type { Imports, Memory } from './engine.ts';
import type { FileAnswer, FileQuestion, Frame } from './frames.ts';
import { GuestMemory } from './guest-memory.ts';
import { refusedFunctions, wasiModule, type ServedFunction } from './wasi-functions.ts';
import { errno, fileTypes, rights } from './wasi-numbers.ts';
import { WasiFiles, writeStatus } from './wasi-files.ts';

export interface WasiOptions {
  /** The name that the program finds as its first argument. */
  readonly program: string;
  readonly environment: { readonly [name: string]: string };
  /** More than this on standard output ends the call. */
  readonly outputBytes: number;
  /** The folders that it may read, by the names under which it finds them. */
  readonly folders: readonly string[];
  /** Asks those outside, who know where a path leads. */
  readonly ask: (question: FileQuestion) => Frame<FileAnswer>;
}

/** Thrown through the plugin to end it. It may catch this, as it may catch anything: then the next call throws it again. */
export class Stop {
  readonly ending: { readonly end: 'exit'; readonly code: number } | { readonly end: 'output_too_large' };

  constructor(ending: Stop['ending']) {
    this.ending = ending;
  }
}

/** What one call reads and has written. */
interface Call {
  readonly memory: GuestMemory;
  readonly input: Uint8Array;
  readonly files: WasiFiles;
  readonly closed: Set<number>;
  read: number;
  readonly output: Buffer[];
  outputBytes: number;
  readonly complaints: Buffer[];
  complaintBytes: number;
  stopped: Stop | undefined;
}

type Given = number | bigint;
type HostFunction = (call: Call, ...given: never[]) => number;

/** Of what is written to standard error so much is kept; the rest is taken and forgotten. */
const mostComplaints = 8192;
const standardInput = 0;
const standardOutput = 1;
const standardError = 2;

/**
 * The part of WASI preview 1 that needs no permission: standard streams, arguments, environment, clocks, random bytes, the
 * end. Folders can be read when they were granted; everything else is there and answers that it is not to be had, because
 * what compilers produce imports all of it.
 */
export class WasiHost {
  /** Without a prototype: by a name such as `constructor` a module would get hold of what JavaScript itself has. */
  readonly imports: Imports;
  readonly #options: WasiOptions;
  readonly #words: { readonly given: readonly Uint8Array[]; readonly environment: readonly Uint8Array[] };
  #call: Call | undefined = undefined;

  constructor(options: WasiOptions) {
    this.#options = options;
    this.#words = {
      given: [encode(options.program)],
      environment: Object.entries(options.environment).map(([name, value]) => encode(`${name}=${value}`)),
    };
    const functions = Object.entries({ ...refused(), ...this.#functions() }).map(([name, work]) => [
      name,
      this.#guarded(work),
    ]);
    this.imports = withoutPrototype({ [wasiModule]: withoutPrototype(Object.fromEntries(functions)) });
  }

  /** Begins a call: from now on the functions work for it. */
  begin(memory: Memory, input: Uint8Array): void {
    const { folders, ask } = this.#options;
    const guest = new GuestMemory(memory);
    this.#call = {
      memory: guest,
      input,
      files: new WasiFiles(guest, folders, ask),
      closed: new Set(),
      read: 0,
      output: [],
      outputBytes: 0,
      complaints: [],
      complaintBytes: 0,
      stopped: undefined,
    };
  }

  /** Ends it, and gives what it has written and why it was stopped, if it was. */
  finish(): { readonly output: Buffer; readonly stderr: string; readonly stopped: Stop | undefined } {
    const call = this.#call as Call;
    this.#call = undefined;
    return {
      output: joined(call.output),
      stderr: joined(call.complaints).toString(),
      stopped: call.stopped,
    };
  }

  /** What a plugin passes is coerced to what the standard says, whatever its own types are. */
  #guarded(work: HostFunction): (...given: Given[]) => number {
    return (...given) => {
      const call = this.#call;
      // Whatever runs while an instance is made has neither input nor memory.
      if (call === undefined) return errno.nosys;
      if (call.stopped !== undefined) throw call.stopped;
      try {
        for (let index = 0; index < given.length; index++) given[index] = toUnsigned(given[index] as Given);
        return work(call, ...(given as never[]));
      } catch (error) {
        if (error instanceof Stop) call.stopped = error;
        if (error instanceof RangeError || error instanceof TypeError) return errno.fault;
        throw error;
      }
    };
  }

  #functions(): Readonly<Record<ServedFunction, HostFunction>> {
    const { given, environment } = this.#words;
    return {
      args_sizes_get: ({ memory }, count: number, size: number) => sizes(memory, given, count, size),
      args_get: ({ memory }, pointers: number, content: number) => texts(memory, given, pointers, content),
      environ_sizes_get: ({ memory }, count: number, size: number) => sizes(memory, environment, count, size),
      environ_get: ({ memory }, pointers: number, content: number) =>
        texts(memory, environment, pointers, content),
      clock_res_get: ({ memory }, clock: number, at: number) => {
        if (clock > 1) return errno.inval;
        memory.setU64(at, clock === 0 ? 1_000_000n : 1n);
        return errno.success;
      },
      clock_time_get: ({ memory }, clock: number, _precision: Given, at: number) => {
        if (clock > 1) return errno.inval;
        memory.setU64(at, timeOf(clock));
        return errno.success;
      },
      random_get: ({ memory }, at: number, length: number) => {
        randomFillSync(memory.bytes(at, length));
        return errno.success;
      },
      sched_yield: () => errno.success,
      proc_exit: (_, code: number) => {
        throw new Stop({ end: 'exit', code });
      },
      poll_oneoff: pollClocks,
      fd_read: (call, descriptor: number, list: number, count: number, at: number) => {
        const pieces = call.memory.pieces(list, count);
        if (descriptor !== standardInput) return call.files.read(descriptor, pieces, at);
        if (call.closed.has(descriptor)) return errno.badf;
        call.memory.setU32(at, readInput(call, pieces));
        return errno.success;
      },
      fd_write: (call, descriptor: number, list: number, count: number, at: number) => {
        if (!isOutput(descriptor) || call.closed.has(descriptor)) return errno.badf;
        const pieces = call.memory.pieces(list, count);
        for (const piece of pieces) this.#write(call, descriptor, piece);
        call.memory.setU32(at, sizeOf(pieces));
        return errno.success;
      },
      fd_close: (call, descriptor: number) => {
        if (descriptor > standardError) return call.files.close(descriptor);
        if (call.closed.has(descriptor)) return errno.badf;
        call.closed.add(descriptor);
        return errno.success;
      },
      fd_fdstat_get: (call, descriptor: number, at: number) => {
        if (descriptor > standardError) return call.files.status(descriptor, at);
        const right = descriptor === standardInput ? rights.read : rights.write;
        return writeStatus(call.memory, at, fileTypes.stream, right);
      },
      fd_fdstat_set_flags: (_, descriptor: number) => (isOutput(descriptor) ? errno.success : errno.badf),
      fd_filestat_get: (call, descriptor: number, at: number) => {
        if (descriptor > standardError) return call.files.look(descriptor, at);
        call.memory.bytes(at, 64).fill(0);
        call.memory.setU8(at + 16, fileTypes.stream);
        return errno.success;
      },
      fd_seek: (call, descriptor: number, offset: bigint, whence: number, at: number) =>
        descriptor > standardError ? call.files.seek(descriptor, offset, whence, at) : errno.spipe,
      fd_tell: (call, descriptor: number, at: number) =>
        descriptor > standardError ? call.files.seek(descriptor, 0n, 1, at) : errno.spipe,
      fd_pread: (call, descriptor: number, list: number, count: number, offset: bigint, at: number) =>
        descriptor > standardError
          ? call.files.readAt(descriptor, call.memory.pieces(list, count), offset, at)
          : errno.spipe,
      fd_prestat_get: (call, descriptor: number, at: number) => call.files.granted(descriptor, at),
      fd_prestat_dir_name: (call, descriptor: number, at: number, length: number) =>
        call.files.grantedName(descriptor, at, length),
      fd_readdir: (call, descriptor: number, at: number, length: number, cookie: bigint, used: number) =>
        call.files.list(descriptor, at, length, cookie, used),
      path_filestat_get: (call, folder: number, _: number, path: number, length: number, at: number) =>
        call.files.lookAt(folder, path, length, at),
      path_open: (
        call,
        folder: number,
        _lookup: number,
        path: number,
        length: number,
        flags: number,
        wanted: bigint,
        _inherited: Given,
        _mode: number,
        at: number,
      ) => call.files.open(folder, { path, length, flags, wanted, at }),
    };
  }

  #write(call: Call, descriptor: number, piece: Uint8Array): void {
    if (descriptor === standardError) {
      const kept = Buffer.from(piece.subarray(0, mostComplaints - call.complaintBytes));
      if (kept.length > 0) call.complaints.push(kept);
      call.complaintBytes += kept.length;
      return;
    }
    call.outputBytes += piece.length;
    if (call.outputBytes > this.#options.outputBytes) {
      call.output.length = 0;
      throw new Stop({ end: 'output_too_large' });
    }
    call.output.push(Buffer.from(piece));
  }
}

/** What compilers import whether or not it is used, and what nobody can be given. */
function refused(): { [name: string]: HostFunction } {
  return Object.fromEntries(
    Object.entries(refusedFunctions).map(([name, code]) => [name, (): number => code]),
  );
}

function readInput(call: Call, pieces: readonly Uint8Array[]): number {
  const before = call.read;
  for (const piece of pieces) {
    const part = call.input.subarray(call.read, call.read + piece.length);
    piece.set(part);
    call.read += part.length;
  }
  return call.read - before;
}

/** Waits for clocks, and takes streams for ready, which ours always are. */
function pollClocks(
  { memory }: Call,
  subscriptions: number,
  events: number,
  count: number,
  at: number,
): number {
  if (count === 0 || count > mostSubscriptions) return errno.inval;
  const asked = Array.from({ length: count }, (_, index) =>
    readSubscription(memory, subscriptions + 48 * index),
  );
  const soonest = Math.min(...asked.map(({ waitMs }) => waitMs));
  if (soonest > 0) Atomics.wait(sleeping, 0, 0, soonest);
  const ready = asked.filter(({ waitMs }) => waitMs <= soonest);
  for (const [index, { userdata, type }] of ready.entries()) {
    const event = events + 32 * index;
    memory.bytes(event, 32).fill(0);
    memory.setU64(event, userdata);
    memory.setU8(event + 10, type);
  }
  memory.setU32(at, ready.length);
  return errno.success;
}

const mostSubscriptions = 1024;
const sleeping = new Int32Array(new SharedArrayBuffer(4));

interface Subscription {
  readonly userdata: bigint;
  readonly type: number;
  readonly waitMs: number;
}

function readSubscription(memory: GuestMemory, at: number): Subscription {
  const userdata = memory.getU64(at);
  const type = memory.getU8(at + 8);
  if (type !== 0) return { userdata, type, waitMs: 0 };
  const clock = memory.getU32(at + 16);
  const timeout = memory.getU64(at + 24);
  const absolute = (memory.getU16(at + 40) & 1) !== 0;
  const nanoseconds = absolute ? timeout - timeOf(clock) : timeout;
  return { userdata, type, waitMs: Math.max(0, Number(nanoseconds) / 1e6) };
}

function timeOf(clock: number): bigint {
  return clock === 0 ? BigInt(Date.now()) * 1_000_000n : process.hrtime.bigint();
}

function sizes(memory: GuestMemory, words: readonly Uint8Array[], count: number, size: number): number {
  memory.setU32(count, words.length);
  memory.setU32(size, sizeOf(words) + words.length);
  return errno.success;
}

function texts(memory: GuestMemory, words: readonly Uint8Array[], pointers: number, content: number): number {
  memory.setTexts(words, pointers, content);
  return errno.success;
}

function joined(pieces: readonly Buffer[]): Buffer {
  const [first] = pieces;
  return pieces.length === 1 && first !== undefined ? first : Buffer.concat(pieces);
}

function sizeOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

function isOutput(descriptor: number): boolean {
  return descriptor === standardOutput || descriptor === standardError;
}

function toUnsigned(value: Given): Given {
  return typeof value === 'bigint' ? BigInt.asUintN(64, value) : value >>> 0;
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function withoutPrototype<T extends object>(value: T): T {
  return Object.assign(Object.create(null) as T, value);
}
