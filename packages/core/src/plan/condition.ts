import type { JsonValue } from '../schema/json-schema.ts';
import { canonicalJson } from '../tool/canonical-json.ts';
import { copyJson, outputLimits } from '../tool/json.ts';
import { isReference, keysOf, valueAt, VariableBinder, type Variables } from '../tool/variables.ts';
import type { Comparison, Condition } from './plan.ts';

/** Whether a condition holds. Total: whatever the values are, it does or it does not. */
export function holds(condition: Condition, variables: Variables): boolean {
  switch (condition.kind) {
    case 'truthy':
      return isTruthy(valueOf(condition.value, variables));
    case 'compare': {
      const value = valueOf(condition.value, variables);
      return compare(condition.by, value, valueOf(condition.with, variables));
    }
    case 'all':
      return condition.of.every((part) => holds(part, variables));
    case 'any':
      return condition.of.some((part) => holds(part, variables));
    case 'not':
      return !holds(condition.of, variables);
  }
}

/** A piece of JSON with its references put in; undefined when one of them refers to nothing. */
export function valueOf(value: JsonValue, variables: Variables): JsonValue | undefined {
  // What is nothing but a reference is not copied: it is only looked at.
  if (typeof value === 'string' && isReference(value))
    return valueAt(variables, keysOf(value.slice(2, -2).trim())) as JsonValue | undefined;
  const binder = new VariableBinder(variables);
  const copy = copyJson(value, outputLimits, (text) => binder.bind(text));
  return copy.ok && binder.unknown === undefined ? copy.value : undefined;
}

/** Missing, null, false, 0, and what has no content are not. */
function isTruthy(value: JsonValue | undefined): boolean {
  return value !== false && value !== 0 && !isEmpty(value);
}

function isEmpty(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function compare(by: Comparison, value: JsonValue | undefined, other: JsonValue | undefined): boolean {
  switch (by) {
    case 'equals':
      return isSame(value, other);
    case 'not_equals':
      return !isSame(value, other);
    case 'in':
      return Array.isArray(other) && (other as readonly JsonValue[]).some((item) => isSame(value, item));
    case 'greater_than':
      return isComparable(value, other) && (value as number) > (other as number);
    case 'less_than':
      return isComparable(value, other) && (value as number) < (other as number);
    case 'exists':
      return (value !== undefined) === isTruthy(other);
    case 'empty':
      return isEmpty(value) === isTruthy(other);
  }
}

/** What is missing equals nothing, not even another missing value. */
function isSame(value: JsonValue | undefined, other: JsonValue | undefined): boolean {
  if (value === undefined || other === undefined) return false;
  const isPlain = typeof value !== 'object' || typeof other !== 'object';
  return value === other || (!isPlain && canonicalJson(value) === canonicalJson(other));
}

function isComparable(value: unknown, other: unknown): boolean {
  return typeof value === typeof other && (typeof value === 'number' || typeof value === 'string');
}
