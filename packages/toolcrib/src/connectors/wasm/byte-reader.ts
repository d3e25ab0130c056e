import { PluginFault } from './plugin-problem.ts';

/** Reads forwards through a part of a file and never past its end. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  #position: number;

  constructor(bytes: Uint8Array, from: number, end: number) {
    this.#bytes = bytes;
    this.#position = from;
    this.#end = end;
  }

  get position(): number {
    return this.#position;
  }

  get atEnd(): boolean {
    return this.#position === this.#end;
  }

  byte(): number {
    if (this.atEnd) throw malformed('it ends in the middle', this.#position);
    return this.#bytes[this.#position++] as number;
  }

  /** LEB128: seven bits a byte, five bytes at most. */
  u32(): number {
    const from = this.#position;
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.byte();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) {
        if (value > 0xffff_ffff) break;
        return value;
      }
    }
    throw malformed('a number that is too long', from);
  }

  /** A signed number of at most five bytes, passed over. */
  s33(): void {
    const from = this.#position;
    for (let bytes = 0; bytes < 5; bytes++) if (this.byte() < 0x80) return;
    throw malformed('a number that is too long', from);
  }

  part(length: number): ByteReader {
    const from = this.#position;
    if (length > this.#end - from) throw malformed('a part that is longer than the file', from);
    this.#position += length;
    return new ByteReader(this.#bytes, from, this.#position);
  }

  rest(): Uint8Array {
    const rest = this.#bytes.subarray(this.#position, this.#end);
    this.#position = this.#end;
    return rest;
  }

  name(): string {
    const at = this.#position;
    const bytes = this.part(this.u32()).rest();
    try {
      return utf8.decode(bytes);
    } catch {
      throw malformed('a name that is not UTF-8', at);
    }
  }

  /** All that the part holds, and nothing after it. */
  list<T>(read: (reader: ByteReader) => T, longest: number): T[] {
    const at = this.#position;
    const length = this.u32();
    if (length > longest) throw malformed('a list that is too long', at);
    const items = Array.from({ length }, () => read(this));
    if (!this.atEnd) throw malformed('a section that is longer than its list', this.#position);
    return items;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function malformed(detail: string, at: number): PluginFault {
  return new PluginFault({ kind: 'plugin_malformed', detail, at });
}
