import { isObject, type PlainObject } from './json-type.ts';
import { listKeys } from './object-keys.ts';
import { maxValueDepth, type Run, RunEnded, spend } from './validation-run.ts';

/** Whether two JSON values are equal; every node compared is paid for. */
export function deepEqual(left: unknown, right: unknown, run: Run, depth = 0): boolean {
  spend(run, 1);
  if (left === right) {
    if (typeof left === 'string') spend(run, left.length >> 6);
    return true;
  }
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) {
    if (typeof left === 'string' && typeof right === 'string' && left.length === right.length) {
      spend(run, left.length >> 6);
    }
    return false;
  }
  if (depth > maxValueDepth) throw new RunEnded('depth');
  if (Array.isArray(left)) {
    if (!Array.isArray(right) || left.length !== right.length) return false;
    for (let index = 0; index < left.length; index += 1) {
      if (!deepEqual(left[index], right[index], run, depth + 1)) return false;
    }
    return true;
  }
  return isObject(left) && isObject(right) && objectsEqual(left, right, run, depth);
}

function objectsEqual(left: PlainObject, right: PlainObject, run: Run, depth: number): boolean {
  const keys = Object.keys(left);
  spend(run, 10 + 4 * keys.length);
  if (keys.length !== listKeys(right, run).length) return false;
  for (const key of keys) {
    if (!Object.hasOwn(right, key) || !deepEqual(left[key], right[key], run, depth + 1)) return false;
  }
  return true;
}
