import type { JsonValue } from '../schema/json-schema.ts';

/** How large a value from outside may be. The limits keep every walk over it far below what an event loop can bear. */
export interface JsonLimits {
  readonly maxDepth: number;
  readonly maxNodes: number;
}

export const argumentLimits: JsonLimits = { maxDepth: 200, maxNodes: 250_000 };

interface JsonFault {
  readonly path: string;
  readonly keyword: 'json' | 'depth' | 'size';
  readonly expected: unknown;
  readonly received: string;
}

export type JsonCopy =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly fault: JsonFault };

type Leaf = (text: string) => JsonValue;

/**
 * An own copy of a JSON value: what the caller changes later, a getter that answers differently the second time, or
 * a key such as `__proto__` can do no harm behind this door. `undefined` properties are left out, as JSON does.
 * `leaf` may replace strings on the way.
 */
export function copyJson(value: unknown, limits: JsonLimits = argumentLimits, leaf?: Leaf): JsonCopy {
  const flat = leaf === undefined ? copyFlat(value) : undefined;
  if (flat !== undefined) return { ok: true, value: flat };
  const copier = { nodes: limits.maxNodes, maxDepth: limits.maxDepth, maxNodes: limits.maxNodes, leaf };
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
    const flat = { ...value } as Record<string, JsonValue>;
    let count = 0;
    for (const key in flat) {
      const held: unknown = flat[key];
      const plain =
        typeof held === 'string' ||
        typeof held === 'boolean' ||
        (typeof held === 'number' && Number.isFinite(held));
      if (!plain || ++count > 32 || !Object.hasOwn(flat, key)) return undefined;
    }
    return flat;
  } catch {
    return undefined;
  }
}

const unreadable: JsonFault = { path: '', keyword: 'json', expected: 'JSON', received: 'unreadable' };

interface Copier {
  nodes: number;
  readonly maxDepth: number;
  readonly maxNodes: number;
  readonly leaf: Leaf | undefined;
}

function copy(copier: Copier, value: unknown, depth: number): JsonValue {
  if (--copier.nodes < 0) throw new Fault('size', copier.maxNodes, typeof value);
  switch (typeof value) {
    case 'string':
      return copier.leaf === undefined ? value : copier.leaf(value);
    case 'number':
      if (!Number.isFinite(value)) throw new Fault('json', 'JSON', String(value));
      return value;
    case 'boolean':
      return value;
    case 'object':
      if (value === null) return null;
      if (depth >= copier.maxDepth) throw new Fault('depth', copier.maxDepth, 'object');
      return Array.isArray(value) ? copyArray(copier, value, depth) : copyObject(copier, value, depth);
    default:
      throw new Fault('json', 'JSON', typeof value);
  }
}

function copyArray(copier: Copier, from: readonly unknown[], depth: number): JsonValue {
  const to: JsonValue[] = [];
  if (from.length > copier.nodes) throw new Fault('size', copier.maxNodes, 'array');
  let index = 0;
  try {
    for (; index < from.length; index++) to.push(copy(copier, from[index], depth + 1));
  } catch (thrown) {
    throw atPlace(thrown, index);
  }
  return to;
}

function copyObject(copier: Copier, from: object, depth: number): JsonValue {
  const prototype: unknown = Object.getPrototypeOf(from);
  // Objects of another realm have another Object.prototype, so ask for a root instead of for ours.
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    throw new Fault('json', 'JSON', from.constructor?.name || 'object');
  }
  // Spreading reads every property once, takes `__proto__` for data, and keeps the shape of the object.
  const to = { ...from } as Record<string, JsonValue>;
  let key = '';
  try {
    for (key in to) {
      if (!Object.hasOwn(to, key)) continue;
      const value: unknown = to[key];
      if (value === undefined) {
        delete to[key];
        continue;
      }
      const copied = copy(copier, value, depth + 1);
      if (copied !== value) setOwn(to, key, copied);
    }
  } catch (thrown) {
    throw atPlace(thrown, key);
  }
  return to;
}

/** Sets a key as plain data: assigning to `__proto__` would change the object's nature instead. */
export function setOwn(target: Record<string, JsonValue>, key: string, value: JsonValue): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    target[key] = value;
  }
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
    return { path: toPath(this.place.toReversed()), keyword, expected, received };
  }
}

function atPlace(thrown: unknown, key: string | number): unknown {
  if (thrown instanceof Fault && thrown.place.length < 20) thrown.place.push(key);
  return thrown;
}

function toPath(keys: readonly (string | number)[]): string {
  return keys
    .map((key, index) => {
      if (typeof key === 'number') return `[${key}]`;
      if (!/^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(key)) return `[${JSON.stringify(key.slice(0, 60))}]`;
      return index === 0 ? key : `.${key}`;
    })
    .join('');
}

/** Freezes a value made by `copyJson` and everything in it. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    for (const part of Object.values(value)) deepFreeze(part);
    Object.freeze(value);
  }
  return value;
}
