import type { JsonValue } from '../schema/json-schema.ts';

/**
 * Compares what has an order: two numbers, two texts (by code unit, the same everywhere), two booleans. Undefined for
 * all else: "10" and 9 have no order that everybody would expect.
 */
export function compareValues(one: JsonValue | undefined, other: JsonValue | undefined): number | undefined {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  if (typeof one === 'string' && typeof other === 'string') return one < other ? -1 : one > other ? 1 : 0;
  if (typeof one === 'boolean' && typeof other === 'boolean') return Number(one) - Number(other);
  return undefined;
}

/** The type that all present values share, or a clear error. Null and missing values have no say. */
export function requireOneOrder(values: readonly (JsonValue | undefined)[]): void {
  const present = values.find((value) => value !== null && value !== undefined);
  const fault = values.findIndex(
    (value) => value !== null && value !== undefined && compareValues(present, value) === undefined,
  );
  if (fault === -1) return;
  const found = Array.isArray(values[fault]) ? 'list' : typeof values[fault];
  throw new Error(
    `Item ${fault} is of type ${found}: only numbers, texts or booleans can be ordered, and all must be of one type. ` +
      'Give a "path" to the value that counts.',
  );
}
