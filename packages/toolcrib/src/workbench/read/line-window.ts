import { isUtf8 } from 'node:buffer';
import type { FileHandle } from 'node:fs/promises';
import { outputLimits } from '../outputs.ts';
import { markLength, toLittleEndian, type TextEncoding } from '../text-encoding.ts';

export interface WindowRequest {
  readonly encoding: TextEncoding;
  /** The first line, counted from 1. */
  readonly offset: number;
  readonly limit: number;
  /** Bytes of the file. */
  readonly size: number;
  /** What is put behind a line that is too long to be shown whole. */
  readonly cutMark: (bytes: number) => string;
  readonly signal: AbortSignal;
}

export interface LineWindow {
  /** Without their newline; the carriage return before it is kept. */
  readonly lines: readonly string[];
  /** How many lines the file has; undefined when it was too large to count them. */
  readonly total: number | undefined;
  readonly lineEndings: 'lf' | 'crlf' | 'mixed' | 'none';
  readonly endsWithNewline: boolean | undefined;
  /** Whether the lines could be decoded without loss. */
  readonly isExact: boolean;
}

const chunkSize = 1 << 20;
/** In larger files nobody waits for the end once the window is full. */
const countLimit = 64_000_000;
const maxLineLength = 2000;
/** No character takes more bytes than four. */
const maxHeldBytes = 4 * maxLineLength + 4;
/** The number, the tab and the newline of a line. */
const frameBytes = 8;
/** For the note at the end. */
const reservedBytes = 200;

/** Reads some lines of a file. However large the file and its lines are, only the window and one chunk are held. */
export async function readWindow(handle: FileHandle, request: WindowRequest): Promise<LineWindow> {
  const { encoding, size, signal } = request;
  const collector = new LineCollector(request);
  const buffer = Buffer.allocUnsafe(chunkSize);
  for (let position = markLength(encoding); ; ) {
    signal.throwIfAborted();
    const { bytesRead } = await handle.read(buffer, 0, chunkSize, position);
    const whole = bytesRead - (bytesRead % collector.step);
    if (whole === 0) return collector.end();
    position += whole;
    collector.take(toLittleEndian(buffer.subarray(0, whole), encoding));
    if (collector.isFull && size > countLimit && position < size) return collector.stop();
  }
}

const newline = 10;
const carriageReturn = 13;

/** Counts lines in one pass and keeps those of the window. */
class LineCollector {
  /** Bytes of a code unit. */
  readonly step: 1 | 2;
  /** No more lines are kept. */
  isFull = false;
  readonly #request: WindowRequest;
  readonly #lines: string[] = [];
  #shownBytes = reservedBytes;
  #isExact = true;
  #newlines = 0;
  #crlf = 0;
  /** The last unit of the chunk before. */
  #last: number | undefined = newline;
  /** The line of the window that has not ended yet: its start, and how long it is so far. */
  #held: Buffer[] = [];
  #heldBytes = 0;
  #lineBytes = 0;

  constructor(request: WindowRequest) {
    this.#request = request;
    this.step = request.encoding.startsWith('utf-16') ? 2 : 1;
  }

  take(chunk: Buffer): void {
    const { step } = this;
    const { offset } = this.#request;
    const units = step === 1 ? chunk : new Uint16Array(chunk.buffer, chunk.byteOffset, chunk.length / 2);
    let newlines = this.#newlines;
    let start = 0;
    for (let at = nextNewline(units, 0); at >= 0; at = nextNewline(units, start)) {
      newlines++;
      if ((at === 0 ? this.#last : units[at - 1]) === carriageReturn) this.#crlf++;
      if (newlines >= offset && !this.isFull) this.#endLine(chunk.subarray(start * step, at * step));
      start = at + 1;
    }
    this.#newlines = newlines;
    this.#last = units.at(-1);
    if (newlines + 1 >= offset && !this.isFull) this.#hold(chunk.subarray(start * step));
  }

  /** The whole file was seen. */
  end(): LineWindow {
    const endsWithNewline = this.#last === newline;
    const total = this.#newlines + (endsWithNewline ? 0 : 1);
    if (!endsWithNewline && total >= this.#request.offset && !this.isFull) this.#endLine(Buffer.of());
    return { ...this.stop(), total, endsWithNewline };
  }

  /** What lies behind the window was not all seen. */
  stop(): LineWindow {
    const lineEndings =
      this.#newlines === 0
        ? 'none'
        : this.#crlf === 0
          ? 'lf'
          : this.#crlf === this.#newlines
            ? 'crlf'
            : 'mixed';
    const isExact = this.#isExact;
    return { lines: this.#lines, total: undefined, lineEndings, endsWithNewline: undefined, isExact };
  }

  #hold(part: Buffer): void {
    this.#lineBytes += part.length;
    const kept = part.subarray(0, maxHeldBytes - this.#heldBytes);
    if (kept.length === 0) return;
    // A copy: the chunk is used again for what comes next.
    this.#held.push(Buffer.from(kept));
    this.#heldBytes += kept.length;
  }

  #endLine(part: Buffer): void {
    this.#hold(part);
    const bytes = Buffer.concat(this.#held);
    const text = bytes.toString(this.step === 2 ? 'utf16le' : 'utf8');
    const isWhole = bytes.length === this.#lineBytes && text.length <= maxLineLength;
    const shown = isWhole ? text : shorten(text) + this.#request.cutMark(this.#lineBytes);
    this.#shownBytes += Buffer.byteLength(shown) + frameBytes;
    if (this.#shownBytes > outputLimits.bytes) {
      this.isFull = true;
      return;
    }
    this.#lines.push(shown);
    this.isFull = this.#lines.length === this.#request.limit;
    this.#isExact &&= !isWhole || (this.step === 2 ? text.isWellFormed() : isUtf8(bytes));
    this.#held = [];
    this.#heldBytes = 0;
    this.#lineBytes = 0;
  }
}

/** The search of the system is fast over long lines and slow to start: over short ones a loop is faster. */
function nextNewline(units: Uint8Array | Uint16Array, from: number): number {
  const near = Math.min(from + 12, units.length);
  for (let at = from; at < near; at++) if (units[at] === newline) return at;
  return units.indexOf(newline, near);
}

/** A pair of surrogates is not cut in half. */
function shorten(text: string): string {
  return text.slice(0, maxLineLength).replace(/[\uD800-\uDBFF]$/u, '');
}
