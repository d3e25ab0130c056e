import type { JsonValue } from '../schema/json-schema.ts';
import { argumentLimits, copyJson, tooMuchText } from './json.ts';
import { SecretMask } from './secret-mask.ts';
import { isSecretName } from './secret-names.ts';

export type Variables = { readonly [name: string]: unknown };

interface Found {
  readonly value: JsonValue;
  /** As JSON. */
  readonly length: number;
}

/**
 * Puts variables into texts. `{{user.tags[0]}}` on its own becomes the value itself, whatever its type; inside other
 * text it becomes text. `\{{name}}` stays as it is, without the backslash.
 */
export class VariableBinder {
  /** The first reference to nothing that was met. */
  unknown: string | undefined = undefined;
  readonly #variables: Variables;
  readonly #found = new Map<string, Found | undefined>();
  readonly #secrets = new Set<string>();
  /** How much may still be put in: a small text with many references must not become an enormous one. */
  #left = argumentLimits.maxText;

  /** Whether a reference to nothing becomes null, and the rest is put in all the same. */
  readonly #lenient: boolean;

  constructor(variables: Variables, { lenient = false }: { readonly lenient?: boolean } = {}) {
    this.#variables = variables;
    this.#lenient = lenient;
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

  /** What takes the secrets that were put in out of records and events; undefined when there were none. */
  mask(): SecretMask | undefined {
    return SecretMask.of(this.#secrets);
  }

  #valueOf(path: string): JsonValue {
    // A call that has ended need not have the rest of its arguments looked up.
    const found = this.#lenient || this.unknown === undefined ? this.#find(path) : undefined;
    if (found === undefined) {
      this.unknown ??= path;
      return null;
    }
    this.#left -= found.length;
    if (this.#left < 0) throw tooMuchText(argumentLimits);
    return found.value;
  }

  #find(path: string): Found | undefined {
    if (this.#found.has(path)) return this.#found.get(path);
    const keys = keysOf(path);
    const copy = copyJson(valueAt(this.#variables, keys));
    const found = copy.ok ? { value: copy.value, length: JSON.stringify(copy.value).length } : undefined;
    if (found !== undefined) this.#noteSecrets(found.value, keys.some(isSecretName));
    this.#found.set(path, found);
    return found;
  }

  /** A variable is secret by a name on the way to it: `{{secrets.tracker}}`, or the password in `{{user}}`. */
  #noteSecrets(value: JsonValue, secret: boolean): void {
    if (Array.isArray(value)) for (const item of value as JsonValue[]) this.#noteSecrets(item, secret);
    else if (typeof value === 'object' && value !== null)
      for (const [key, held] of Object.entries(value)) this.#noteSecrets(held, secret || isSecretName(key));
    else if (secret && (typeof value === 'string' || typeof value === 'number'))
      this.#secrets.add(String(value));
  }
}

/** What texts refer to, each as it stands between the braces; found as `VariableBinder` finds it. */
export function referencesIn(text: string): string[] {
  const found: string[] = [];
  let at = 0;
  for (let open = text.indexOf('{{'); open >= 0; open = text.indexOf('{{', at)) {
    const close = text.indexOf('}}', open + 2);
    if (close < 0) break;
    if (!(open > at && text[open - 1] === '\\')) found.push(text.slice(open + 2, close).trim());
    at = close + 2;
  }
  return found;
}

/** Whether a text is one reference and nothing else, so that it becomes the value itself. */
export function isReference(text: string): boolean {
  return text.startsWith('{{') && text.indexOf('}}') === text.length - 2;
}

/** `user.tags[0]` as its keys. */
export function keysOf(path: string): string[] {
  return path.replaceAll(/\[(\d+)\]/gu, '.$1').split('.');
}

/** Own properties only: `{{constructor}}` is a variable of that name or none. */
export function valueAt(variables: Variables, keys: readonly string[]): unknown {
  let value: unknown = variables;
  for (const key of keys) {
    const held = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
    value = held ? (value as Record<string, unknown>)[key] : undefined;
  }
  return value;
}

function toText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
