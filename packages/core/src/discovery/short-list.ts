/** A tool by its number, with its score. */
interface Scored {
  readonly number: number;
  readonly score: number;
}

/** The best of many, without sorting them: a heap with the least of those that are kept on top. */
export class ShortList {
  readonly #limit: number;
  readonly #numbers: Uint32Array;
  readonly #scores: Float64Array;
  #size = 0;

  constructor(limit: number) {
    this.#limit = limit;
    this.#numbers = new Uint32Array(limit);
    this.#scores = new Float64Array(limit);
  }

  /** What later candidates must exceed to be kept. */
  get least(): number {
    return this.#size < this.#limit ? 0 : (this.#scores[0] as number);
  }

  get size(): number {
    return this.#size;
  }

  get highest(): number {
    let highest = 0;
    for (let at = 0; at < this.#size; at++) highest = Math.max(highest, this.scoreAt(at));
    return highest;
  }

  /** In no order. */
  numberAt(at: number): number {
    return this.#numbers[at] as number;
  }

  scoreAt(at: number): number {
    return this.#scores[at] as number;
  }

  /** Keeps a candidate if it is among the best; of equals the one with the lower number is better. */
  add(number: number, score: number): void {
    if (this.#size < this.#limit) this.#rise(this.#size++, number, score);
    else if (!this.#isLess(number, score, 0)) this.#sink(number, score);
  }

  /** The best first. */
  sorted(): Scored[] {
    const all = Array.from(this.#numbers.subarray(0, this.#size), (number, at) => ({
      number,
      score: this.scoreAt(at),
    }));
    return all.toSorted((one, other) => other.score - one.score || one.number - other.number);
  }

  #put(at: number, number: number, score: number): void {
    this.#numbers[at] = number;
    this.#scores[at] = score;
  }

  #rise(from: number, number: number, score: number): void {
    let at = from;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!this.#isLess(number, score, above)) break;
      this.#put(at, this.#numbers[above] as number, this.#scores[above] as number);
      at = above;
    }
    this.#put(at, number, score);
  }

  /** In the place of the least. */
  #sink(number: number, score: number): void {
    let at = 0;
    for (;;) {
      let below = at * 2 + 1;
      if (below >= this.#size) break;
      const right = below + 1;
      if (
        right < this.#size &&
        this.#isLess(this.#numbers[right] as number, this.#scores[right] as number, below)
      )
        below = right;
      if (this.#isLess(number, score, below)) break;
      this.#put(at, this.#numbers[below] as number, this.#scores[below] as number);
      at = below;
    }
    this.#put(at, number, score);
  }

  #isLess(number: number, score: number, than: number): boolean {
    const other = this.#scores[than] as number;
    return score < other || (score === other && number > (this.#numbers[than] as number));
  }
}
