import type { Readable, Writable } from 'node:stream';
import {
  parseJSONRPCMessage,
  ProtocolErrorCode,
  serializeMessage,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/server';
import { member } from '../connectors/json-object.ts';
import type { GatewayTexts } from './texts.ts';

/** Bytes of one message. */
const maxBytes = 10_000_000;
const newline = 10;

export interface Streams {
  readonly input: Readable;
  readonly output: Writable;
}

/** Messages by lines. What is none gets an answer that says so, and the next line is read. */
export class StdioLines implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<Transport['onmessage']>;
  /** The client is gone. */
  readonly ended: Promise<void>;
  readonly #streams: Streams;
  readonly #texts: GatewayTexts;
  readonly #end: () => void;
  #parts: Buffer[] = [];
  #bytes = 0;
  #skips = false;
  #closed = false;

  constructor(streams: Streams, texts: GatewayTexts) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    this.#end = resolve;
    this.#streams = streams;
    this.#texts = texts;
  }

  async start(): Promise<void> {
    const { input, output } = this.#streams;
    const close = (): void => void this.close();
    input.on('data', (chunk: Buffer) => this.#read(chunk));
    for (const event of ['end', 'close', 'error']) input.on(event, close);
    output.on('error', close);
    if (input.readableEnded || input.destroyed) close();
  }

  send(message: JSONRPCMessage): Promise<void> {
    return this.#write(serializeMessage(message));
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#streams.input.pause();
    this.onclose?.();
    this.#end();
  }

  #read(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      this.#add(chunk.subarray(start, end));
      start = end + 1;
      this.#endLine();
    }
    this.#add(chunk.subarray(start));
  }

  #add(part: Buffer): void {
    this.#bytes += part.length;
    if (this.#bytes <= maxBytes) this.#parts.push(part);
    else {
      this.#skips = true;
      this.#parts = [];
    }
  }

  #endLine(): void {
    const line = this.#parts.length === 1 ? this.#parts[0] : Buffer.concat(this.#parts);
    const isTooLong = this.#skips;
    this.#parts = [];
    this.#bytes = 0;
    this.#skips = false;
    if (isTooLong) this.#refuse(ProtocolErrorCode.InvalidRequest, this.#texts.tooLong(maxBytes));
    else this.#receive(line?.toString('utf8') ?? '');
  }

  #receive(line: string): void {
    if (this.#closed || line.trim() === '') return;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      this.#refuse(ProtocolErrorCode.ParseError, this.#texts.notJson);
      return;
    }
    let message: JSONRPCMessage;
    try {
      message = parseJSONRPCMessage(value);
    } catch {
      this.#refuse(ProtocolErrorCode.InvalidRequest, this.#texts.notAMessage, idOf(value));
      return;
    }
    this.onmessage?.(message);
  }

  #refuse(code: number, message: string, id: string | number | null = null): void {
    this.#write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`).catch(
      () => undefined,
    );
  }

  #write(line: string): Promise<void> {
    if (this.#closed) return Promise.resolve();
    return new Promise((resolve) => this.#streams.output.write(line, () => resolve()));
  }
}

function idOf(value: unknown): string | number | null {
  const id = member(value, 'id');
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
