import { basename } from 'node:path';
import { locales, nearestNames, text, ToolcribError, type Locale } from '@toolcrib/core';
import { ConfigError } from './config-error.ts';
import { toText, type ConfigPlace, type ConfigProblem, type Path } from './config-place.ts';
import { substitute, type Environment, type MissingVariable } from './environment.ts';
import type { LocatedDocument } from './locate.ts';
import { configText, type ConfigTexts, type WantedType } from './texts.ts';
import type { TrustSource } from './trust/config-trust.ts';

/** Where a configuration comes from, and what was there before it. */
export interface Origin {
  /** The file to read instead of looking for one in the directory; once it is read, the file that it was. */
  readonly file?: string | undefined;
  /** The project directory; once a file is read, its own. What relative paths are relative to. */
  readonly directory: string;
  readonly environment: Environment;
  /** The language to speak; when nobody chose one, the configuration's own, else the system's. */
  readonly locale: Locale | undefined;
  readonly systemLocale: Locale;
  /** Allow-lists that are there without the configuration. */
  readonly allowLists: readonly string[];
  readonly trust: TrustSource;
}

/** What follows from a problem, said with it. */
export type Consequence = (texts: ConfigTexts) => string;

export const leftOut: Consequence = (texts) => texts.entryLeftOut;

/** Reads sections of a configuration, collecting every problem with its place instead of stopping at the first. */
export class ConfigReader {
  readonly problems: ConfigProblem[] = [];
  /** The name that entries carry as their source. */
  readonly source: string;
  readonly #document: LocatedDocument;
  readonly #root: { readonly [key: string]: unknown };
  readonly #missing: readonly MissingVariable[];
  readonly #file: string;
  readonly #locale: Locale;
  readonly #texts: ConfigTexts;

