/** A tool by its number, with its score. */
export interface Scored {
  readonly number: number;
  readonly score: number;
}

/** The best of many, without sorting them: a heap with the least of those that are kept on top. */
export class ShortList {
  readonly #limit: number;
  readonly #heap: Scored[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** What a candidate must exceed to be kept. */
  get least(): number {
    return this.#heap.length < this.#limit ? 0 : (this.#heap[0] as Scored).score;
  }

  /** For candidates that exceed `least`. */
  add(candidate: Scored): void {
    if (this.#heap.length < this.#limit) this.#rise(this.#heap.push(candidate) - 1);
    else {
      this.#heap[0] = candidate;
      this.#sink();
    }
  }

  /** The best first; of equals the one that was registered first. */
  sorted(): Scored[] {
    return this.#heap.toSorted((one, other) => other.score - one.score || one.number - other.number);
  }

  #rise(from: number): void {
    for (let at = from; at > 0; ) {
      const above = (at - 1) >> 1;
      if (!this.#swapIfLess(at, above)) return;
      at = above;
    }
  }

  #sink(): void {
    const heap = this.#heap;
    for (let at = 0; ; ) {
      const left = at * 2 + 1;
      if (left >= heap.length) return;
      const right = left + 1;
      const isRightLess = right < heap.length && (heap[right] as Scored).score < (heap[left] as Scored).score;
      const below = isRightLess ? right : left;
      if (!this.#swapIfLess(below, at)) return;
      at = below;
    }
  }

  /** Swaps when the lower one is less than the one above it. */
  #swapIfLess(lower: number, above: number): boolean {
    const one = this.#heap[lower] as Scored;
    const other = this.#heap[above] as Scored;
    if (one.score >= other.score) return false;
    this.#heap[lower] = other;
    this.#heap[above] = one;
    return true;
  }
}
