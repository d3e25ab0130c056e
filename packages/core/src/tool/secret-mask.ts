import type { JsonValue } from '../schema/json-schema.ts';
import { setOwn } from './json.ts';

export const redacted = '[redacted]';

/** Shorter values stand in a text by chance: taking them out would spoil it and hide nothing. */
const minLength = 6;

/** Takes known secrets out of what is told: as they are, and as a URL or JSON spells them. */
export class SecretMask {
  readonly #pattern: RegExp;
  readonly #numbers: boolean;
  readonly #shortest: number;
  /** Characters of the longest secret. */
  readonly longest: number;

  private constructor(spellings: readonly string[]) {
    this.#numbers = spellings.some((spelling) => /^\d+$/u.test(spelling));
    const longestFirst = spellings.toSorted((one, other) => other.length - one.length);
    this.longest = longestFirst[0]?.length ?? 0;
    this.#shortest = longestFirst.at(-1)?.length ?? 0;
    this.#pattern = new RegExp(longestFirst.map(escapePattern).join('|'), 'gu');
  }

  /** Undefined when none of the values is long enough to be recognised. */
  static of(values: Iterable<string>): SecretMask | undefined {
    const spellings = new Set([...values].filter((value) => value.length >= minLength).flatMap(spellingsOf));
    return spellings.size === 0 ? undefined : new SecretMask([...spellings]);
  }

  text(text: string): string {
    return text.length < this.#shortest ? text : text.replace(this.#pattern, redacted);
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
    return this.text(written) === written ? value : redacted;
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
