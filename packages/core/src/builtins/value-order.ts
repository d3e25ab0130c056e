import type { JsonValue } from '../schema/json-schema.ts';
import { problem } from './problem.ts';

/** What has an order among its own kind: "10" and 9 have none that everybody would expect. */
export type Ordered = number | string | boolean;

/** Of two values of one kind: below 0 when the first comes first. Text by code unit, the same everywhere. */
export function compare(one: Ordered, other: Ordered): -1 | 0 | 1 {
  return one < other ? -1 : one > other ? 1 : 0;
}

export function isOrdered(value: JsonValue | undefined): value is Ordered {
  return typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean';
}

/** The same values, all of one kind that has an order; undefined where there is none or null. */
export function orderedValues(values: readonly (JsonValue | undefined)[]): readonly (Ordered | undefined)[] {
  let kind: string | undefined;
  return values.map((value, item) => {
    if (value === null || value === undefined) return undefined;
    kind ??= typeof value;
    if (isOrdered(value) && typeof value === kind) return value;
    throw problem('no_common_order', { item, type: kindName(value) });
  });
}

function kindName(value: JsonValue): 'text' | 'number' | 'boolean' | 'object' | 'list' {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  return Array.isArray(value) ? 'list' : 'object';
}
