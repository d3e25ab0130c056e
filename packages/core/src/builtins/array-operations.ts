import type { JsonValue } from '../schema/json-schema.ts';
import { createFilter } from './array-filter.ts';
import type { ArrayInput, ArrayOperation } from './array-parameters.ts';
import { lengthOf, numbersIn } from './decimal-range.ts';
import { averageOf, sumOf } from './decimal-sum.ts';
import { checkSize, maxValues } from './input-size.ts';
import { problem } from './problem.ts';
import { required } from './required-input.ts';
import { identityOf } from './value-equality.ts';
import { compare, orderedValues, type Ordered } from './value-order.ts';
import { isList, parsePath, valueAt } from './value-path.ts';

export function runArrayOperation(input: ArrayInput): JsonValue {
  checkSize(input);
  const result = operations[input.operation](input);
  if (typeof result !== 'number') return result;
  if (!Number.isFinite(result)) throw problem('beyond_double', {});
  return result + 0; // JSON has no -0
}

const operations: { readonly [Name in ArrayOperation]: (input: ArrayInput) => JsonValue } = {
  length: (input) => itemsOf(input).length,
  first: (input) => itemsOf(input)[0] ?? null,
  last: (input) => itemsOf(input).at(-1) ?? null,
  sort,
  unique: (input) => [...distinct(itemsOf(input), reader(input)).values()],
  reverse: (input) => itemsOf(input).toReversed(),
  slice: (input) => itemsOf(input).slice(input.start, input.end),
  chunk,
  flatten: (input) => flatten(itemsOf(input), input.depth, []),
  concat: (input) => [...itemsOf(input), ...otherOf(input)],
  zip,
  range,
  filter,
  pluck,
  group_by: groupsOf,
  count_by: (input) => groupsOf(input).map(({ key, items }) => ({ key, count: items.length })),
  sum: (input) => sumOf(numbersOf(input)),
  average: (input) => averageOf(numbersOf(input)),
  min: (input) => extreme(input, -1),
  max: (input) => extreme(input, 1),
  includes: (input) => indexOf(input) !== -1,
  index_of: indexOf,
  union: (input) => [...distinct([...itemsOf(input), ...otherOf(input)], reader(input)).values()],
  intersect: (input) => itemsAmong(input, true),
  difference: (input) => itemsAmong(input, false),
};

type Read = (item: JsonValue) => JsonValue | undefined;

/** Reads the value that counts: what stands at the path, or the item itself. */
function reader({ path }: ArrayInput): Read {
  if (path === undefined) return (item) => item;
  const steps = parsePath(path);
  return (item) => valueAt(item, steps);
}

function sort(input: ArrayInput): JsonValue {
  const items = itemsOf(input);
  const present: { readonly item: JsonValue; readonly value: Ordered }[] = [];
  const missing: JsonValue[] = [];
  for (const [at, value] of orderedValues(items.map(reader(input))).entries()) {
    const item = items[at] ?? null;
    if (value === undefined) missing.push(item);
    else present.push({ item, value });
  }
  const sign = input.descending ? -1 : 1;
  present.sort((one, other) => sign * compare(one.value, other.value));
  return [...present.map(({ item }) => item), ...missing];
}

/** The first item of each value, by the identity of the value. */
function distinct(items: readonly JsonValue[], read: Read): ReadonlyMap<string, JsonValue> {
  const first = new Map<string, JsonValue>();
  for (const item of items) {
    const identity = identityOf(read(item) ?? null);
    if (!first.has(identity)) first.set(identity, item);
  }
  return first;
}

function chunk(input: ArrayInput): JsonValue {
  const [items, size] = [itemsOf(input), required(input, 'size')];
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

function flatten(items: readonly JsonValue[], depth: number, flat: JsonValue[]): readonly JsonValue[] {
  for (const item of items) {
    if (depth > 0 && isList(item)) flatten(item, depth - 1, flat);
    else flat.push(item);
  }
  return flat;
}

function zip(input: ArrayInput): JsonValue {
  const [items, other] = [itemsOf(input), otherOf(input)];
  const length = Math.min(items.length, other.length);
  return items.slice(0, length).map((item, index) => [item, other[index] ?? null]);
}

function range(input: ArrayInput): JsonValue {
  const { start, step } = input;
  const wanted = { start, step, end: required(input, 'end') };
  if (step === 0) throw problem('step_of_zero', {});
  if (lengthOf(wanted) > maxValues) throw problem('too_much_output', { limit: maxValues, unit: 'values' });
  return numbersIn(wanted);
}

function filter(input: ArrayInput): JsonValue {
  const read = reader(input);
  const test = createFilter(input.operator, input.value as JsonValue | undefined);
  return itemsOf(input).filter((item) => test(read(item)));
}

function pluck(input: ArrayInput): JsonValue {
  const steps = parsePath(required(input, 'path'));
  return itemsOf(input).map((item) => valueAt(item, steps) ?? null);
}

type Group = { readonly key: JsonValue; readonly items: JsonValue[] };

/** A list and not an object: the keys keep their types, and 1 is not "1". */
function groupsOf(input: ArrayInput): readonly Group[] {
  const read = reader(input);
  const groups = new Map<string, Group>();
  for (const item of itemsOf(input)) {
    const key = read(item) ?? null;
    const identity = identityOf(key);
    const group = groups.get(identity) ?? { key, items: [] };
    group.items.push(item);
    groups.set(identity, group);
  }
  return [...groups.values()];
}

function numbersOf(input: ArrayInput): readonly number[] {
  const read = reader(input);
  return itemsOf(input).map((item, index) => {
    const value = read(item);
    if (typeof value === 'number') return value;
    throw problem('not_a_number', { item: index, operation: input.operation });
  });
}

/** The first (-1) or the last (1) value in the order; null when there is none. */
function extreme(input: ArrayInput, side: -1 | 1): JsonValue {
  let best: Ordered | undefined;
  for (const value of orderedValues(itemsOf(input).map(reader(input)))) {
    if (value !== undefined && (best === undefined || compare(value, best) === side)) best = value;
  }
  return best ?? null;
}

function indexOf(input: ArrayInput): number {
  const read = reader(input);
  const test = createFilter('eq', required(input, 'value') as JsonValue);
  return itemsOf(input).findIndex((item) => test(read(item)));
}

function itemsAmong(input: ArrayInput, wanted: boolean): JsonValue {
  const read = reader(input);
  const others = distinct(otherOf(input), read);
  const items = distinct(itemsOf(input), read);
  return [...items].filter(([identity]) => others.has(identity) === wanted).map(([, item]) => item);
}

function itemsOf(input: ArrayInput): readonly JsonValue[] {
  return required(input, 'items') as readonly JsonValue[];
}

function otherOf(input: ArrayInput): readonly JsonValue[] {
  return required(input, 'other') as readonly JsonValue[];
}
