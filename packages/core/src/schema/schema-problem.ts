import type { JsonValue } from './json-schema.ts';

/** One thing that is wrong with a value. */
export interface SchemaProblem {
  /** How a person names the place: `user.tags[0].name`, '' for the root. */
  readonly path: string;
  /** The keyword that was not met; `budget` and `depth` when the value could not be checked to its end. */
  readonly keyword: string;
  /** What the keyword asked for, in short. */
  readonly expected: JsonValue;
  /** The JSON type of what was there. */
  readonly received: string;
}

/** `['user', 'tags', 0, 'a b']` as `user.tags[0]["a b"]`. */
export function formatPath(steps: readonly (string | number)[]): string {
  let path = '';
  for (const step of steps) {
    if (typeof step === 'number') path += `[${step}]`;
    else if (!/^[\p{L}_$][\p{L}\p{N}_$]{0,99}$/u.test(step))
      path += `[${JSON.stringify(step.slice(0, 100))}]`;
    else path += path === '' ? step : `.${step}`;
  }
  return path;
}

const maxTextLength = 200;
const maxMembers = 20;

/** A keyword's value cut down to what helps a reader: problems are shown to models, which pay by the word. */
export function inShort(value: unknown, depth = 0): JsonValue {
  if (typeof value === 'string') return value.slice(0, maxTextLength);
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
  if (typeof value !== 'object' || depth > 2) return '…';
  if (Array.isArray(value)) {
    const members: JsonValue[] = value.slice(0, maxMembers).map((member) => inShort(member, depth + 1));
    if (value.length > maxMembers) members.push('…');
    return members;
  }
  const entries = Object.entries(value).slice(0, maxMembers);
  return Object.fromEntries(entries.map(([key, member]) => [key, inShort(member, depth + 1)]));
}
