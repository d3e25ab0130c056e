import { grown } from './grown.ts';

/** How many are kept before it begins anew. */
const most = 100_000;
/** A word with more letters is none, and not worth keeping. */
const mostLetters = 64;
/** Places that are looked at: words that were made to have the same hash cost no more than others that are new. */
const mostSteps = 16;

/**
 * What is known of words, found by their letters: most of the time of reading a text would go into cutting out words that
 * have been seen before.
 */
export class KnownWords<Value> {
  readonly #make: (run: string) => Value;
  /** By the hash of their letters: the number of a word from 1 on, 0 where there is none. */
  #slots = new Uint32Array(1024);
  /** The letters of all words one after the other, and where those of each end. */
  #letters = new Uint16Array(4096);
  #ends = new Uint32Array(1024);
  #values: Value[] = [];

  constructor(make: (run: string) => Value) {
    this.#make = make;
  }

  /** What is known of the letters from `start` to `end`; made when they are new. */
  at(letters: Uint16Array, start: number, end: number): Value {
    const mask = this.#slots.length - 1;
    const hash = hashOf(letters, start, end);
    const steps = end - start > mostLetters ? 0 : mostSteps;
    for (let step = 0; step < steps; step++) {
      const number = this.#slots[(hash + step) & mask] as number;
      if (number === 0) return this.#add(letters.subarray(start, end));
      if (this.#isWord(number, letters, start, end)) return this.#values[number - 1] as Value;
    }
    return this.#make(String.fromCharCode(...letters.subarray(start, end)));
  }

  #isWord(number: number, letters: Uint16Array, start: number, end: number): boolean {
    const begin = this.#ends[number - 1] as number;
    if ((this.#ends[number] as number) - begin !== end - start) return false;
    for (let at = start; at < end; at++) if (letters[at] !== this.#letters[begin + at - start]) return false;
    return true;
  }

  #add(run: Uint16Array): Value {
    if (this.#values.length === most) {
      this.#slots.fill(0);
      this.#values = [];
    }
    const value = this.#make(String.fromCharCode(...run));
    const number = this.#values.push(value);
    const begin = this.#ends[number - 1] as number;
    while (begin + run.length > this.#letters.length) this.#letters = grown(this.#letters);
    if (number === this.#ends.length) this.#ends = grown(this.#ends);
    this.#letters.set(run, begin);
    this.#ends[number] = begin + run.length;
    if (number * 2 <= this.#slots.length) this.#place(number);
    else {
      this.#slots = new Uint32Array(this.#slots.length * 2);
      for (let one = 1; one <= number; one++) this.#place(one);
    }
    return value;
  }

  #place(number: number): void {
    const mask = this.#slots.length - 1;
    const hash = hashOf(this.#letters, this.#ends[number - 1] as number, this.#ends[number] as number);
    for (let step = 0; step < mostSteps; step++) {
      if (this.#slots[(hash + step) & mask] !== 0) continue;
      this.#slots[(hash + step) & mask] = number;
      return;
    }
  }
}

/** As FNV-1a. */
function hashOf(letters: Uint16Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (letters[at] as number), 0x01000193);
  return hash >>> 8;
}
