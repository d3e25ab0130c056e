import { Evaluated } from './evaluated.ts';
import { attempt, type Check, type Run, spend } from './validation-run.ts';

export function noteProperty(evaluated: Evaluated, name: string, run: Run): void {
  spend(run, 5);
  evaluated.properties.add(name);
}

export function mergeEvaluated(into: Evaluated, from: Evaluated, run: Run): void {
  spend(run, 6 * (from.properties.size + from.items.size));
  for (const name of from.properties) into.properties.add(name);
  for (const index of from.items) into.items.add(index);
  into.allProperties ||= from.allProperties;
  into.allItems ||= from.allItems;
  into.leadingItems = Math.max(into.leadingItems, from.leadingItems);
}

/** Like attempt, and what a schema that did not match has looked at is forgotten. */
export function attemptEvaluating(run: Run, check: Check, value: unknown): boolean {
  const outer = run.evaluated;
  if (outer === undefined) return attempt(run, check, value);
  spend(run, 20);
  const inner = new Evaluated();
  run.evaluated = inner;
  const valid = attempt(run, check, value);
  run.evaluated = outer;
  if (valid) mergeEvaluated(outer, inner, run);
  return valid;
}
