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

/** Keyed by `.key` and `[0]` and not by numbers, which a sender could choose so that they collide in a map. */
type Branch = Map<string, Branch | Leaf>;
type Leaf = { readonly value: JsonValue };

/** `{ "a.b[0]": 1 }` → `{ a: { b: [1] } }`, in whatever order the paths come. */
export function unflattenObject(flat: JsonObject): JsonValue {
  const root: Branch = new Map();
  let steps = 0;
  for (const [text, value] of Object.entries(flat)) {
    const path = parsePath(text);
    steps += path.length;
    if (steps > maxValues) throw problem('too_much_output', { limit: maxValues, unit: 'values' });
    let branch = root;
    for (const step of path.slice(0, -1)) {
      const next = branch.get(spelled(step)) ?? new Map();
      if (!(next instanceof Map)) throw taken(text);
      branch.set(spelled(step), next);
      branch = next;
    }
    const last = spelled(path.at(-1) ?? '');
    if (branch.has(last)) throw taken(text);
    branch.set(last, { value });
  }
  return root.size === 0 ? {} : toValue(root, '');
}

function spelled(step: string | number): string {
  return typeof step === 'number' ? `[${step}]` : `.${step}`;
}

function toValue(node: Branch | Leaf, path: string): JsonValue {
  if (!(node instanceof Map)) return node.value;
  const entries = [...node];
  if (entries.every(([step]) => step.startsWith('['))) return toList(node, path);
  const object: Record<string, JsonValue> = {};
  for (const [step, child] of entries) {
    const key = step.startsWith('[') ? step.slice(1, -1) : step.slice(1);
    const place = pathInto(path, key);
    if (Object.hasOwn(object, key)) throw taken(place); // a[0] and a.0
    setOwn(object, key, toValue(child, place));
  }
  return object;
}

function toList(branch: Branch, path: string): JsonValue {
  return Array.from({ length: branch.size }, (_, index) => {
    const child = branch.get(spelled(index));
    // One path can name place 999,999,999, so gaps are not filled.
    if (child === undefined) throw problem('gap_in_list', { list: path.slice(0, 80), index });
    return toValue(child, pathInto(path, index));
  });
}

function taken(path: string): Error {
  return problem('path_taken', { path: path.slice(0, 80) });
}