  constructor(document: LocatedDocument, { file, environment, locale, systemLocale }: Omit<Origin, 'trust'>) {
    const { value, missing } = substitute(document.value, environment);
    this.#document = document;
    this.#root = isObject(value) ? value : {};
    this.#missing = missing;
    this.#file = file ?? '';
    this.#locale = locale ?? locales.find((known) => known === this.#root['locale']) ?? systemLocale;
    this.#texts = configText(this.#locale);
    this.source = file === undefined ? 'defaults' : basename(file);
    for (const { path, name } of missing) {
      const texts = this.#texts;
      this.#problem(path, 'variable_missing', texts.variableMissing(name), texts.setVariable(name));
    }
    if (!isObject(value))
      throw new ConfigError({ code: 'not_an_object', ...this.place([]), ...this.#texts.notAnObject });
  }

  /** Ends the reading when a key may be one of the guarding ones, misspelt: what it was meant to close would stay open. */
  refuseMisspelt(known: readonly string[], guarding: readonly string[]): void {
    for (const key of Object.keys(this.#root).filter((one) => !known.includes(one))) {
      const held = guarding.find((name) => key.toLowerCase().includes(name));
      const [meant = held] = nearestNames(key, guarding);
      if (meant === undefined) continue;
      const complaint = this.#texts.misspeltKey(key, meant);
      throw new ConfigError({ code: 'misspelt_key', ...this.place([key]), ...complaint });
    }
  }

  /** Whether a section is there. An emptied one, which YAML takes for null, is as good as none. */
  has(key: string): boolean {
    return (this.#root[key] ?? undefined) !== undefined;
  }

  isWritten(key: string): boolean {
    return Object.hasOwn(this.#root, key);
  }

  /** The value at a path; nothing when it waits for a variable that is not set. */
  get(path: Path): unknown {
    return this.#valueAt(path) ?? undefined;
  }

  /** The same as it is written, with variables by their names. */
  written(path: Path): unknown {
    return memberOf(this.#document.value, path);
  }

  #valueAt(path: Path): unknown {
    const value = memberOf(this.#root, path);
    return typeof value === 'string' && this.#isIncomplete(path) ? undefined : value;
  }

  /** Reports every key of an object that is not known; true when there is none. */
  refuseUnknown(path: Path, known: readonly string[], consequence?: Consequence): boolean {
    const value = this.get(path);
    const unknown = isObject(value) ? Object.keys(value).filter((key) => !known.includes(key)) : [];
    const texts = this.#texts;
    const remedy = [texts.removeKey(known), ...(consequence ? [consequence(texts)] : [])].join(' ');
    for (const key of unknown) this.#problem([...path, key], 'unknown_key', texts.unknownKey(key), remedy);
    return unknown.length === 0;
  }

  text(path: Path): string | undefined {
    const value = this.get(path);
    if (value === undefined || typeof value === 'string') return value;
    this.#wrongType(path, 'string');
    return undefined;
  }

  flag(path: Path, consequence?: Consequence): boolean | undefined {
    const value = this.get(path);
    if (value === undefined || typeof value === 'boolean') return value;
    this.#wrongType(path, 'boolean', consequence);
    return undefined;
  }

  number(path: Path, { least, most = Number.MAX_VALUE, whole = false }: NumberLimits): number | undefined {
    const value = this.get(path);
    if (value === undefined) return undefined;
    if (typeof value === 'number' && value >= least && value <= most) {
      if (!whole || Number.isInteger(value)) return value;
    }
    this.#unusable(path, this.#texts.wrongNumber(least, whole, most));
    return undefined;
  }

  /** An emptied word is no word: only one that is not there leaves the choice to us. */
  oneOf<T extends string>(path: Path, allowed: readonly T[], consequence?: Consequence): T | undefined {
    const value = this.#valueAt(path);
    const found = allowed.find((candidate) => candidate === value);
    if (found === undefined && value !== undefined)
      this.#unusable(path, this.#texts.notOneOf(allowed), consequence);
    return found;
  }

  object(at: string | Path, consequence?: Consequence): { readonly [name: string]: unknown } | undefined {
    const path = typeof at === 'string' ? [at] : at;
    const value = this.get(path);
    if (isObject(value)) return value;
    if (value !== undefined) this.#wrongType(path, 'object', consequence);
    return undefined;
  }

  items(key: string, consequence?: Consequence): readonly unknown[] | undefined {
    return this.#items([key], consequence);
  }

  /** Each entry of a list that `parse` can read; it reports the others itself. */
  list<T>(at: string | Path, parse: (value: unknown, path: Path) => T | false | undefined): T[] {
    const place = typeof at === 'string' ? [at] : at;
    return (this.#items(place) ?? []).flatMap((value, index) => {
      const parsed = parse(value, [...place, index]);
      return parsed === undefined || parsed === false ? [] : [parsed];
    });
  }

  /** A text that is not empty. */
  name(path: Path): string | undefined {
    const value = this.get(path);
    if (typeof value === 'string' && value.trim() !== '') return value;
    this.#wrongType(path, 'string');
    return undefined;
  }

  /** A list of texts that are not empty; undefined when it is not there. */
  names(path: Path): readonly string[] | undefined {
    return this.get(path) === undefined ? undefined : this.list(path, (_, place) => this.name(place));
  }

  /** A problem that only who reads the entry can find. */
  report(path: Path, code: string, say: (locale: Locale, texts: ConfigTexts) => string): void {
    this.#problem(path, code, say(this.#locale, this.#texts), this.#texts.entryLeftOut);
  }

  /**
   * What `parse` gives; undefined and a problem when it throws one of our errors. An entry that waits for a variable is
   * not even tried: what it would say without the variable is not what was meant.
   */
  attempt<T>(path: Path, parse: () => T, consequence: Consequence = leftOut): T | undefined {
    if (this.#isIncomplete(path)) return undefined;
    try {
      return parse();
    } catch (error) {
      if (!(error instanceof ToolcribError) || error.data === undefined) throw error;
      const message = text(error.code, error.data, this.#locale);
      this.#problem(path, error.code, message, consequence(this.#texts));
      return undefined;
    }
  }

  #items(path: Path, consequence?: Consequence): readonly unknown[] | undefined {
    const value = this.get(path);
    if (Array.isArray(value)) return value as unknown[];
    if (value !== undefined) this.#wrongType(path, 'array', consequence);
    return undefined;
  }

  place(path: Path): ConfigPlace {
    const written = this.#document.pathInFile?.(path) ?? path;
    return { file: this.#file, ...this.#document.placeOf(path), path: toText(written) };
  }

  #isIncomplete(path: Path): boolean {
    return this.#missing.some((missing) => path.every((key, index) => missing.path[index] === key));
  }

  #wrongType(path: Path, wanted: WantedType, consequence?: Consequence): void {
    this.#unusable(path, this.#texts.wrongType[wanted], consequence);
  }

  #unusable(path: Path, message: string, consequence: Consequence = leftOut): void {
    this.#problem(path, 'wrong_type', message, consequence(this.#texts));
  }

  #problem(path: Path, code: string, message: string, remedy: string): void {
    this.problems.push({ ...this.place(path), code, message, remedy });
  }
}

interface NumberLimits {
  readonly least: number;
  /** @default none */
  readonly most?: number;
  /** @default false */
  readonly whole?: boolean;
}

export function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function memberOf(root: unknown, path: Path): unknown {
  let value = root;
  for (const key of path) {
    const inside = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
    value = inside ? (value as { readonly [key: string]: unknown })[key] : undefined;
  }
  return value;
}
