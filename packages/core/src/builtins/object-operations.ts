import type { JsonValue } from '../schema/json-schema.ts';
import { isObject, ownValue } from '../schema/json-type.ts';
import { canonicalJson } from '../tool/canonical-json.ts';
import { setOwn } from '../tool/json.ts';
import { diffOf } from './object-diff.ts';
import { flattenObject, unflattenObject } from './object-flatten.ts';
import type { ObjectInput, ObjectOperation } from './object-parameters.ts';
import { required } from './required-input.ts';
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
    from_entries: (input) => fromEntries(required(input.entries, input.operation, 'entries') as JsonEntry[]),
    size: (input) => Object.keys(objectOf(input)).length,
    has: (input) => valueAt(objectOf(input), pathOf(input)) !== undefined,
    set: (input) =>
      withValueAt(
        objectOf(input),
        pathOf(input),
        required(input.value, input.operation, 'value') as JsonValue,
      ),
    delete: (input) => withoutValueAt(objectOf(input), pathOf(input)),
    pick: (input) => keep(input, true),
    omit: (input) => keep(input, false),
    rename,
    invert,
    merge: (input) => merge(objectOf(input), otherOf(input), input.deep),
    equals: (input) => canonicalJson(objectOf(input)) === canonicalJson(otherOf(input)),
    diff: (input) => diffOf(objectOf(input), otherOf(input)),
    flatten: (input) => flattenObject(objectOf(input)),
    unflatten: (input) => unflattenObject(objectOf(input)),
  };

type JsonEntry = readonly [string, JsonValue];

function fromEntries(entries: Iterable<JsonEntry>): JsonObject {
  const object: Record<string, JsonValue> = {};
  for (const [key, value] of entries) setOwn(object, key, value);
  return object;
}

function keep(input: ObjectInput, wanted: boolean): JsonObject {
  const keys = new Set(required(input.keys, input.operation, 'keys'));
  return fromEntries(Object.entries(objectOf(input)).filter(([key]) => keys.has(key) === wanted));
}

function rename(input: ObjectInput): JsonObject {
  const names = new Map(Object.entries(required(input.names, input.operation, 'names')));
  const entries = Object.entries(objectOf(input)).map(
    ([key, value]) => [names.get(key) ?? key, value] as const,
  );
  const renamed = fromEntries(entries);
  if (Object.keys(renamed).length === entries.length) return renamed;
  throw new Error('Two keys would get the same name. Rename or omit one of them first.');
}

function invert(input: ObjectInput): JsonObject {
  const entries = Object.entries(objectOf(input)).map(([key, value]) => {
    if (typeof value !== 'object') return [String(value), key] as const;
    throw new Error(
      `The value of "${key.slice(0, 80)}" cannot become a key: it is no text, number or boolean.`,
    );
  });
  return fromEntries(entries);
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

function objectOf({ object, operation }: ObjectInput): JsonObject {
  return required(object, operation, 'object') as JsonObject;
}

function otherOf({ other, operation }: ObjectInput): JsonObject {
  return required(other, operation, 'other') as JsonObject;
}

function pathOf({ path, operation }: ObjectInput): ValuePath {
  return parsePath(required(path, operation, 'path'));
}
