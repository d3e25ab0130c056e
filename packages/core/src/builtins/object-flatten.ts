import type { JsonValue } from '../schema/json-schema.ts';
import { isObject } from '../schema/json-type.ts';
import { setOwn } from '../tool/json.ts';
import { formatPath, isList, parsePath, type JsonObject, type ValuePath } from './value-path.ts';

// Deep objects with long keys have paths that together are far larger than the objects.
const maxPathCharacters = 1_000_000;

/** `{ a: { b: [1] } }` → `{ "a.b[0]": 1 }`. Empty objects and lists stay as they are. */
export function flattenObject(object: JsonObject): JsonObject {
  const flat: Record<string, JsonValue> = {};
  let characters = 0;
  const walk = (value: JsonValue, path: ValuePath): void => {
    const children = childrenOf(value);
    for (const [step, child] of children) walk(child, [...path, step]);
    if (children.length > 0 || path.length === 0) return;
    const text = formatPath(path);
    characters += text.length;
    if (characters > maxPathCharacters)
      throw new Error('The object is too deep and too large to be flattened.');
    setOwn(flat, text, value);
  };
  walk(object, []);
  return flat;
}

function childrenOf(value: JsonValue): readonly (readonly [string | number, JsonValue])[] {
  if (isList(value)) return value.map((child, index) => [index, child]);
  return isObject(value) ? Object.entries(value) : [];
}

type Branch = Map<string | number, Branch | Leaf>;
type Leaf = { readonly value: JsonValue };

/** `{ "a.b[0]": 1 }` → `{ a: { b: [1] } }`, in whatever order the paths come. */
export function unflattenObject(flat: JsonObject): JsonValue {
  const root: Branch = new Map();
  for (const [text, value] of Object.entries(flat)) {
    const path = parsePath(text);
    let branch = root;
    for (const step of path.slice(0, -1)) {
      const next = branch.get(step) ?? new Map();
      if (!(next instanceof Map)) throw conflict(text);
      branch.set(step, next);
      branch = next;
    }
    const last = path.at(-1) ?? '';
    if (branch.has(last)) throw conflict(text);
    branch.set(last, { value });
  }
  return root.size === 0 ? {} : toValue(root, '');
}

function toValue(node: Branch | Leaf, place: string): JsonValue {
  if (!(node instanceof Map)) return node.value;
  const entries = [...node];
  if (entries.every(([step]) => typeof step === 'number')) return toList(node, place);
  const object: Record<string, JsonValue> = {};
  for (const [step, child] of entries) setOwn(object, String(step), toValue(child, String(step)));
  return object;
}

function toList(branch: Branch, place: string): JsonValue {
  return Array.from({ length: branch.size }, (_, index) => {
    const child = branch.get(index);
    // One path can name place 999,999,999, so gaps are not filled.
    if (child === undefined) throw new Error(`The list "${place.slice(0, 80)}" has no item [${index}].`);
    return toValue(child, String(index));
  });
}

function conflict(path: string): Error {
  return new Error(`The path "${path.slice(0, 80)}" would put a value where another path already put one.`);
}
