/** Bytes of one message. */
export const maxMessageBytes = 10_000_000;

/** Takes a stream apart into lines, and gives up on one that does not end. */
export class MessageLines {
  readonly #onLine: (line: string) => void;
  readonly #onTooLong: () => void;
  #parts: Buffer[] = [];
  #bytes = 0;

  constructor(onLine: (line: string) => void, onTooLong: () => void) {
    this.#onLine = onLine;
    this.#onTooLong = onTooLong;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      const rest = chunk.subarray(start, end);
      start = end + 1;
      const line = this.#bytes === 0 ? rest : Buffer.concat([...this.#parts, rest]);
      this.#forget();
      if (line.length > maxMessageBytes) return this.#onTooLong();
      this.#onLine(line.toString('utf8'));
    }
    if (start === chunk.length) return;
    this.#parts.push(chunk.subarray(start));
    this.#bytes += chunk.length - start;
    if (this.#bytes <= maxMessageBytes) return;
    this.#forget();
    this.#onTooLong();
  }

  #forget(): void {
    this.#parts = [];
    this.#bytes = 0;
  }
}
