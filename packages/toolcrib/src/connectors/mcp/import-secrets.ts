import { isSecretName, type JsonValue } from '@toolcrib/core';
import { isFlag, isSecretUnder, keepScheme, replaceSecrets } from './find-secrets.ts';

/** Where a secret stood, and the variable that it belongs into. Never the secret. */
export interface MovedSecret {
  readonly variable: string;
  /** As the entry is read: `args[2]`, `headers.Authorization`. */
  readonly path: string;
}

/** Where a secret stands. */
export interface SecretPlace {
  readonly server: string;
  readonly path: string;
  /** What the variable is called if that is free. @default the server's name and the secret's */
  readonly variable?: string | undefined;
}

/** Characters of one text. What is longer is not searched, and so it is not copied. */
const maxSearched = 20_000;

/** Puts variables in the place of the secrets of one file. Two secrets never share a variable. */
export class SecretVariables {
  /** Held while a file is read; nothing else of it is kept. */
  readonly #secrets = new Map<string, string>();
  readonly #onMoved: (place: SecretPlace, moved: MovedSecret) => void;

  /** `taken` are variables that are in use for something else. */
  constructor(
    onMoved: (place: SecretPlace, moved: MovedSecret) => void,
    { taken = [] }: { readonly taken?: readonly string[] | undefined } = {},
  ) {
    this.#onMoved = onMoved;
    for (const variable of taken) this.#secrets.set(variable, '');
  }

  /** The reference that stands for a secret. */
  put(secret: string, place: SecretPlace, name = 'token'): string {
    const chosen = this.name(secret, place, name);
    this.#onMoved(place, { variable: chosen, path: place.path });
    return `\${${chosen}}`;
  }

  /** The variable for a value: the same for the same value, another one for every other. */
  name(secret: string, { server, variable }: SecretPlace, name = 'token'): string {
    const chosen = this.#free(plain(variable ?? nameFor(server, name)), plain(server), secret);
    this.#secrets.set(chosen, secret);
    return chosen;
  }

  /** A value by the name that it stands under. */
  under(name: string, value: string, place: SecretPlace): string {
    const text = this.#withoutDefaults(name, value, place);
    return isSecretUnder(name, text)
      ? keepScheme(text, (bare) => this.put(bare, place, secretName(name)))
      : this.text(text, place, name);
  }

  /** A text without its secrets. A variable for a part of it is not called like the whole. */
  text(text: string, { server, path }: SecretPlace, under?: string): string {
    if (text.length > maxSearched) return this.put(text, { server, path }, 'text_secret');
    return replaceSecrets(
      text,
      (secret, name) => this.put(secret, { server, path }, secretName(name)),
      under,
    );
  }

  /** Arguments without their secrets: `--api-key VALUE`, `--api-key=VALUE`, and what is recognised in each. */
  list(list: readonly string[], place: SecretPlace): string[] {
    return list.map((argument, index) => {
      const at = { ...place, path: `${place.path}[${index}]` };
      const before = list[index - 1] ?? '';
      return isFlag(before) && !isFlag(argument) ? this.under(before, argument, at) : this.text(argument, at);
    });
  }

  /** A value that was found to be a secret in one place is not copied from any other place either. */
  everywhere(value: JsonValue, place: SecretPlace): JsonValue {
    if (typeof value === 'string') return this.#known(value, place);
    if (typeof value !== 'object' || value === null) return value;
    const at = (path: string): SecretPlace => ({ ...place, path: `${place.path}${path}` });
    if (Array.isArray(value)) return value.map((one, index) => this.everywhere(one, at(`[${index}]`)));
    const members = Object.entries(value);
    return Object.fromEntries(members.map(([name, one]) => [name, this.everywhere(one, at(`.${name}`))]));
  }

  #known(text: string, { server, path }: SecretPlace): string {
    let left = text;
    for (const [variable, secret] of this.#secrets) {
      // A short one may be a word that stands for something else there.
      if (secret.length < 12 || !/\d/u.test(secret) || !left.includes(secret)) continue;
      left = left.replaceAll(secret, `\${${variable}}`);
      this.#onMoved({ server, path }, { variable, path });
    }
    return left;
  }

  /** `${NAME:-value}` holds the value as well. */
  #withoutDefaults(name: string, text: string, { server, path }: SecretPlace): string {
    return text.replaceAll(/\$\{(\w+):-([^}]+)\}/gu, (all: string, variable: string, value: string) => {
      if (!isSecretUnder(name, value) && replaceSecrets(value, () => '') === value) return all;
      this.#onMoved({ server, path }, { variable, path });
      return `\${${variable}}`;
    });
  }

  #free(wanted: string, server: string, secret: string): string {
    const isOurs = (name: string): boolean => (this.#secrets.get(name) ?? secret) === secret;
    if (isOurs(wanted)) return wanted;
    const own = wanted.startsWith(`${server}_`) ? wanted : `${server}_${wanted}`;
    let name = own;
    for (let number = 2; !isOurs(name); number++) name = `${own}_${number}`;
    return name;
  }
}

/** As variables are written. */
function plain(name: string): string {
  const written = name
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/gu, '_')
    .replaceAll(/\W+/gu, '_')
    .replaceAll(/__+|^_+|_+$/gu, (run, at: number) =>
      at === 0 || at + run.length === name.length ? '' : '_',
    )
    .toUpperCase();
  return /^\d/u.test(written) ? `_${written}` : written;
}

/** A variable is called as it is already; anything else by its server too. */
function nameFor(server: string, name: string): string {
  const isVariable = /^[A-Z][\dA-Z_]+$/u.test(name);
  return isVariable || plain(name).startsWith(`${plain(server)}_`) ? name : `${server}_${name}`;
}

/** So that its value is kept out of results and records, as that of every variable with the name of a secret. */
function secretName(name: string | undefined): string | undefined {
  return name === undefined || isSecretName(name) ? name : `${name}_SECRET`;
}
