import { StringDecoder } from 'node:string_decoder';

type Stream = 'stdout' | 'stderr';

/** Milliseconds between two tellings: whoever listens wants to see that it goes on, not every byte. */
const interval = 100;

/** Tells output while it comes, in whole characters and not too often. */
export class LiveOutput {
  readonly #tell: (piece: { stream: Stream; text: string }) => void;
  readonly #decoders = { stdout: new StringDecoder('utf8'), stderr: new StringDecoder('utf8') };
  readonly #waiting = { stdout: '', stderr: '' };
  #timer: NodeJS.Timeout | undefined = undefined;

  constructor(tell: (piece: { stream: Stream; text: string }) => void) {
    this.#tell = tell;
  }

  take(stream: Stream, chunk: Buffer): void {
    // Of a flood only the end is worth telling.
    this.#waiting[stream] = (this.#waiting[stream] + this.#decoders[stream].write(chunk)).slice(-maxPiece);
    this.#timer ??= setTimeout(() => this.flush(), interval);
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const stream of ['stdout', 'stderr'] as const) {
      const text = this.#waiting[stream];
      this.#waiting[stream] = '';
      if (text !== '') this.#tell({ stream, text });
    }
  }
}

const maxPiece = 20_000;
