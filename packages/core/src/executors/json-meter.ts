import { outputLimits } from '../tool/json.ts';

/**
 * What a JSON text may hold. Beyond this, building it would keep everything else waiting, and so would every copy of it.
 * A shape is an object with its names in their order: to learn a new one costs an engine far more than another value.
 */
export const jsonLimits: Readonly<Record<JsonUnit, number>> = {
  levels: outputLimits.maxDepth,
  values: outputLimits.maxValues,
  shapes: 10_000,
};

type JsonUnit = 'levels' | 'values' | 'shapes';

/** Counts what a JSON text holds while it arrives, before anything is built from it. */
export class JsonMeter {
  #values = 1;
  #level = 0;
  /** Nothing stands yet in what was opened last. */
  #empty = false;
  /** The names so far in what is open at each level. */
  readonly #names = new Int32Array(jsonLimits.levels + 1);
  readonly #shapes = new Set<number>();
  #inText = false;
  #escaped = false;
  /** Of the last text, which is a name when a colon follows. */
  #text = 0;

  /** Of what the text holds too much with this piece; undefined while it is within the limits. */
  read(piece: string): JsonUnit | undefined {
    for (let at = this.#inText ? this.#readText(piece, 0) : 0; at < piece.length; at++) {
      switch (piece.charCodeAt(at)) {
        case 0x22: // "
          this.#empty = false;
          this.#text = 0;
          at = this.#readText(piece, at + 1) - 1;
          break;
        case 0x2c: // ,
          this.#values++;
          break;
        case 0x3a: // :
          this.#name();
          break;
        case 0x5b: // [
        case 0x7b: // {
          this.#values++;
          if (++this.#level > jsonLimits.levels) return 'levels';
          this.#names[this.#level] = 0;
          this.#empty = true;
          break;
        case 0x5d: // ]
        case 0x7d: // }
          if (this.#empty) this.#values--;
          this.#empty = false;
          if (this.#level > 0) this.#level--;
          break;
        case 0x20: // space
        case 0x09: // tab
        case 0x0a: // line feed
        case 0x0d: // carriage return
          break;
        default:
          this.#empty = false;
      }
    }
    if (this.#values > jsonLimits.values) return 'values';
    return this.#shapes.size > jsonLimits.shapes ? 'shapes' : undefined;
  }

  /** Reads to the end of the text or of the piece, and gives the place behind it. */
  #readText(piece: string, from: number): number {
    let [at, text, escaped, inText] = [from, this.#text, this.#escaped, true];
    for (; inText && at < piece.length; at++) {
      const code = piece.charCodeAt(at);
      inText = escaped || code !== 0x22;
      escaped = !escaped && code === 0x5c;
      text = mix(text, code);
    }
    [this.#text, this.#escaped, this.#inText] = [text, escaped, inText];
    return at;
  }

  #name(): void {
    const shape = mix(this.#names[this.#level] as number, this.#text);
    this.#names[this.#level] = shape;
    this.#shapes.add(shape);
  }
}

/** FNV-1a. */
function mix(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x0100_0193);
}
