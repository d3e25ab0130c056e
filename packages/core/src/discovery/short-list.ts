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
    else if (!isLess(number, score, this.#numbers[0] as number, this.#scores[0] as number))
      this.#sink(number, score);
  }

  /** The best first. */
  sorted(): Scored[] {
    const all = Array.from(this.#numbers.subarray(0, this.#size), (number, at) => ({
      number,
      score: this.scoreAt(at),
    }));
    return all.toSorted((one, other) => other.score - one.score || one.number - other.number);
  }

  #rise(from: number, number: number, score: number): void {
    const numbers = this.#numbers;
    const scores = this.#scores;
    let at = from;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const [its, other] = [scores[above] as number, numbers[above] as number];
      if (!isLess(number, score, other, its)) break;
      numbers[at] = other;
      scores[at] = its;
      at = above;
    }
    numbers[at] = number;
    scores[at] = score;
  }

  /** In the place of the least. */
  #sink(number: number, score: number): void {
    const numbers = this.#numbers;
    const scores = this.#scores;
    const size = this.#size;
    let at = 0;
    for (let below = 1; below < size; below = at * 2 + 1) {
      const right = below + 1;
      if (
        right < size &&
        isLess(
          numbers[right] as number,
          scores[right] as number,
          numbers[below] as number,
          scores[below] as number,
        )
      )
        below = right;
      const [its, other] = [scores[below] as number, numbers[below] as number];
      if (isLess(number, score, other, its)) break;
      numbers[at] = other;
      scores[at] = its;
      at = below;
    }
    numbers[at] = number;
    scores[at] = score;
  }
}

function isLess(number: number, score: number, other: number, its: number): boolean {
  return score < its || (score === its && number > other);
}
