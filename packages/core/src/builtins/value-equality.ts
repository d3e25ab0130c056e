import type { JsonValue } from '../schema/json-schema.ts';
import { isObject } from '../schema/json-type.ts';
import { canonicalJson } from '../tool/canonical-json.ts';
import { isList } from './value-path.ts';

/** Deep equality, whatever the order of keys. */
export function isEqual(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  if (one === other) return true;
  if (isList(one)) {
    return isList(other) && one.length === other.length && one.every((item, at) => isEqual(item, other[at]));
  }
  if (!isObject(one) || !isObject(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isEqual(one[key], other[key]))
  );
}

/**
 * A text that two values share exactly when they are equal, to look them up by. A number gets a sign in front, because
 * engines hash texts of digits without a secret: a sender could make them all collide.
 */
export function identityOf(value: JsonValue): string {
  if (typeof value === 'string') return `"${value}`;
  return typeof value === 'number' ? `#${value}` : canonicalJson(value);
}
