import type { CompileContext } from './compile-context.ts';
import { Evaluated } from './evaluated.ts';
import { mergeEvaluated } from './note-evaluated.ts';
import { isObject, ownValue, type PlainObject } from './json-type.ts';
import { listKeys } from './object-keys.ts';
import { acceptAny, type Check, descend, noteProblem, type Run, spend } from './validation-run.ts';

/** Wraps the other checks of a schema: unevaluated* speak of what none of those has looked at. */
export function withUnevaluated(schema: PlainObject, context: CompileContext, others: Check): Check {
  if (context.dialect === 'draft-07') return others;
  const properties = ownValue(schema, 'unevaluatedProperties');
  const items = ownValue(schema, 'unevaluatedItems');
  if (properties === undefined && items === undefined) return others;
  const propertyCheck = properties === undefined ? undefined : context.compile(properties);
  const itemCheck = items === undefined ? undefined : context.compile(items);

  return (value, run) => {
    const outer = run.evaluated;
    const inner = new Evaluated();
    spend(run, 20);
    run.evaluated = inner;
    let valid = others(value, run);
    run.evaluated = outer;
    if (!valid && run.problems === undefined) return false;
    if (propertyCheck !== undefined && isObject(value)) {
      valid = checkProperties(value, run, inner, propertyCheck, properties === false) && valid;
    } else if (itemCheck !== undefined && Array.isArray(value)) {
      valid = checkItems(value, run, inner, itemCheck, items === false) && valid;
    }
    if (outer !== undefined) mergeEvaluated(outer, inner, run);
    return valid;
  };
}

function checkProperties(
  value: PlainObject,
  run: Run,
  evaluated: Evaluated,
  check: Check,
  isClosed: boolean,
): boolean {
  let valid = true;
  if (check === acceptAny) return (evaluated.allProperties = true);
  for (const name of listKeys(value, run)) {
    spend(run, 4 + (name.length >> 4));
    if (evaluated.hasProperty(name)) continue;
    if (isClosed) valid = noteProblem(run, 'unevaluatedProperties', name.slice(0, 200), value);
    else if (!descend(run, name, check, value[name])) valid = false;
    if (!valid && run.problems === undefined) return false;
  }
  evaluated.allProperties = true;
  return valid;
}

function checkItems(
  value: readonly unknown[],
  run: Run,
  evaluated: Evaluated,
  check: Check,
  isClosed: boolean,
): boolean {
  let valid = true;
  for (let index = 0; index < value.length; index += 1) {
    spend(run, 1);
    if (evaluated.hasItem(index)) continue;
    if (isClosed) valid = noteProblem(run, 'unevaluatedItems', index, value);
    else if (!descend(run, index, check, value[index])) valid = false;
    if (!valid && run.problems === undefined) return false;
  }
  evaluated.allItems = true;
  return valid;
}
