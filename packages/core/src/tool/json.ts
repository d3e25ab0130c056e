import type { JsonValue } from '../schema/json-schema.ts';
import { formatPath } from '../schema/schema-problem.ts';

/** How large a value from outside may be. The limits keep every walk over it below what an event loop can bear. */
export interface JsonLimits {
  readonly maxDepth: number;
  /** Values in all, those inside of others included. */
  readonly maxValues: number;
  /** Characters of all texts and keys together. */
  readonly maxText: number;
}

/** What a call brings is copied, checked, judged, shown and recorded, and each of these walks over all of it. */
export const argumentLimits: JsonLimits = { maxDepth: 200, maxValues: 50_000, maxText: 16_000_000 };

/** What a tool gives back is copied fewer times, so there may be more of it. */
export const outputLimits: JsonLimits = { maxDepth: 200, maxValues: 100_000, maxText: 16_000_000 };

/** What a person is shown before a call. More than this nobody reads; arguments stand one level deeper in it. */
export const shownLimits: JsonLimits = { ...outputLimits, maxDepth: 210, maxText: 1_000_000 };

interface JsonFault {
  readonly path: string;
  readonly keyword: 'json' | 'depth' | 'size' | 'text';
  readonly expected: unknown;
  readonly received: string;
}

export type JsonCopy =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly fault: JsonFault };

type Leaf = (text: string) => JsonValue;

/**
 * An own copy of a JSON value: what the caller changes later, a getter that answers differently the second time, or
 * a key such as `__proto__` can do no harm behind this door. `undefined` properties and symbols are left out, as JSON
 * does. `leaf` may replace strings on the way; what it puts in counts like the rest.
 */
export function copyJson(value: unknown, limits: JsonLimits = argumentLimits, leaf?: Leaf): JsonCopy {
  const roomy = limits === argumentLimits || limits === outputLimits;
  const flat = leaf === undefined && roomy ? copyFlat(value) : undefined;
  if (flat !== undefined) return { ok: true, value: flat };
  const copier: Copier = { limits, values: limits.maxValues, text: limits.maxText, leaf };
  try {
    return { ok: true, value: copy(copier, value, 0) };
  } catch (thrown) {
    return { ok: false, fault: thrown instanceof Fault ? thrown.describe() : unreadable };
  }
}

/** Most arguments are a few plain values, and those need none of what follows. Undefined when there is more to it. */
function copyFlat(value: unknown): JsonValue | undefined {
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return undefined;
  try {
    let count = 0;
    for (const key in value) if (++count > 16 || key === '__proto__' || key.length > 100) return undefined;
    // Spreading reads every property once and keeps the shape of the object.
    const flat = { ...value } as Record<string, JsonValue>;
    for (const key in flat) {
      const held: unknown = flat[key];
      const plain =
        typeof held === 'string'
          ? held.length < 10_000
          : typeof held === 'boolean' || (typeof held === 'number' && Number.isFinite(held));
      if (!plain) return undefined;
    }
    return Object.getOwnPropertySymbols(flat).length === 0 ? flat : undefined;
  } catch {
    return undefined;
  }
}

const unreadable: JsonFault = { path: '', keyword: 'json', expected: 'JSON', received: 'unreadable' };

interface Copier {
  readonly limits: JsonLimits;
  /** How many values may still come. */
  values: number;
  /** How many characters may still come. */
  text: number;
  leaf: Leaf | undefined;
}

function copy(copier: Copier, value: unknown, depth: number): JsonValue {
  if (--copier.values < 0) throw tooMany(copier);
  switch (typeof value) {
    case 'string':
      return copier.leaf === undefined ? copyText(copier, value) : putIn(copier, copier.leaf, value, depth);
    case 'number':
      if (!Number.isFinite(value)) throw new Fault('json', 'JSON', String(value));
      return value;
    case 'boolean':
      return value;
    case 'object':
      if (value === null) return null;
      if (depth >= copier.limits.maxDepth) throw new Fault('depth', copier.limits.maxDepth, 'object');
      return Array.isArray(value) ? copyArray(copier, value, depth) : copyObject(copier, value, depth);
    default:
      throw new Fault('json', 'JSON', typeof value);
  }
}

function copyText(copier: Copier, text: string): string {
  if ((copier.text -= text.length) < 0) throw tooMuchText(copier.limits);
  return text;
}

/** What stands for a text is not looked through for more to replace. */
function putIn(copier: Copier, leaf: Leaf, text: string, depth: number): JsonValue {
  copier.leaf = undefined;
  copier.values++;
  const copied = copy(copier, leaf(text), depth);
  copier.leaf = leaf;
  return copied;
}

function copyArray(copier: Copier, from: readonly unknown[], depth: number): JsonValue {
  const to: JsonValue[] = [];
  if (from.length > copier.values) throw tooMany(copier);
  let index = 0;
  try {
    for (; index < from.length; index++) to.push(copy(copier, from[index], depth + 1));
  } catch (thrown) {
    throw atPlace(thrown, index);
  }
  return to;
}

function copyObject(copier: Copier, from: object, depth: number): JsonValue {
  if (!isPlainObject(from)) throw new Fault('json', 'JSON', from.constructor?.name || 'object');
  const keys = Object.keys(from);
  if (keys.length > copier.values) throw tooMany(copier);
  const to: Record<string, JsonValue> = {};
  let key = '';
  try {
    for (key of keys) {
      const value: unknown = (from as Record<string, unknown>)[key];
      if (value === undefined) continue;
      copyText(copier, key);
      setOwn(to, key, copy(copier, value, depth + 1));
    }
  } catch (thrown) {
    throw atPlace(thrown, key);
  }
  return to;
}

/** Objects of another realm have another Object.prototype, so ask for a root instead of for ours. */
export function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Sets a key as plain data: assigning to `__proto__` would change the object's nature instead. */
export function setOwn(target: Record<string, JsonValue>, key: string, value: JsonValue): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    target[key] = value;
  }
}

/** What `copyJson` and its `leaf` throw for more text than there may be. */
export function tooMuchText({ maxText }: JsonLimits): Error {
  return new Fault('text', maxText, 'string');
}

function tooMany({ limits }: Copier): Fault {
  return new Fault('size', limits.maxValues, 'object');
}

class Fault extends Error {
  readonly keyword: JsonFault['keyword'];
  readonly expected: unknown;
  readonly received: string;
  readonly place: (string | number)[] = [];

  constructor(keyword: JsonFault['keyword'], expected: unknown, received: string) {
    super(keyword);
    this.keyword = keyword;
    this.expected = expected;
    this.received = received;
  }

  describe(): JsonFault {
    const { keyword, expected, received } = this;
    // What is too much is too much of all together; where it was noticed says nothing.
    const ofAll = keyword === 'size' || keyword === 'text';
    return { path: ofAll ? '' : formatPath(this.place.toReversed()), keyword, expected, received };
  }
}

function atPlace(thrown: unknown, key: string | number): unknown {
  if (thrown instanceof Fault && thrown.place.length < 20) thrown.place.push(key);
  return thrown;
}

/** Freezes a value made by `copyJson` and everything in it. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    for (const part of Object.values(value)) deepFreeze(part);
    Object.freeze(value);
  }
  return value;
}
