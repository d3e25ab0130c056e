import type { JsonValue } from '../schema/json-schema.ts';

/** JSON with sorted keys: equal values give equal text. */
export function canonicalJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const object = value as { readonly [key: string]: JsonValue };
  const entries = Object.keys(object)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(object[key] as JsonValue)}`);
  return `{${entries.join(',')}}`;
}
