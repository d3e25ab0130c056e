/** How many are kept before it begins anew. */
const most = 100_000;
/** Places that are looked at: words that were made to have the same hash cost no more than others that are new. */
const mostSteps = 16;

/**
 * What is known of words, found by their letters in a text: most of the time of reading a text would go into cutting out
 * words that have been seen before.
 */
export class KnownWords<Value> {
  readonly #make: (run: string) => Value;
  /** By the hash of their letters: a number of `#runs` from 1 on, 0 where there is none. */
  #slots = new Uint32Array(1024);
  #runs: string[] = [];
  #values: Value[] = [];

  constructor(make: (run: string) => Value) {
    this.#make = make;
  }

  /** What is known of the letters from `start` to `end`; made when they are new. */
  at(text: string, start: number, end: number): Value {
    const mask = this.#slots.length - 1;
    const hash = hashOf(text, start, end);
    for (let step = 0; step < mostSteps; step++) {
      const found = this.#slots[(hash + step) & mask] as number;
      if (found === 0) return this.#add(text.slice(start, end));
      if (isAt(text, start, end, this.#runs[found - 1] as string)) return this.#values[found - 1] as Value;
    }
    return this.#make(text.slice(start, end));
  }

  #add(run: string): Value {
    if (this.#runs.length === most) {
      this.#slots.fill(0);
      this.#runs = [];
      this.#values = [];
    }
    const value = this.#make(run);
    this.#values.push(value);
    this.#place(run, this.#runs.push(run));
    if (this.#runs.length * 2 > this.#slots.length) {
      this.#slots = new Uint32Array(this.#slots.length * 2);
      for (const [index, one] of this.#runs.entries()) this.#place(one, index + 1);
    }
    return value;
  }

  #place(run: string, number: number): void {
    const mask = this.#slots.length - 1;
    const hash = hashOf(run, 0, run.length);
    for (let step = 0; step < mostSteps; step++) {
      if (this.#slots[(hash + step) & mask] !== 0) continue;
      this.#slots[(hash + step) & mask] = number;
      return;
    }
  }
}

/** As FNV-1a. */
function hashOf(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 8;
}

function isAt(text: string, start: number, end: number, run: string): boolean {
  if (run.length !== end - start) return false;
  for (let at = 0; at < run.length; at++)
    if (run.charCodeAt(at) !== text.charCodeAt(start + at)) return false;
  return true;
}
