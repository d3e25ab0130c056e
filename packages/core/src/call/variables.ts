import type { JsonValue } from '../schema/json-schema.ts';
import { copyJson } from '../tool/json.ts';

export class UnknownVariable extends Error {
  readonly reference: string;

  constructor(reference: string) {
    super(`unknown variable ${reference}`);
    this.reference = reference;
  }
}

const reference = /\\?\{\{\s*([^{}]{1,256}?)\s*\}\}/gu;
const standingAlone = /^\{\{\s*([^{}]{1,256}?)\s*\}\}$/u;

/**
 * Puts variables into a text. `{{user.tags[0]}}` on its own becomes the value itself, whatever its type; inside other
 * text it becomes text. `\{{name}}` stays as it is, without the backslash.
 */
export function variableBinder(variables: { readonly [name: string]: unknown }): (text: string) => JsonValue {
  return (text) => {
    if (!text.includes('{{')) return text;
    const alone = standingAlone.exec(text);
    if (alone !== null) return lookUp(variables, alone[1] as string);
    return text.replace(reference, (match, path: string) => {
      if (match.startsWith('\\')) return match.slice(1);
      const value = lookUp(variables, path);
      return typeof value === 'string' ? value : JSON.stringify(value);
    });
  };
}

/** Own properties only: `{{constructor}}` is a variable of that name or none. */
function lookUp(variables: { readonly [name: string]: unknown }, path: string): JsonValue {
  let value: unknown = variables;
  for (const key of path.replaceAll(/\[(\d+)\]/gu, '.$1').split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key))
      throw new UnknownVariable(path);
    value = (value as Record<string, unknown>)[key];
  }
  const copy = copyJson(value);
  if (!copy.ok || value === undefined) throw new UnknownVariable(path);
  return copy.value;
}
