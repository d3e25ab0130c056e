import type { CompileContext } from './compile-context.ts';
import { ownValue, type PlainObject, typeBits } from './json-type.ts';
import { typeOnlyMask } from './type-only.ts';
import { hasRepeatedItem } from './unique-items.ts';
import { attempt, type Check, descend, isQuiet, noteProblem, type Run, spend } from './validation-run.ts';

/** The keywords about the items of an array, but for unevaluatedItems. */
export function compileArrayKeywords(schema: PlainObject, context: CompileContext, checks: Check[]): void {
  const fewest = ownValue(schema, 'minItems');
  if (typeof fewest === 'number') checks.push(lengthCheck('minItems', fewest));
  const most = ownValue(schema, 'maxItems');
  if (typeof most === 'number') checks.push(lengthCheck('maxItems', most));

  // A list in `items` is the older spelling of prefixItems; tools without $schema still use it.
  const items = ownValue(schema, 'items');
  const prefix = context.dialect === 'draft-07' ? undefined : ownValue(schema, 'prefixItems');
  const places = Array.isArray(prefix) ? prefix : Array.isArray(items) ? items : [];
  const rest = Array.isArray(items) ? ownValue(schema, 'additionalItems') : items;
  if (places.length > 0) checks.push(placesCheck(places.map(context.compile)));
  if (rest !== undefined) checks.push(restCheck(rest, places.length, context.compile(rest)));

  const contains = ownValue(schema, 'contains');
  if (contains !== undefined) checks.push(containsCheck(schema, context.compile(contains), context));
  if (ownValue(schema, 'uniqueItems') === true) checks.push(uniqueItemsCheck);
}

function lengthCheck(keyword: 'minItems' | 'maxItems', bound: number): Check {
  return (value, run) => {
    if (!Array.isArray(value)) return true;
    const met = keyword === 'minItems' ? value.length >= bound : value.length <= bound;
    return met || noteProblem(run, keyword, bound, value);
  };
}

function placesCheck(places: readonly Check[]): Check {
  return (value, run) => {
    if (!Array.isArray(value)) return true;
    const count = Math.min(places.length, value.length);
    if (run.evaluated !== undefined) run.evaluated.leadingItems = Math.max(run.evaluated.leadingItems, count);
    let valid = true;
    for (let index = 0; index < count; index += 1) {
      const check = places[index];
      spend(run, 1);
      if (check === undefined || descend(run, index, check, value[index])) continue;
      valid = false;
      if (run.problems === undefined) return false;
    }
    return valid;
  };
}

function restCheck(schema: unknown, start: number, check: Check): Check {
  const mask = typeOnlyMask(schema);
  return (value, run) => {
    if (!Array.isArray(value)) return true;
    if (mask !== 0 && isQuiet(run)) return haveType(value, start, mask, run);
    if (run.evaluated !== undefined) run.evaluated.allItems = true;
    if (schema === false) return value.length <= start || noteProblem(run, 'items', start, value);
    let valid = true;
    for (let index = start; index < value.length; index += 1) {
      spend(run, 1);
      if (descend(run, index, check, value[index])) continue;
      valid = false;
      if (run.problems === undefined) return false;
    }
    return valid;
  };
}

function haveType(items: readonly unknown[], start: number, mask: number, run: Run): boolean {
  spend(run, items.length);
  for (let index = start; index < items.length; index += 1) {
    if ((typeBits(items[index]) & mask) === 0) return false;
  }
  return true;
}

function containsCheck(schema: PlainObject, check: Check, context: CompileContext): Check {
  const counts = context.dialect !== 'draft-07';
  const fewest = counts ? ownValue(schema, 'minContains') : undefined;
  const most = counts ? ownValue(schema, 'maxContains') : undefined;
  const minimum = typeof fewest === 'number' ? fewest : 1;
  const maximum = typeof most === 'number' ? most : Infinity;
  const attemptItem: Check = (item, run) => attempt(run, check, item);
  return (value, run) => {
    if (!Array.isArray(value)) return true;
    let count = 0;
    for (let index = 0; index < value.length; index += 1) {
      spend(run, 2);
      if (!descend(run, index, attemptItem, value[index])) continue;
      count += 1;
      if (run.evaluated !== undefined) {
        spend(run, 5);
        run.evaluated.items.add(index);
      }
      if (count >= minimum && maximum === Infinity && run.evaluated === undefined) return true;
      if (count > maximum) return noteProblem(run, 'maxContains', maximum, value);
    }
    if (count >= minimum) return true;
    return noteProblem(run, minimum === 1 ? 'contains' : 'minContains', minimum, value);
  };
}

const uniqueItemsCheck: Check = (value, run) => {
  if (!Array.isArray(value) || !hasRepeatedItem(value, run)) return true;
  return noteProblem(run, 'uniqueItems', true, value);
};
