import type { PlainObject } from './json-type.ts';
import { type Run, spend } from './validation-run.ts';

/**
 * The own keys of an object. The engine lists them all before the first can be seen, and slowly when there
 * are many, so a list is kept for the keywords that ask for the same object again.
 */
export function listKeys(object: PlainObject, run: Run): readonly string[] {
  if (run.listedObject === object && run.listedKeys.length > 0) return run.listedKeys;
  const keys = Object.keys(object);
  spend(run, keys.length < manyKeys ? keys.length : keys.length * 8);
  run.listedObject = object;
  run.listedKeys = keys;
  return keys;
}

const manyKeys = 1_000;
