/** Keeps the end of what is written to it. */
export class TextTail {
  readonly #limit: number;
  #kept = Buffer.alloc(0);

  constructor(limit: number) {
    this.#limit = limit;
  }

  push(chunk: Buffer): void {
    const end = chunk.length >= this.#limit ? chunk : Buffer.concat([this.#kept, chunk]);
    this.#kept = Buffer.from(end.subarray(-this.#limit));
  }

  get text(): string {
    return this.#kept.toString('utf8').trim();
  }
}
