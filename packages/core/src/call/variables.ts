import type { JsonValue } from '../schema/json-schema.ts';
import { copyJson } from '../tool/json.ts';

export type Variables = { readonly [name: string]: unknown };

const reference = /\\?\{\{\s*([^{}]{1,256}?)\s*\}\}/gu;
const standingAlone = /^\{\{\s*([^{}]{1,256}?)\s*\}\}$/u;

/**
 * Puts variables into texts. `{{user.tags[0]}}` on its own becomes the value itself, whatever its type; inside other
 * text it becomes text. `\{{name}}` stays as it is, without the backslash.
 */
export class VariableBinder {
  /** The first reference to nothing that was met. */
  unknown: string | undefined = undefined;
  readonly #variables: Variables;

  constructor(variables: Variables) {
    this.#variables = variables;
  }

  bind(text: string): JsonValue {
    if (!text.includes('{{')) return text;
    const alone = standingAlone.exec(text);
    if (alone !== null) return this.#valueOf(alone[1] as string);
    return text.replace(reference, (match, path: string) => {
      if (match.startsWith('\\')) return match.slice(1);
      const value = this.#valueOf(path);
      return typeof value === 'string' ? value : JSON.stringify(value);
    });
  }

  /** Own properties only: `{{constructor}}` is a variable of that name or none. */
  #valueOf(path: string): JsonValue {
    let value: unknown = this.#variables;
    for (const key of path.replaceAll(/\[(\d+)\]/gu, '.$1').split('.')) {
      const held = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
      value = held ? (value as Record<string, unknown>)[key] : undefined;
    }
    const copy = value === undefined ? undefined : copyJson(value);
    if (copy?.ok) return copy.value;
    this.unknown ??= path;
    return null;
  }
}
