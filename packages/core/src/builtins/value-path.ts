import type { JsonValue } from '../schema/json-schema.ts';
import { isObject, ownValue } from '../schema/json-type.ts';
import { setOwn } from '../tool/json.ts';
import { problem } from './problem.ts';

/** The way to a value inside another: keys of objects and places in lists. */
export type ValuePath = readonly (string | number)[];

export type JsonObject = { readonly [key: string]: JsonValue };

const maxSteps = 200;

/**
 * Reads a path such as `user.tags[0].name`, `items[-1]` or `headers["content-type"]`. A key is data, whatever it is
 * called: `__proto__` is only found where an object has such a key of its own.
 */
export function parsePath(text: string): ValuePath {
  const steps: (string | number)[] = [];
  let at = 0;
  while (at < text.length) {
    stepPattern.lastIndex = at;
    const found = stepPattern.exec(text);
    const [, key, index, quoted = ''] = found ?? [];
    const isFirst = at === 0;
    const dotted = text[at] === '.';
    // A dot stands between keys, so not first, and always before a key that is not first.
    if (found === null || (key !== undefined && dotted === isFirst)) throw unreadable(text, at);
    if (key !== undefined) steps.push(key);
    else steps.push(index === undefined ? unquote(quoted, text, at) : Number(index));
    if (steps.length > maxSteps) throw problem('path_too_long', { limit: maxSteps });
    at = stepPattern.lastIndex;
  }
  if (steps.length === 0) throw unreadable(text, 0);
  return steps;
}

/** A key, or in brackets an index or a quoted key. The groups have no names: an engine takes thrice as long with them. */
const stepPattern = /\.?([^.[\]"]+)|\[(?:(-?(?:0|[1-9]\d{0,8}))|("(?:[^"\\]|\\.)*"))\]/suy;

/** The text of a path that goes one step further, so that `parsePath` reads the same steps from it. */
export function pathInto(path: string, step: string | number): string {
  if (typeof step === 'number') return `${path}[${step}]`;
  if (!/^[^.[\]"]+$/u.test(step)) return `${path}[${JSON.stringify(step)}]`;
  return path === '' ? step : `${path}.${step}`;
}

/** The value at a path; undefined when there is none. */
export function valueAt(value: JsonValue, path: ValuePath): JsonValue | undefined {
  let found: JsonValue | undefined = value;
  for (const step of path) {
    if (found === undefined) return undefined;
    found = childOf(found, step);
  }
  return found;
}

/** A copy with the value at a path set. Missing objects and lists on the way are made; a list can grow by one. */
export function withValueAt(target: JsonValue | undefined, path: ValuePath, value: JsonValue): JsonValue {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  const holder = target ?? (typeof step === 'number' ? [] : {});
  const next = (): JsonValue => withValueAt(childOf(holder, step), rest, value);
  if (isList(holder)) {
    const index = placeIn(holder, step);
    if (index === undefined || index > holder.length) {
      throw problem('outside_list', { length: holder.length, step: String(step).slice(0, 80) });
    }
    return index === holder.length ? [...holder, next()] : holder.with(index, next());
  }
  if (!isObject(holder)) {
    const held = typeof holder === 'string' ? holder.slice(0, 80) : holder;
    throw problem('not_a_container', { step: String(step).slice(0, 80), value: held });
  }
  const copy = { ...holder };
  setOwn(copy, String(step), next());
  return copy;
}

/** A copy without what stands at a path, or the same value when nothing does. */
export function withoutValueAt(target: JsonValue, path: ValuePath): JsonValue {
  const [step, ...rest] = path;
  const child = step === undefined ? undefined : childOf(target, step);
  if (step === undefined || child === undefined) return target;
  if (rest.length > 0) return withValueAt(target, [step], withoutValueAt(child, rest));
  if (isList(target)) return target.toSpliced(placeIn(target, step) ?? target.length, 1);
  const copy: Record<string, JsonValue> = { ...(target as JsonObject) };
  delete copy[String(step)];
  return copy;
}

/** What stands one step further; undefined when nothing does. */
export function childOf(value: JsonValue | undefined, step: string | number): JsonValue | undefined {
  if (isList(value)) {
    const index = placeIn(value, step);
    return index === undefined ? undefined : value[index];
  }
  return isObject(value) ? ownValue(value, String(step)) : undefined;
}

/** The place in a list: `[0]`, `[-1]` from its end, and also `tags.0`, which many write. */
function placeIn(list: readonly JsonValue[], step: string | number): number | undefined {
  const number = typeof step === 'string' && /^(?:0|[1-9]\d{0,8})$/u.test(step) ? Number(step) : step;
  if (typeof number === 'string') return undefined;
  const place = number < 0 ? list.length + number : number;
  return place < 0 ? undefined : place;
}

export function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function unquote(quoted: string, text: string, at: number): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1);
  try {
    return String(JSON.parse(quoted));
  } catch {
    throw unreadable(text, at);
  }
}

function unreadable(path: string, at: number): Error {
  const shown = path.length > 80 ? `${path.slice(0, 80)}…` : path;
  return problem('unreadable_path', { path: shown, position: at + 1 });
}
