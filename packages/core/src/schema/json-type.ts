import type { JsonTypeName } from './json-schema.ts';

/** What a person calls the type of a value: a JSON type, or the JavaScript one for values JSON lacks. */
export function receivedType(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  if (typeof value === 'object') return Array.isArray(value) ? 'array' : 'object';
  return typeof value;
}

/** The types of a value as bits, so that any list of types is tested in one operation. */
export function typeBits(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return 1;
    case 'number':
      return Number.isInteger(value) ? 6 : Number.isFinite(value) ? 2 : 0;
    case 'boolean':
      return 8;
    case 'object':
      return value === null ? 16 : Array.isArray(value) ? 32 : 64;
    default:
      return 0;
  }
}

export const anyType = 127;

const bitOfType: ReadonlyMap<unknown, number> = new Map<JsonTypeName, number>([
  ['string', 1],
  ['number', 2],
  ['integer', 4],
  ['boolean', 8],
  ['null', 16],
  ['array', 32],
  ['object', 64],
]);

/** The bits of a `type` keyword: one name or a list; undefined when it names no JSON type. */
export function maskOfType(type: unknown): number | undefined {
  if (!Array.isArray(type)) return bitOfType.get(type);
  let mask = 0;
  for (const name of type) {
    const bit = bitOfType.get(name);
    if (bit === undefined) return undefined;
    mask |= bit;
  }
  return mask === 0 ? undefined : mask;
}

export interface PlainObject {
  readonly [key: string]: unknown;
}

export function isObject(value: unknown): value is PlainObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An own property or undefined: `constructor` and `__proto__` are data here, never inherited. */
export function ownValue<Value>(object: { readonly [key: string]: Value }, key: string): Value | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
