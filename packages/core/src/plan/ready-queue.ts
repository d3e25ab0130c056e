/** Numbers in the order of their rank: a binary heap, so that ten thousand that are ready at once cost nothing. */
export class ReadyQueue {
  readonly #heap: number[] = [];
  readonly #before: (one: number, other: number) => boolean;

  constructor(before: (one: number, other: number) => boolean) {
    this.#before = before;
  }

  get first(): number | undefined {
    return this.#heap[0];
  }

  push(value: number): void {
    const heap = this.#heap;
    let at = heap.push(value) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#before(value, heap[parent] as number)) break;
      heap[at] = heap[parent] as number;
      at = parent;
    }
    heap[at] = value;
  }

  shift(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && this.#before(heap[child + 1] as number, heap[child] as number)) child++;
      if (!this.#before(heap[child] as number, last)) break;
      heap[at] = heap[child] as number;
      at = child;
    }
    heap[at] = last;
  }
}
