import type { JsonValue } from '../schema/json-schema.ts';
import { isObject } from '../schema/json-type.ts';
import { childOf, formatPath, isList, type ValuePath } from './value-path.ts';

export type ObjectChange = {
  readonly path: string;
  readonly change: 'added' | 'removed' | 'changed';
  readonly before?: JsonValue;
  readonly after?: JsonValue;
};

// Deep objects with long keys have paths that together are far larger than the objects.
const maxPathCharacters = 1_000_000;

/** What must change to get from one value to another, in the order of the keys. Lists are compared place by place. */
export function diffOf(before: JsonValue, after: JsonValue): readonly ObjectChange[] {
  const changes: ObjectChange[] = [];
  let characters = 0;
  const walk = (one: JsonValue | undefined, other: JsonValue | undefined, path: ValuePath): void => {
    const steps = stepsOf(one, other);
    if (steps !== undefined) {
      for (const step of steps) walk(childOf(one, step), childOf(other, step), [...path, step]);
      return;
    }
    if (one === other) return;
    const text = formatPath(path);
    characters += text.length;
    if (characters > maxPathCharacters) throw new Error('There are too many differences to list.');
    if (one === undefined) changes.push({ path: text, change: 'added', after: other ?? null });
    else if (other === undefined) changes.push({ path: text, change: 'removed', before: one });
    else changes.push({ path: text, change: 'changed', before: one, after: other });
  };
  walk(before, after, []);
  return changes;
}

/** The steps into two values of the same shape; undefined when they must be compared as they are. */
function stepsOf(
  one: JsonValue | undefined,
  other: JsonValue | undefined,
): readonly (string | number)[] | undefined {
  if (isList(one) && isList(other))
    return Array.from({ length: Math.max(one.length, other.length) }, (_, at) => at);
  if (isObject(one) && isObject(other)) return [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return undefined;
}
