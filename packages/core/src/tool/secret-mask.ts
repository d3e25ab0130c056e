import type { JsonValue } from '../schema/json-schema.ts';
import { setOwn } from './json.ts';

export const redacted = '[redacted]';

/** Shorter values stand in a text by chance: taking them out would spoil it and hide nothing. */
const minLength = 6;

/** A secret of the operator, and what it is called: the variable, header or key that holds it. */
export interface NamedSecret {
  readonly name: string;
  readonly value: string;
}

/** Takes known secrets out of what is told: as they are, and as a URL or JSON spells them. */
export class SecretMask {
  readonly #pattern: RegExp;
  readonly #numbers: boolean;
  readonly #shortest: number;
  /** Characters of the longest secret. */
  readonly longest: number;
  /** What stands in the place of each spelling. */
  readonly #marks: ReadonlyMap<string, string>;

  private constructor(marks: ReadonlyMap<string, string>) {
    this.#marks = marks;
    const spellings = [...marks.keys()];
    this.#numbers = spellings.some((spelling) => /^\d+$/u.test(spelling));
    const longestFirst = spellings.toSorted((one, other) => other.length - one.length);
    this.longest = longestFirst[0]?.length ?? 0;
    this.#shortest = longestFirst.at(-1)?.length ?? 0;
    this.#pattern = new RegExp(longestFirst.map(escapePattern).join('|'), 'gu');
  }

  /** Undefined when none of the values is long enough to be recognised. */
  static of(values: Iterable<string>): SecretMask | undefined {
    return SecretMask.#marking([...values].map((value) => ({ value, mark: redacted })));
  }

  /** The same with the name of each secret in its place, so that a person can tell them apart. */
  static named(secrets: Iterable<NamedSecret>): SecretMask | undefined {
    return SecretMask.#marking([...secrets].map(({ name, value }) => ({ value, mark: `[secret ${name}]` })));
  }

  static #marking(
    secrets: readonly { readonly value: string; readonly mark: string }[],
  ): SecretMask | undefined {
    const marks = new Map<string, string>();
    for (const { value, mark } of secrets)
      if (value.length >= minLength) for (const one of spellingsOf(value)) marks.set(one, mark);
    return marks.size === 0 ? undefined : new SecretMask(marks);
  }

  text(text: string): string {
    if (text.length < this.#shortest) return text;
    return text.replace(this.#pattern, (found) => this.#marks.get(found) ?? redacted);
  }

  /** Changes a JSON value of our own, its names included. */
  json(value: JsonValue): JsonValue {
    if (typeof value === 'string') return this.text(value);
    if (typeof value === 'number') return this.number(value);
    if (Array.isArray(value)) {
      const items = value as JsonValue[];
      for (let index = 0; index < items.length; index++) items[index] = this.json(items[index] as JsonValue);
    } else if (typeof value === 'object' && value !== null) {
      const object = value as Record<string, JsonValue>;
      for (const key of Object.keys(object)) {
        const [name, held] = [this.text(key), object[key] as JsonValue];
        const shown = this.json(held);
        if (name !== key) delete object[key];
        if (name !== key || shown !== held) setOwn(object, name, shown);
      }
    }
    return value;
  }

  /** A number can be a secret as well. */
  number(value: number): number | string {
    if (!this.#numbers) return value;
    const written = String(value);
    const shown = this.text(written);
    return shown === written ? value : shown;
  }
}

/** A value as it is, in a path, in a form, and inside JSON; percent signs are written in both cases. */
function spellingsOf(value: string): string[] {
  const inPath = encodeURIComponent(value.toWellFormed());
  const inForm = inPath.replaceAll('%20', '+').replaceAll(/[!'()~]/gu, percentEncoded);
  const inJson = JSON.stringify(value).slice(1, -1);
  const lower = (text: string): string => text.replaceAll(/%[\dA-F]{2}/gu, (code) => code.toLowerCase());
  return [
    value,
    inPath,
    lower(inPath),
    inForm,
    lower(inForm),
    inJson,
    inJson.replaceAll('/', String.raw`\/`),
  ];
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
}
