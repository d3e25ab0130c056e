import type { Memory } from './engine.ts';

/** The memory of an instance, by numbers as the standard passes them. What is not in it throws a RangeError. */
export class GuestMemory {
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  get size(): number {
    return this.#memory.buffer.byteLength;
  }

  /** Looked up every time: when the memory grows, what was seen of it before is gone. */
  get #view(): DataView {
    return new DataView(this.#memory.buffer);
  }

  bytes(at: number, length: number): Uint8Array {
    return new Uint8Array(this.#memory.buffer, at, length);
  }

  getU8(at: number): number {
    return this.#view.getUint8(at);
  }

  getU16(at: number): number {
    return this.#view.getUint16(at, true);
  }

  getU32(at: number): number {
    return this.#view.getUint32(at, true);
  }

  getU64(at: number): bigint {
    return this.#view.getBigUint64(at, true);
  }

  setU8(at: number, value: number): void {
    this.#view.setUint8(at, value);
  }

  setU16(at: number, value: number): void {
    this.#view.setUint16(at, value, true);
  }

  setU32(at: number, value: number): void {
    this.#view.setUint32(at, value, true);
  }

  setU64(at: number, value: bigint): void {
    this.#view.setBigUint64(at, value, true);
  }

  text(at: number, length: number): string {
    return new TextDecoder().decode(this.bytes(at, length));
  }

  /** The pieces that a list of buffers names. */
  pieces(at: number, count: number): Uint8Array[] {
    if (count > mostPieces) throw new RangeError(`${count} buffers`);
    return Array.from({ length: count }, (_, index) =>
      this.bytes(this.getU32(at + 8 * index), this.getU32(at + 8 * index + 4)),
    );
  }

  /** Texts one after the other, each ended by a zero, and where each begins. */
  setTexts(texts: readonly Uint8Array[], pointers: number, content: number): void {
    let place = content;
    for (const [index, text] of texts.entries()) {
      this.setU32(pointers + 4 * index, place);
      this.bytes(place, text.length).set(text);
      this.setU8(place + text.length, 0);
      place += text.length + 1;
    }
  }
}

/** As many as POSIX systems take. */
const mostPieces = 1024;
