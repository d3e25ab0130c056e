import type { JsonValue } from '../schema/json-schema.ts';
import type { FilterOperator } from './array-parameters.ts';
import { problem } from './problem.ts';
import { includesText } from './text-search.ts';
import { identityOf, isEqual } from './value-equality.ts';
import { compare, isOrdered } from './value-order.ts';
import { isList } from './value-path.ts';

type Test = (found: JsonValue | undefined) => boolean;

/** The test that a filter puts to each value. */
export function createFilter(operator: FilterOperator, value: JsonValue | undefined): Test {
  if (operator === 'exists') return exists;
  if (operator === 'not_exists') return (found) => !exists(found);
  if (value === undefined) throw problem('operator_needs', { operator, value: 'any' });
  switch (operator) {
    case 'eq':
      return (found) => isEqual(found, value);
    case 'ne':
      return (found) => !isEqual(found, value);
    case 'contains':
      return (found) => contains(found, value);
    case 'in':
      return isIn(value);
    case 'starts_with':
    case 'ends_with':
      return edge(operator, value);
    default:
      return ordered(operator, value);
  }
}

function exists(found: JsonValue | undefined): boolean {
  return found !== undefined && found !== null;
}

function contains(found: JsonValue | undefined, value: JsonValue): boolean {
  if (typeof found === 'string') return typeof value === 'string' && includesText(found, value);
  return isList(found) && found.some((item) => isEqual(item, value));
}

function isIn(value: JsonValue): Test {
  if (!isList(value)) throw problem('operator_needs', { operator: 'in', value: 'list' });
  const identities = new Set(value.map(identityOf));
  return (found) => found !== undefined && identities.has(identityOf(found));
}

function edge(operator: 'starts_with' | 'ends_with', value: JsonValue): Test {
  if (typeof value !== 'string') throw problem('operator_needs', { operator, value: 'text' });
  return (found) => {
    if (typeof found !== 'string') return false;
    return operator === 'starts_with' ? found.startsWith(value) : found.endsWith(value);
  };
}

function ordered(operator: 'gt' | 'gte' | 'lt' | 'lte', value: JsonValue): Test {
  if (!isOrdered(value)) throw problem('operator_needs', { operator, value: 'ordered' });
  return (found) => {
    if (!isOrdered(found) || typeof found !== typeof value) return false;
    const order = compare(found, value);
    if (operator === 'gt') return order > 0;
    if (operator === 'gte') return order >= 0;
    return operator === 'lt' ? order < 0 : order <= 0;
  };
}
