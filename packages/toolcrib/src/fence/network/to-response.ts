import type { IncomingMessage } from 'node:http';
import { pipeline, Transform, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { createError } from '@toolcrib/core';
import { toPairs } from './headers.ts';

export interface AnswerOptions {
  readonly method: string;
  readonly signal: AbortSignal;
  readonly maxBytes: number;
  /** Who receives it, for the message when it is too large. */
  readonly name: string;
}

/** Turns an answer of `node:http` into a `Response` whose body is still on its way. */
export function toResponse(answer: IncomingMessage, options: AnswerOptions): Response {
  const status = answer.statusCode ?? 0;
  const headers = new Headers(toPairs(answer.rawHeaders));
  const isEmpty = options.method === 'HEAD' || withoutBody.has(status);
  if (isEmpty) answer.resume();
  return new Response(isEmpty ? null : toBody(answer, options), { status, headers });
}

const withoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

function toBody(
  answer: IncomingMessage,
  { signal, maxBytes, name }: AnswerOptions,
): ReadableStream<Uint8Array> {
  const counted = atMost(maxBytes, name);
  const abort = (): Readable => counted.destroy(signal.reason as Error);
  signal.addEventListener('abort', abort);
  pipeline([answer, ...unpacking(answer.headers['content-encoding']), counted], () =>
    signal.removeEventListener('abort', abort),
  );
  return toStream(counted);
}

/** One packing is undone; packings inside packings are left to whoever wants them. */
function unpacking(encoding = ''): Transform[] {
  switch (encoding.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return [createGunzip()];
    case 'deflate':
      return [createInflate()];
    case 'br':
      return [createBrotliDecompress()];
    default:
      return [];
  }
}

/** `Readable.toWeb` throws where nobody can catch it when it is cancelled at the wrong moment. */
function toStream(source: Readable): ReadableStream<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  const pulled = {
    async pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
      const { done, value } = await chunks.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    cancel(): void {
      source.destroy();
    },
  };
  return new ReadableStream(pulled, { highWaterMark: 0 });
}

/** Counts what was unpacked: a small answer can hold gigabytes. */
function atMost(limit: number, tool: string): Transform {
  let length = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      length += chunk.length;
      if (length > limit) done(createError('output_too_large', { tool, limit, unit: 'bytes' }));
      else done(null, chunk);
    },
  });
}
