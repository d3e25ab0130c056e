import type { JsonValue } from '../schema/json-schema.ts';
import { createError } from '../tool/errors.ts';
import type { SecretMask } from '../tool/secret-mask.ts';
import { jsonLimits, JsonMeter } from './json-meter.ts';

interface Reading {
  readonly tool: string;
  /** Bytes that are read at most. */
  readonly limit: number;
  /** Takes out the secrets that were sent. */
  readonly mask: SecretMask | undefined;
}

export interface Body {
  /** JSON as a value, text as a string, anything else as base64; null when there is nothing. */
  readonly value: JsonValue;
  readonly binary: boolean;
}

export async function readBody(response: Response, reading: Reading): Promise<Body> {
  const type = response.headers.get('content-type')?.toLowerCase() ?? '';
  const media = type.split(';', 1)[0]?.trim() ?? '';
  if (/[/+]json$/u.test(media)) return { value: await readJson(response, type, reading), binary: false };
  if (isText(media)) return { value: await readPlain(response, type, reading), binary: false };
  return { value: await readBinary(response, reading), binary: true };
}

function isText(media: string): boolean {
  return /^$|^text\/|[/+](?:xml|yaml|x-yaml|toml|sql|javascript|graphql|x-www-form-urlencoded)$|[/-](?:ndjson|jsonl)$/u.test(
    media,
  );
}

async function readPlain(response: Response, type: string, reading: Reading): Promise<JsonValue> {
  const decoder = decoderFor(type);
  let text = '';
  for await (const piece of piecesOf(response, reading)) text += decoder.decode(piece, { stream: true });
  text += decoder.decode();
  return text === '' ? null : (reading.mask?.text(text) ?? text);
}

async function readJson(response: Response, type: string, reading: Reading): Promise<JsonValue> {
  const decoder = decoderFor(type);
  const meter = new JsonMeter();
  let text = '';
  for await (const piece of piecesOf(response, reading)) {
    const more = decoder.decode(piece, { stream: true });
    const unit = meter.read(more);
    if (unit !== undefined) {
      throw createError('output_too_large', { tool: reading.tool, limit: jsonLimits[unit], unit });
    }
    text += more;
  }
  text += decoder.decode();
  const value = text === '' ? null : parseJson(text);
  return reading.mask?.json(value) ?? value;
}

/** A server that says JSON and sends something else is believed in what it sends. */
function parseJson(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}

async function readBinary(response: Response, reading: Reading): Promise<JsonValue> {
  let bytes = '';
  for await (const piece of piecesOf(response, reading)) {
    // Applied, because to spread so many bytes takes seven times as long.
    for (let at = 0; at < piece.length; at += 0x2000)
      bytes += Reflect.apply(String.fromCharCode, undefined, piece.subarray(at, at + 0x2000));
  }
  return bytes === '' ? null : btoa(reading.mask?.text(bytes) ?? bytes);
}

/** Piece by piece, counting what was unpacked: a small compressed answer can hold gigabytes. */
async function* piecesOf(response: Response, { tool, limit }: Reading): AsyncGenerator<Uint8Array> {
  if (response.body === null) return;
  const reader = response.body.getReader();
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      length += value.length;
      if (length > limit) throw createError('output_too_large', { tool, limit, unit: 'bytes' });
      yield value;
    }
  } finally {
    // Nobody waits for what is left: to stop may take a server as long as to go on.
    reader.cancel().catch(() => undefined);
  }
}

/** The encoding that the server names, if there is such a one. */
function decoderFor(type: string): TextDecoder {
  const label = /;\s*charset\s*=\s*"?([^\s";]+)/u.exec(type)?.[1];
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}
