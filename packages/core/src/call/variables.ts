import type { JsonValue } from '../schema/json-schema.ts';
import { argumentLimits, copyJson, tooMuchText } from '../tool/json.ts';

export type Variables = { readonly [name: string]: unknown };

/**
 * Puts variables into texts. `{{user.tags[0]}}` on its own becomes the value itself, whatever its type; inside other
 * text it becomes text. `\{{name}}` stays as it is, without the backslash.
 */
export class VariableBinder {
  /** The first reference to nothing that was met. */
  unknown: string | undefined = undefined;
  readonly #variables: Variables;
  /** How much may still be put in: a small text with many references must not become an enormous one. */
  #left = argumentLimits.maxText;

  constructor(variables: Variables) {
    this.#variables = variables;
  }

  bind(text: string): JsonValue {
    const parts: string[] = [];
    let at = 0;
    // Found by searching for the braces: a pattern could be made to search for ever.
    for (let open = text.indexOf('{{'); open >= 0; open = text.indexOf('{{', at)) {
      const close = text.indexOf('}}', open + 2);
      if (close < 0) break;
      const path = text.slice(open + 2, close).trim();
      if (open === 0 && close + 2 === text.length) return this.#valueOf(path);
      const escaped = open > at && text[open - 1] === '\\';
      parts.push(text.slice(at, escaped ? open - 1 : open));
      parts.push(escaped ? text.slice(open, close + 2) : toText(this.#valueOf(path)));
      at = close + 2;
    }
    return at === 0 ? text : parts.join('') + text.slice(at);
  }

  /** Own properties only: `{{constructor}}` is a variable of that name or none. */
  #valueOf(path: string): JsonValue {
    // The call has ended; what is left of its text must not go on costing.
    if (this.unknown !== undefined) return null;
    let value: unknown = this.#variables;
    for (const key of path.replaceAll(/\[(\d+)\]/gu, '.$1').split('.')) {
      const held = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
      value = held ? (value as Record<string, unknown>)[key] : undefined;
    }
    const copy = value === undefined ? undefined : copyJson(value);
    if (copy?.ok !== true) {
      this.unknown ??= path;
      return null;
    }
    this.#left -= JSON.stringify(copy.value).length;
    if (this.#left < 0) throw tooMuchText(argumentLimits);
    return copy.value;
  }
}

function toText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
