import { isObject, ownValue, type PlainObject } from './json-type.ts';
import { type Check, type Run, spend } from './validation-run.ts';

/** Fills the defaults of a schema's properties into the value itself; undefined when there are none. */
export function compileDefaults(schema: PlainObject): Check | undefined {
  const properties = ownValue(schema, 'properties');
  if (!isObject(properties)) return undefined;
  const defaults: (readonly [string, unknown])[] = [];
  for (const name of Object.keys(properties)) {
    const property = properties[name];
    const value = isObject(property) ? ownValue(property, 'default') : undefined;
    if (value !== undefined) defaults.push([name, value]);
  }
  if (defaults.length === 0) return undefined;
  return (value, run) => {
    if (!run.fillsDefaults || !isObject(value)) return true;
    spend(run, defaults.length);
    for (const [name, fallback] of defaults) {
      if (ownValue(value, name) === undefined) define(value, name, copy(fallback, run));
    }
    return true;
  };
}

// Assignment would set the prototype for the name __proto__.
function define(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
}

/** Each use gets its own copy: a handler may change what it was given. */
function copy(value: unknown, run: Run): unknown {
  spend(run, 8);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => copy(item, run));
  const copied = {};
  for (const [key, member] of Object.entries(value)) define(copied, key, copy(member, run));
  return copied;
}
