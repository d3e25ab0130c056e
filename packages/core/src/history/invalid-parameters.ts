import type { ArgumentProblem } from '../messages/facts.ts';
import { isObject } from '../schema/json-type.ts';
import type { CallRecord } from './record.ts';

/** Names that a caller made up are as long as the caller likes. */
const maxLength = 200;

/** Their problem is about a name inside of the value at `path`. */
const aboutNames = ['required', 'additionalProperties', 'unevaluatedProperties', 'propertyNames'];

/** The parameters that a call had wrong, such as `user.tags[]`, each once; none for the arguments as a whole. */
export function invalidParameters({ errorCode, errorData }: CallRecord): readonly string[] {
  if (errorCode !== 'invalid_arguments' || !isObject(errorData)) return [];
  const problems = Array.isArray(errorData['problems']) ? errorData['problems'] : [];
  const names = problems.filter(isObject).map(nameOf);
  return [...new Set(names)].filter((name) => name !== '');
}

function nameOf({ path, keyword, expected }: { readonly [name in keyof ArgumentProblem]?: unknown }): string {
  const inside = aboutNames.includes(String(keyword)) ? [expected] : [];
  const name = [path, ...inside].filter((part) => typeof part === 'string' && part !== '').join('.');
  // The third entry of a list is as wrong as the fourth.
  return name.replaceAll(/\[\d+\]/gu, '[]').slice(0, maxLength);
}
