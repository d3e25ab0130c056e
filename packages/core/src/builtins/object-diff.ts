import type { JsonValue } from '../schema/json-schema.ts';
import { isObject } from '../schema/json-type.ts';
import { maxCharacters } from './input-size.ts';
import { problem } from './problem.ts';
import { childOf, isList, pathInto } from './value-path.ts';

export type ObjectChange = {
  readonly path: string;
  readonly change: 'added' | 'removed' | 'changed';
  readonly before?: JsonValue;
  readonly after?: JsonValue;
};

/** What must change to get from one value to another, in the order of the keys. Lists are compared place by place. */
export function diffOf(before: JsonValue, after: JsonValue): readonly ObjectChange[] {
  const changes: ObjectChange[] = [];
  let characters = 0;
  const walk = (one: JsonValue | undefined, other: JsonValue | undefined, path: string): void => {
    const steps = stepsOf(one, other);
    if (steps !== undefined) {
      for (const step of steps) walk(childOf(one, step), childOf(other, step), pathInto(path, step));
      return;
    }
    if (one === other) return;
    // Deep objects with long keys have paths that together are far larger than the objects.
    characters += path.length;
    if (characters > maxCharacters) {
      throw problem('too_much_output', { limit: maxCharacters, unit: 'characters' });
    }
    if (one === undefined) changes.push({ path, change: 'added', after: other ?? null });
    else if (other === undefined) changes.push({ path, change: 'removed', before: one });
    else changes.push({ path, change: 'changed', before: one, after: other });
  };
  walk(before, after, '');
  return changes;
}

/** The steps into two values of the same shape; undefined when they must be compared as they are. */
function stepsOf(
  one: JsonValue | undefined,
  other: JsonValue | undefined,
): Iterable<string | number> | undefined {
  if (isList(one) && isList(other)) return (one.length > other.length ? one : other).keys();
  if (isObject(one) && isObject(other)) {
    return [...Object.keys(one), ...Object.keys(other).filter((key) => !Object.hasOwn(one, key))];
  }
  return undefined;
}
