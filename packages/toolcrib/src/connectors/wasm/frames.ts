/**
 * How we talk to the process of a plugin: a head in JSON and a body of bytes, each with its length before it. Both sides
 * read this file, one of them inside the sandbox.
 */

/** What a process is told first: the module is the body. */
export interface StartHead {
  readonly start: {
    readonly environment: { readonly [name: string]: string };
    readonly program: string;
    readonly runsAtStart: boolean;
    /** Makes one instance and ends: is the module one that can be used? It comes without what runs at its start. */
    readonly checkOnly: boolean;
    readonly outputBytes: number;
    readonly cpuMs: number;
    /** Instances that have taken more than this together are cleared away before the next. */
    readonly memoryBytes: number;
    /** Folders that it may read, by the names under which it finds them. */
    readonly folders: readonly string[];
  };
}

/** What it is told for each call: the arguments as JSON are the body. */
export interface CallHead {
  readonly call: true;
}

/** How a call ended inside; what the plugin wrote to standard output is the body. */
export type Ending = EndingWord & {
  /** What it wrote to standard error, or the beginning of it. */
  readonly stderr: string;
  readonly cpuMs: number;
  /** Of the process as it was before, and of the instance. */
  readonly memoryBytes: number;
  /** Of the instance alone. */
  readonly linearBytes: number;
};

export type EndingWord =
  | { readonly end: 'exit'; readonly code: number }
  | { readonly end: 'trap'; readonly message: string }
  | { readonly end: 'output_too_large' };

/** What a process says: that it is ready or never will be; how a call ended; or that it wants to read something. */
export type HostHead =
  /** With the CPU time that the start took. */
  | { readonly ready: number }
  | { readonly refused: string; readonly at: RefusedAt }
  | { readonly ended: Ending }
  | { readonly question: FileQuestion };

/** A module that the engine does not take, or one of which no instance can be made. */
export type RefusedAt = 'compile' | 'instantiate';

/** What a plugin wants to read, in the folder that was granted under this number. */
export interface FileQuestion {
  readonly what: 'open' | 'look' | 'list';
  readonly folder: number;
  readonly path: string;
}

/** What is there; the content of a file that was opened is the body. */
export type FileAnswer =
  | { readonly kind: 'file'; readonly size: number }
  | { readonly kind: 'folder'; readonly entries?: readonly FolderEntry[] }
  | { readonly kind: 'missing' | 'refused' | 'too_large' };

export interface FolderEntry {
  readonly name: string;
  readonly folder: boolean;
}

/** Throws when a process says what our program never would: then it is not our program any more. */
export function parseHostHead(value: unknown): HostHead {
  const head = fieldsOf(value);
  if (typeof head['ready'] === 'number') return head as unknown as HostHead;
  if (typeof head['refused'] === 'string' && (head['at'] === 'compile' || head['at'] === 'instantiate'))
    return head as unknown as HostHead;
  if (head['question'] !== undefined) {
    const { folder, path } = fieldsOf(head['question']);
    if (typeof folder === 'number' && typeof path === 'string') return head as unknown as HostHead;
  }
  const { end, code = 0, message = '', stderr, ...amounts } = fieldsOf(head['ended']);
  const right =
    ['exit', 'trap', 'output_too_large'].includes(String(end)) &&
    typeof code === 'number' &&
    typeof message === 'string' &&
    typeof stderr === 'string' &&
    ['cpuMs', 'memoryBytes', 'linearBytes'].every((name) => typeof amounts[name] === 'number');
  if (!right) throw new TypeError('not what the host says');
  return head as unknown as HostHead;
}

function fieldsOf(value: unknown): { readonly [name: string]: unknown } {
  if (typeof value === 'object' && value !== null) return value as { readonly [name: string]: unknown };
  throw new TypeError('not what the host says');
}

export interface Frame<Head> {
  readonly head: Head;
  readonly body: Buffer;
}

const prefix = 8;

export function encodeFrame(head: object, body: Uint8Array = nothing): Buffer {
  const said = Buffer.from(JSON.stringify(head));
  const frame = Buffer.allocUnsafe(prefix + said.length + body.length);
  frame.writeUInt32LE(said.length, 0);
  frame.writeUInt32LE(body.length, 4);
  frame.set(said, prefix);
  frame.set(body, prefix + said.length);
  return frame;
}

const nothing = new Uint8Array(0);

/** Puts frames together from the pieces in which they come. */
export class FrameReader<Head> {
  readonly #longest: number;
  #pieces: Buffer[] = [];
  #bytes = 0;
  /** Before so much has come there is nothing to look at. */
  #wanted = prefix;

  /** What says that it is longer than `longest` is not waited for. */
  constructor(longest: number) {
    this.#longest = longest;
  }

  add(piece: Buffer): void {
    this.#pieces.push(piece);
    this.#bytes += piece.length;
  }

  /** The next whole frame; undefined when more has to come. Throws when it cannot be one. */
  next(): Frame<Head> | undefined {
    if (this.#bytes < this.#wanted) return undefined;
    const come = this.#pieces.length === 1 ? (this.#pieces[0] as Buffer) : Buffer.concat(this.#pieces);
    this.#pieces = [come];
    const headEnd = prefix + come.readUInt32LE(0);
    const end = headEnd + come.readUInt32LE(4);
    if (end > this.#longest) throw new RangeError(`a frame of ${end} bytes`);
    this.#wanted = end;
    if (come.length < end) return undefined;
    const rest = come.subarray(end);
    this.#pieces = rest.length === 0 ? [] : [rest];
    this.#bytes = rest.length;
    this.#wanted = prefix;
    return {
      head: JSON.parse(come.toString('utf8', prefix, headEnd)) as Head,
      body: come.subarray(headEnd, end),
    };
  }
}
