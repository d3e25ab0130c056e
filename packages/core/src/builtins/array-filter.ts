import type { JsonValue } from '../schema/json-schema.ts';
import { canonicalJson } from '../tool/canonical-json.ts';
import type { FilterOperator } from './array-parameters.ts';
import { includesText } from './text-search.ts';
import { compareValues } from './value-order.ts';
import { isList } from './value-path.ts';

type Test = (found: JsonValue | undefined) => boolean;

/** The test that a filter puts to each value. */
export function createFilter(operator: FilterOperator, value: JsonValue | undefined): Test {
  if (operator === 'exists') return exists;
  if (operator === 'not_exists') return (found) => !exists(found);
  if (value === undefined) throw new Error(`The operator "${operator}" needs "value".`);
  switch (operator) {
    case 'eq':
      return equals(value);
    case 'ne': {
      const test = equals(value);
      return (found) => !test(found);
    }
    case 'contains':
      return contains(value);
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

/** Deep equality, whatever the order of keys. */
function equals(value: JsonValue): Test {
  if (typeof value !== 'object' || value === null) return (found) => found === value;
  const text = canonicalJson(value);
  return (found) => typeof found === 'object' && canonicalJson(found) === text;
}

function contains(value: JsonValue): Test {
  const test = equals(value);
  return (found) => {
    if (typeof found === 'string') return typeof value === 'string' && includesText(found, value);
    return isList(found) && found.some(test);
  };
}

function isIn(value: JsonValue): Test {
  if (!isList(value)) throw new Error('The operator "in" needs a list as "value".');
  const texts = new Set(value.map(canonicalJson));
  return (found) => found !== undefined && texts.has(canonicalJson(found));
}

function edge(operator: 'starts_with' | 'ends_with', value: JsonValue): Test {
  if (typeof value !== 'string') throw new Error(`The operator "${operator}" needs a text as "value".`);
  return (found) => {
    if (typeof found !== 'string') return false;
    return operator === 'starts_with' ? found.startsWith(value) : found.endsWith(value);
  };
}

function ordered(operator: 'gt' | 'gte' | 'lt' | 'lte', value: JsonValue): Test {
  if (compareValues(value, value) === undefined) {
    throw new Error(`The operator "${operator}" needs a number or a text as "value".`);
  }
  return (found) => {
    const order = compareValues(found, value);
    if (order === undefined) return false;
    if (operator === 'gt') return order > 0;
    if (operator === 'gte') return order >= 0;
    return operator === 'lt' ? order < 0 : order <= 0;
  };
}
