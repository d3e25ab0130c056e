import type { JsonValue } from '../schema/json-schema.ts';
import { isObject } from '../schema/json-type.ts';
import { setOwn } from '../tool/json.ts';
import { maxCharacters, maxValues } from './input-size.ts';
import { problem } from './problem.ts';
import { isList, parsePath, pathInto, type JsonObject } from './value-path.ts';

/** `{ a: { b: [1] } }` → `{ "a.b[0]": 1 }`. Empty objects and lists stay as they are. */
export function flattenObject(object: JsonObject): JsonObject {
  const flat: Record<string, JsonValue> = {};
  let characters = 0;
  const walk = (value: JsonValue, path: string): void => {
    const children = childrenOf(value);
    for (const [step, child] of children) walk(child, pathInto(path, step));
    if (children.length > 0) return;
    // Deep objects with long keys have paths that together are far larger than the objects.
    characters += path.length;
    if (characters > maxCharacters) {
      throw problem('too_much_output', { limit: maxCharacters, unit: 'characters' });
    }
    setOwn(flat, path, value);
  };
  for (const [key, value] of Object.entries(object)) walk(value, pathInto('', key));
  return flat;
}

function childrenOf(value: JsonValue): readonly (readonly [string | number, JsonValue])[] {
  if (isList(value)) return value.map((child, index) => [index, child]);
  return isObject(value) ? Object.entries(value) : [];
}

/** `{ "a.b[0]": 1 }` → `{ a: { b: [1] } }`, in whatever order the paths come. */
export function unflattenObject(flat: JsonObject): JsonValue {
  const root = new Branch();
  let steps = 0;
  for (const [text, value] of Object.entries(flat)) {
    const path = parsePath(text);
    steps += path.length;
    if (steps > maxValues) throw problem('too_much_output', { limit: maxValues, unit: 'values' });
    let branch = root;
    for (const step of path.slice(0, -1)) {
      if (!branch.has(step)) branch.put(step, new Branch());
      const next = branch.at(step);
      if (!(next instanceof Branch)) throw taken(text);
      branch = next;
    }
    const last = path.at(-1) ?? '';
    if (branch.has(last)) throw taken(text);
    branch.put(last, value);
  }
  return steps === 0 ? {} : root.toValue('');
}

function taken(path: string): Error {
  return problem('path_taken', { path: path.slice(0, 80) });
}

/** An object or a list that is being put together. */
class Branch {
  // Without a prototype, so that `__proto__` is a key as any other.
  readonly #members = Object.create(null) as Record<string, Branch | JsonValue>;
  #isList = true;

  has(step: string | number): boolean {
    return String(step) in this.#members;
  }

  at(step: string | number): Branch | JsonValue | undefined {
    return this.#members[String(step)];
  }

  put(step: string | number, member: Branch | JsonValue): void {
    if (typeof step !== 'number') this.#isList = false;
    this.#members[String(step)] = member;
  }

  toValue(name: string): JsonValue {
    const entries = Object.entries(this.#members).map(
      ([key, member]) => [key, member instanceof Branch ? member.toValue(key) : member] as const,
    );
    if (!this.#isList) return Object.fromEntries(entries);
    return entries.map(([key, value], index) => {
      // The places come in their order. One path can name place 999,999,999, so gaps are not filled.
      if (key !== String(index)) throw problem('gap_in_list', { list: name.slice(0, 80), index });
      return value;
    });
  }
}
