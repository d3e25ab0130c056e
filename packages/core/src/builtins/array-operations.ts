import type { JsonValue } from '../schema/json-schema.ts';
import { canonicalJson } from '../tool/canonical-json.ts';
import { createFilter } from './array-filter.ts';
import type { ArrayInput, ArrayOperation } from './array-parameters.ts';
import { averageOf, sumOf } from './decimal-sum.ts';
import { required } from './required-input.ts';
import { compareValues, requireOneOrder } from './value-order.ts';
import { isList, parsePath, valueAt } from './value-path.ts';

const maxItems = 100_000;

export async function runArrayOperation(input: ArrayInput): Promise<JsonValue> {
  const result = await operations[input.operation](input);
  if (typeof result === 'number' && !Number.isFinite(result)) {
    throw new Error('The result is larger than a number can be.');
  }
  return result;
}

const operations: {
  readonly [Name in ArrayOperation]: (input: ArrayInput) => JsonValue | Promise<JsonValue>;
} = {
  length: (input) => itemsOf(input).length,
  first: (input) => itemsOf(input)[0] ?? null,
  last: (input) => itemsOf(input).at(-1) ?? null,
  sort,
  unique: (input) => uniqueItems(itemsOf(input), reader(input)),
  reverse: (input) => itemsOf(input).toReversed(),
  slice: (input) => itemsOf(input).slice(input.start, input.end),
  chunk,
  flatten: (input) => flatten(itemsOf(input), input.depth),
  concat: (input) => [...itemsOf(input), ...otherOf(input)],
  zip,
  range,
  filter,
  pluck,
  group_by: (input) => groupsOf(input).map(({ key, items }) => ({ key, items })),
  count_by: (input) => groupsOf(input).map(({ key, items }) => ({ key, count: items.length })),
  sum: (input) => sumOf(numbersOf(input)),
  average: (input) => averageOf(numbersOf(input)),
  min: (input) => orderedValues(input)[0] ?? null,
  max: (input) => orderedValues(input).at(-1) ?? null,
  includes: (input) => indexOf(input) !== -1,
  index_of: indexOf,
  union: (input) => uniqueItems([...itemsOf(input), ...otherOf(input)], reader(input)),
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
  const read = reader(input);
  const rows = itemsOf(input).map((item) => ({ item, value: read(item) ?? null }));
  requireOneOrder(rows.map((row) => row.value));
  const present = rows.filter((row) => row.value !== null);
  const missing = rows.filter((row) => row.value === null);
  const sign = input.descending ? -1 : 1;
  present.sort((one, other) => sign * (compareValues(one.value, other.value) ?? 0));
  return [...present, ...missing].map((row) => row.item);
}

function uniqueItems(items: readonly JsonValue[], read: Read): readonly JsonValue[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const size = seen.size;
    return seen.add(canonicalJson(read(item) ?? null)).size > size;
  });
}

function chunk(input: ArrayInput): JsonValue {
  const [items, size] = [itemsOf(input), required(input.size, input.operation, 'size')];
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

function flatten(items: readonly JsonValue[], depth: number): readonly JsonValue[] {
  let flat = items;
  for (let level = 0; level < depth && flat.some(isList); level++) {
    flat = flat.flatMap((item) => item);
  }
  return flat;
}

function zip(input: ArrayInput): JsonValue {
  const [items, other] = [itemsOf(input), otherOf(input)];
  const length = Math.min(items.length, other.length);
  return items.slice(0, length).map((item, index) => [item, other[index] ?? null]);
}

function range({ operation, start, end, step }: ArrayInput): JsonValue {
  if (step === 0) throw new Error('Operation "range" needs a "step" that is not 0.');
  const length = Math.max(Math.ceil((required(end, operation, 'end') - start) / step), 0);
  if (length > maxItems) throw new Error(`The range would have more than ${maxItems} items.`);
  const isWhole = Number.isSafeInteger(start) && Number.isSafeInteger(step);
  return Array.from({ length }, (_, index) => {
    const value = start + index * step;
    return isWhole ? value : Number(value.toPrecision(15)); // 0.3, not 0.30000000000000004
  });
}

function filter(input: ArrayInput): JsonValue {
  const read = reader(input);
  const test = createFilter(input.operator, input.value as JsonValue | undefined);
  return itemsOf(input).filter((item) => test(read(item)));
}

function pluck(input: ArrayInput): JsonValue {
  const steps = parsePath(required(input.path, input.operation, 'path'));
  return itemsOf(input).map((item) => valueAt(item, steps) ?? null);
}

interface Group {
  readonly key: JsonValue;
  readonly items: JsonValue[];
}

/** A list and not an object: the keys keep their types, and 1 is not "1". */
function groupsOf(input: ArrayInput): readonly Group[] {
  const read = reader(input);
  const groups = new Map<string, Group>();
  for (const item of itemsOf(input)) {
    const key = read(item) ?? null;
    const text = canonicalJson(key);
    const group = groups.get(text) ?? { key, items: [] };
    group.items.push(item);
    groups.set(text, group);
  }
  return [...groups.values()];
}

function numbersOf(input: ArrayInput): readonly number[] {
  const read = reader(input);
  return itemsOf(input).map((item, index) => {
    const value = read(item);
    if (typeof value === 'number') return value;
    throw new Error(
      `Item ${index} has no number to ${input.operation}. Give a "path" to one, or filter first.`,
    );
  });
}

function orderedValues(input: ArrayInput): readonly JsonValue[] {
  const read = reader(input);
  const values = itemsOf(input).map((item) => read(item) ?? null);
  requireOneOrder(values);
  return values.filter((value) => value !== null).toSorted((one, other) => compareValues(one, other) ?? 0);
}

function indexOf(input: ArrayInput): number {
  const read = reader(input);
  const test = createFilter('eq', required(input.value, input.operation, 'value') as JsonValue);
  return itemsOf(input).findIndex((item) => test(read(item)));
}

function itemsAmong(input: ArrayInput, wanted: boolean): JsonValue {
  const read = reader(input);
  const others = new Set(otherOf(input).map((item) => canonicalJson(read(item) ?? null)));
  const among = itemsOf(input).filter((item) => others.has(canonicalJson(read(item) ?? null)) === wanted);
  return uniqueItems(among, read);
}

function itemsOf({ items, operation }: ArrayInput): readonly JsonValue[] {
  return required(items, operation, 'items') as readonly JsonValue[];
}

function otherOf({ other, operation }: ArrayInput): readonly JsonValue[] {
  return required(other, operation, 'other') as readonly JsonValue[];
}
