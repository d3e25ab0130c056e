import type { Readable } from 'node:stream';
import rpc, { type DataCallback, type Disposable } from 'vscode-jsonrpc/node';

/** Bytes before a message that say how long it is. */
const maxHead = 4096;

/** Bytes of one message. */
const maxBody = 64_000_000;

/** Reads the messages of a server. One that says something else is not listened to any longer: it would never end. */
export class FrameReader extends rpc.AbstractMessageReader {
  readonly #stream: Readable;
  #chunks: Buffer[] = [];
  #length = 0;
  #wanted: number | undefined = undefined;
  #failed = false;

  constructor(stream: Readable) {
    super();
    this.#stream = stream;
  }

  listen(callback: DataCallback): Disposable {
    const take = (chunk: Buffer): void => {
      if (this.#failed) return;
      try {
        this.#take(chunk, callback);
      } catch (error) {
        this.#failed = true;
        this.#chunks = [];
        this.fireError(error);
      }
    };
    const close = (): void => this.fireClose();
    this.#stream.on('data', take).on('close', close);
    return { dispose: () => void this.#stream.off('data', take).off('close', close) };
  }

  #take(chunk: Buffer, callback: DataCallback): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    for (;;) {
      this.#wanted ??= this.#readHead();
      if (this.#wanted === undefined || this.#length < this.#wanted) return;
      const whole = this.#join();
      const body = whole.subarray(0, this.#wanted);
      this.#keep(whole.subarray(this.#wanted));
      this.#wanted = undefined;
      callback(JSON.parse(body.toString('utf8')) as Parameters<DataCallback>[0]);
    }
  }

  /** The length of the message that comes; undefined when that is not known yet. */
  #readHead(): number | undefined {
    if (this.#length === 0) return undefined;
    const whole = this.#join();
    const end = whole.subarray(0, maxHead).indexOf('\r\n\r\n');
    if (end < 0 && whole.length < maxHead) return undefined;
    const [, length] = /content-length: *(\d{1,9})(?:\r\n|$)/iu.exec(whole.toString('latin1', 0, end)) ?? [];
    if (end < 0 || length === undefined || Number(length) > maxBody)
      throw new Error('what the server says is no message');
    this.#keep(whole.subarray(end + 4));
    return Number(length);
  }

  #join(): Buffer {
    const whole = this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : Buffer.concat(this.#chunks);
    this.#chunks = [whole];
    return whole;
  }

  #keep(rest: Buffer): void {
    this.#chunks = rest.length === 0 ? [] : [rest];
    this.#length = rest.length;
  }
}
