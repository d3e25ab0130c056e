import type { JsonValue } from '../schema/json-schema.ts';
import { canonicalJson } from './canonical-json.ts';
import { sha256 } from './sha256.ts';

/** The SHA-256 of a JSON value, whatever the order of its keys, as lower-case hexadecimal. */
export function digestOf(value: JsonValue): string {
  return sha256(canonicalJson(value));
}

/** The same. Of a large value it is worked out beside everything else: it would keep the rest waiting. */
export async function digestLater(value: JsonValue): Promise<string> {
  const text = canonicalJson(value);
  // A page without TLS has no `subtle`.
  if (text.length <= quickLength || crypto.subtle === undefined) return sha256(text);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Characters whose digest takes less than a millisecond. */
const quickLength = 50_000;
