import type { JsonValue } from '../schema/json-schema.ts';
import { canonicalJson } from './canonical-json.ts';
import { sha256 } from './sha256.ts';

/** The SHA-256 of a JSON value, whatever the order of its keys, as lower-case hexadecimal. */
export function digestOf(value: JsonValue): string {
  return sha256(canonicalJson(value));
}
