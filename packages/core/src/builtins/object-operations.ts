import type { JsonValue } from '../schema/json-schema.ts';
import { isObject, ownValue } from '../schema/json-type.ts';
import { setOwn } from '../tool/json.ts';
import { diffOf } from './object-diff.ts';
import { checkSize } from './input-size.ts';
import { flattenObject, unflattenObject } from './object-flatten.ts';
import type { ObjectInput, ObjectOperation } from './object-parameters.ts';
import { problem } from './problem.ts';
import { required } from './required-input.ts';
import { isEqual } from './value-equality.ts';
import {
  parsePath,
  valueAt,
  withoutValueAt,
  withValueAt,
  type JsonObject,
  type ValuePath,
} from './value-path.ts';

export type ObjectOutput = { readonly result: JsonValue; readonly found?: boolean };

export function runObjectOperation(input: ObjectInput): ObjectOutput {
  checkSize(input);
  if (input.operation === 'get') return get(input);
  return { result: operations[input.operation](input) };
}

function get(input: ObjectInput): ObjectOutput {
  const value = valueAt(objectOf(input), pathOf(input));
  return { result: value ?? null, found: value !== undefined };
}

const operations: { readonly [Name in Exclude<ObjectOperation, 'get'>]: (input: ObjectInput) => JsonValue } =
  {
    keys: (input) => Object.keys(objectOf(input)),
    values: (input) => Object.values(objectOf(input)),
    entries: (input) => Object.entries(objectOf(input)),
    from_entries: (input) => Object.fromEntries(required(input, 'entries') as [string, JsonValue][]),
    size: (input) => Object.keys(objectOf(input)).length,
    has: (input) => valueAt(objectOf(input), pathOf(input)) !== undefined,
    set: (input) => withValueAt(objectOf(input), pathOf(input), required(input, 'value') as JsonValue),
    delete: (input) => withoutValueAt(objectOf(input), pathOf(input)),
    pick: (input) => keep(input, true),
    omit: (input) => keep(input, false),
    rename,
    invert,
    merge: (input) => merge(objectOf(input), otherOf(input), input.deep),
    equals: (input) => isEqual(objectOf(input), otherOf(input)),
    diff: (input) => diffOf(objectOf(input), otherOf(input)),
    flatten: (input) => flattenObject(objectOf(input)),
    unflatten: (input) => unflattenObject(objectOf(input)),
  };

function keep(input: ObjectInput, wanted: boolean): JsonObject {
  const keys = new Set(required(input, 'keys'));
  return Object.fromEntries(Object.entries(objectOf(input)).filter(([key]) => keys.has(key) === wanted));
}

function rename(input: ObjectInput): JsonObject {
  const names = new Map(Object.entries(required(input, 'names')));
  const renamed: Record<string, JsonValue> = {};
  for (const [key, value] of Object.entries(objectOf(input))) {
    const name = names.get(key) ?? key;
    if (Object.hasOwn(renamed, name)) throw problem('name_taken', { name: name.slice(0, 80) });
    setOwn(renamed, name, value);
  }
  return renamed;
}

function invert(input: ObjectInput): JsonObject {
  const entries = Object.entries(objectOf(input)).map(([key, value]) => {
    if (typeof value === 'object') throw problem('not_a_key', { key: key.slice(0, 80) });
    return [String(value), key] as const;
  });
  return Object.fromEntries(entries);
}

function merge(one: JsonObject, other: JsonObject, deep: boolean): JsonObject {
  const merged: Record<string, JsonValue> = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const before = ownValue(one, key);
    const both = deep && isObject(before) && isObject(value);
    setOwn(merged, key, both ? merge(before, value, deep) : value);
  }
  return merged;
}

function objectOf(input: ObjectInput): JsonObject {
  return required(input, 'object') as JsonObject;
}

function otherOf(input: ObjectInput): JsonObject {
  return required(input, 'other') as JsonObject;
}

function pathOf(input: ObjectInput): ValuePath {
  return parsePath(required(input, 'path'));
}
