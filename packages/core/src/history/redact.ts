import type { JsonValue } from '../schema/json-schema.ts';
import { copyJson, outputLimits, setOwn, shownLimits } from '../tool/json.ts';
import { redacted, SecretMask, type NamedSecret } from '../tool/secret-mask.ts';
import { isSecretName } from '../tool/secret-names.ts';
import { withoutSecretShapes } from '../tool/secret-shapes.ts';

/** Characters of one value, such as the output of a call, that are looked through and kept; the rest is cut off. */
const maxKept = 250_000;

/** Shorter texts hold no secret that could be recognised, and need no looking through. */
const minLength = 6;

/** How many values that turned out to be secret are remembered; of a token that is renewed every hour, the last days. */
const maxLearned = 100;

/** Whether something was taken out of this value, by secrecy or by length. */
export function isHidden(value: JsonValue): boolean {
  return /\[redacted\]|\[cut: \d+ characters\]/u.test(JSON.stringify(value));
}

/** Takes secrets out of copies, before they are recorded or told: by name, by value and by shape. */
export class Redactor {
  readonly #given: readonly NamedSecret[];
  /** Names by values. */
  readonly #learned = new Map<string, string>();
  #known: SecretMask | undefined;
  #named: SecretMask | undefined;

  /** @param secrets what is known to be secret, wherever it turns up. */
  constructor(secrets: readonly NamedSecret[] = []) {
    this.#given = secrets;
    this.#prepare();
  }

  /** A value that is secret from now on. */
  learn({ name, value }: NamedSecret): void {
    if (this.#learned.has(value)) return;
    this.#learned.set(value, name);
    for (const oldest of this.#learned.keys())
      if (this.#learned.size > maxLearned) this.#learned.delete(oldest);
      else break;
    this.#prepare();
  }

  /**
   * A copy for whoever decides about it: whole, except that each secret of the operator is replaced by its name. Nothing is
   * replaced by its name or shape, which whoever calls could use to hide a part of a command. Secrets in variables are not
   * replaced either: whoever calls may have chosen them. Undefined when the value is not JSON or too large to be shown.
   */
  shown(value: unknown): JsonValue | undefined {
    const copy = copyJson(value, shownLimits);
    if (!copy.ok) return undefined;
    return this.#named === undefined ? copy.value : this.#named.json(copy.value);
  }

  /** A copy without secrets, those of `mask` included; undefined when the value is not JSON. */
  value(value: unknown, mask?: SecretMask): JsonValue | undefined {
    const copy = copyJson(value, outputLimits);
    return copy.ok ? new Redaction(this.#known, mask).json(copy.value) : undefined;
  }

  text(text: string, mask?: SecretMask): string {
    return new Redaction(this.#known, mask).text(text);
  }

  #prepare(): void {
    const learned = [...this.#learned].map(([value, name]) => ({ name, value }));
    const secrets = [...this.#given, ...learned];
    this.#known = SecretMask.of(secrets.map(({ value }) => value));
    this.#named = SecretMask.named(secrets);
  }
}

/** One pass over one value. */
class Redaction {
  readonly #known: SecretMask | undefined;
  readonly #mask: SecretMask | undefined;
  #left = maxKept;

  constructor(known: SecretMask | undefined, mask: SecretMask | undefined) {
    this.#known = known;
    this.#mask = mask;
  }

  /** Changes a JSON value of our own. */
  json(value: JsonValue): JsonValue {
    if (typeof value === 'string') return this.text(value);
    if (typeof value === 'number') return this.#number(value);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) {
      const items = value as JsonValue[];
      for (let index = 0; index < items.length; index++) items[index] = this.json(items[index] as JsonValue);
    } else {
      const object = value as Record<string, JsonValue>;
      for (const key of Object.keys(object)) this.#property(object, key);
    }
    return value;
  }

  text(text: string): string {
    if (text.length < minLength) return text;
    if (text.length > this.#left) return this.#cut(text);
    this.#left -= text.length;
    return this.#hide(text);
  }

  #property(object: Record<string, JsonValue>, key: string): void {
    const held = object[key] as JsonValue;
    // Whether there is a password is no secret: `has_password: true` stays.
    const hidden = held !== null && typeof held !== 'boolean' && isSecretName(key);
    const shown = hidden ? redacted : this.json(held);
    const name = this.text(key);
    if (name !== key) delete object[key];
    if (name !== key || shown !== held) setOwn(object, name, shown);
  }

  #number(value: number): JsonValue {
    const known = this.#known === undefined ? value : this.#known.number(value);
    return this.#mask === undefined || typeof known !== 'number' ? known : this.#mask.number(known);
  }

  #hide(text: string): string {
    const known = this.#known === undefined ? text : this.#known.text(text);
    return withoutSecretShapes(this.#mask === undefined ? known : this.#mask.text(known));
  }

  /** What is not looked through is not kept; nor is the end of what is, where a secret may be cut in two. */
  #cut(text: string): string {
    const margin = Math.max(500, this.#known?.longest ?? 0, this.#mask?.longest ?? 0);
    const kept = this.#hide(text.slice(0, this.#left)).slice(0, -margin);
    this.#left = 0;
    return `${kept}[cut: ${text.length} characters]`;
  }
}
