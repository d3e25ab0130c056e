import type { JsonValue } from '../schema/json-schema.ts';
import { createError } from '../tool/errors.ts';

/** The body of an answer: JSON as a value, text as a string, anything else as base64; no more than `limit` bytes. */
export async function readBody(response: Response, limit: number, tool: string): Promise<JsonValue> {
  const bytes = await readBytes(response, limit, tool);
  const type = (response.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (bytes.length === 0) return null;
  if (/^application\/(.*\+)?json$|^text\/json$/u.test(type)) return parseJson(decode(bytes));
  if (/^text\/|^application\/(xml|javascript|x-www-form-urlencoded|.*\+xml)$/u.test(type))
    return decode(bytes);
  if (type === '') return decode(bytes);
  return toBase64(bytes);
}

/** A server that says JSON and sends something else is believed in what it sends. */
function parseJson(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}

/** Reads piece by piece, counting what was unpacked: a small compressed answer can hold gigabytes. */
async function readBytes(response: Response, limit: number, tool: string): Promise<Uint8Array> {
  if (response.body === null) return new Uint8Array();
  const reader = response.body.getReader();
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > limit) {
      await reader.cancel();
      throw createError('output_too_large', { tool, limit });
    }
    pieces.push(value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return btoa(binary);
}
