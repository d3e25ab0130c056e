import { grown } from './grown.ts';

/** For each tool the lists of the words of its name, all in one piece of memory. */
export class NameLists {
  #lists = new Uint32Array(256);
  #ends = new Uint32Array(64);
  #count = 0;

  static from(ends: Uint32Array, lists: Uint32Array): NameLists {
    const names = new NameLists();
    names.#ends = Uint32Array.from(ends.length === 0 ? [0] : ends);
    names.#lists = Uint32Array.from(lists.length === 0 ? [0] : lists);
    names.#count = ends.length;
    return names;
  }

  /** Those of the next tool. */
  push(lists: readonly number[]): void {
    const end = this.endOf(this.#count - 1);
    while (end + lists.length > this.#lists.length) this.#lists = grown(this.#lists);
    if (this.#count === this.#ends.length) this.#ends = grown(this.#ends);
    this.#lists.set(lists, end);
    this.#ends[this.#count++] = end + lists.length;
  }

  of(tool: number): Uint32Array {
    return this.#lists.subarray(this.endOf(tool - 1), this.endOf(tool));
  }

  at(place: number): number {
    return this.#lists[place] as number;
  }

  /** The place after the last of a tool; its first is after the last of the tool before. */
  endOf(tool: number): number {
    return tool < 0 ? 0 : (this.#ends[tool] as number);
  }
}
