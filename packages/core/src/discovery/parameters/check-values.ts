import { compileSchema, type CompiledSchema } from '../../schema/compile-schema.ts';
import type { JsonSchema } from '../../schema/json-schema.ts';
import { isObject, type PlainObject } from '../../schema/json-type.ts';

const maxRounds = 6;

/** Drops what the schema does not accept, the smallest part that mends it, and says which. */
export function checkValues(
  schema: JsonSchema,
  values: Readonly<Record<string, unknown>>,
  missing: readonly string[],
): { values: Record<string, unknown>; dropped: string[] } {
  const { validate } = compiled(schema);
  const kept = copy(values) as Record<string, unknown>;
  const dropped: string[] = [];
  for (let round = 0; round < maxRounds; round++) {
    // Validation fills in defaults; the values themselves stay as they were said.
    const problems = validate(copy(kept)) ?? [];
    const wrong = problems.filter(({ keyword, path }) =>
      keyword === 'required'
        ? !isKnownGap(path, missing)
        : keyword !== 'type' || !isChoice(schema, kept, stepsOf(path)),
    );
    if (wrong.length === 0) break;
    for (const { path } of wrong) {
      const steps = stepsOf(path);
      if (steps.length > 0 && drop(kept, steps)) dropped.push(steps.join('.'));
    }
  }
  return { values: kept, dropped };
}

/** A frozen schema stays as it is, and the same tool is asked for often. */
function compiled(schema: JsonSchema): CompiledSchema {
  const before = typeof schema === 'object' ? known.get(schema) : undefined;
  if (before !== undefined) return before;
  const made = compileSchema(schema);
  if (typeof schema === 'object' && Object.isFrozen(schema)) known.set(schema, made);
  return made;
}

const known = new WeakMap<object, CompiledSchema>();

/** What is already named as missing is no reason to drop what stands beside it. */
function isKnownGap(path: string, missing: readonly string[]): boolean {
  return path === '' || missing.some((one) => one.startsWith(`${path}.`));
}

/**
 * A schema whose own choices break its type accepts no value at all. What was chosen stays: the call will then say
 * what is wrong with the schema, where leaving it out would do something else than was asked.
 */
function isChoice(schema: JsonSchema, values: unknown, steps: readonly string[]): boolean {
  let [node, value]: [unknown, unknown] = [schema, values];
  for (const step of steps) {
    node = isObject(node) && isObject(node.properties) ? node.properties[step] : undefined;
    value = isObject(value) ? value[step] : undefined;
  }
  return isObject(node) && Array.isArray(node.enum) && node.enum.includes(value);
}

/** Up to the first array: a list with one wrong member is wrong. */
function stepsOf(path: string): string[] {
  const steps: string[] = [];
  for (const [, name, quoted, index] of path.matchAll(/([^.[\]"]+)|\["((?:[^"\\]|\\.)*)"\]|\[(\d+)\]/gu)) {
    if (index !== undefined || (name !== undefined && /^\d+$/u.test(name) && path.includes(`[${name}]`)))
      break;
    steps.push(name ?? quoted ?? '');
  }
  return steps;
}

function drop(values: PlainObject, steps: readonly string[]): boolean {
  const [first = '', ...rest] = steps;
  if (!Object.hasOwn(values, first)) return false;
  const inner = values[first];
  if (rest.length > 0 && isObject(inner)) return drop(inner, rest);
  delete (values as Record<string, unknown>)[first];
  return true;
}

function copy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copy);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copy(member)]));
}
