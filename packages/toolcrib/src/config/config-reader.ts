import { basename } from 'node:path';
import { text, ToolcribError, type Locale } from '@toolcrib/core';
import type { ConfigPlace, ConfigProblem } from './config.ts';
import { substitute, type Environment } from './environment.ts';
import type { LocatedDocument } from './locate.ts';
import { configText, type ConfigTexts } from './texts.ts';

export interface Origin {
  readonly file: string | undefined;
  /** What relative paths are relative to. */
  readonly directory: string;
  readonly environment: Environment;
  readonly locale: Locale;
}

export type Path = readonly (string | number)[];

/** Reads sections of a configuration, collecting every problem with its place instead of stopping at the first. */
export class ConfigReader {
  readonly problems: ConfigProblem[] = [];
  /** The name that entries carry as their source. */
  readonly source: string;
  readonly #document: LocatedDocument;
  readonly #root: { readonly [key: string]: unknown };
  readonly #origin: Origin;
  readonly #texts: ConfigTexts;

  constructor(document: LocatedDocument, origin: Origin) {
    this.#document = document;
    this.#origin = origin;
    this.#texts = configText(origin.locale);
    this.source = origin.file === undefined ? 'defaults' : basename(origin.file);
    const { value, missing } = substitute(document.value ?? {}, origin.environment);
    for (const { path, name } of missing) {
      this.#problem(
        path,
        'variable_missing',
        this.#texts.variableMissing(name),
        this.#texts.setVariable(name),
      );
    }
    this.#root = isObject(value) ? value : {};
    if (!isObject(value)) this.#wrongType([], 'object');
  }

  has(key: string): boolean {
    return this.#root[key] !== undefined;
  }

  get(path: Path): unknown {
    let value: unknown = this.#root;
    for (const key of path) value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
    return value ?? undefined;
  }

  refuseUnknown(path: Path, known: readonly string[]): void {
    const value = this.get(path);
    if (value !== undefined && !isObject(value)) return this.#wrongType(path, 'object');
    for (const key of Object.keys(value ?? {})) {
      if (known.includes(key)) continue;
      this.#problem([...path, key], 'unknown_key', this.#texts.unknownKey(key), this.#texts.removeKey(known));
    }
  }

  noteUnused(key: string): void {
    if (!this.has(key)) return;
    this.#problem([key], 'not_used', this.#texts.notUsed, this.#texts.notUsedRemedy);
  }

  text(path: Path): string | undefined {
    const value = this.get(path);
    if (value === undefined || typeof value === 'string') return value;
    this.#wrongType(path, 'string');
    return undefined;
  }

  number(path: Path, least: number): number | undefined {
    const value = this.get(path);
    if (value === undefined || (typeof value === 'number' && value >= least)) return value;
    this.#wrongType(path, `number ≥ ${least}`);
    return undefined;
  }

  oneOf<T extends string>(path: Path, allowed: readonly T[]): T | undefined {
    const value = this.get(path);
    const found = allowed.find((candidate) => candidate === value);
    if (found === undefined && value !== undefined) this.#wrongType(path, allowed.join(' | '));
    return found;
  }

  object(key: string): { readonly [name: string]: unknown } {
    const value = this.get([key]);
    if (isObject(value)) return value;
    if (value !== undefined) this.#wrongType([key], 'object');
    return {};
  }

  items(key: string): readonly unknown[] | undefined {
    const value = this.get([key]);
    if (Array.isArray(value)) return value as unknown[];
    if (value !== undefined) this.#wrongType([key], 'array');
    return undefined;
  }

  list<T>(key: string, parse: (value: unknown, place: ConfigPlace) => T): T[] {
    return (this.items(key) ?? []).flatMap((value, index) => {
      const parsed = this.attempt([key, index], () => parse(value, this.#place([key, index])));
      return parsed === undefined ? [] : [parsed];
    });
  }

  map<T>(key: string, parse: (name: string, value: unknown) => T): [name: string, value: T][] {
    return Object.entries(this.object(key)).flatMap(([name, value]) => {
      const parsed = this.attempt([key, name], () => parse(name, value));
      return parsed === undefined ? [] : [[name, parsed] as [string, T]];
    });
  }

  /** What `parse` gives; undefined and a problem when it throws one of our errors. */
  attempt<T>(
    path: Path,
    parse: () => T,
    options: { readonly remedy?: (texts: ConfigTexts) => string } = {},
  ): T | undefined {
    try {
      return parse();
    } catch (error) {
      if (!(error instanceof ToolcribError) || error.data === undefined) throw error;
      const message = text(error.code, error.data, this.#origin.locale);
      this.#problem(path, error.code, message, options.remedy?.(this.#texts) ?? this.#texts.entryLeftOut);
      return undefined;
    }
  }

  #wrongType(path: Path, expected: string): void {
    this.#problem(path, 'wrong_type', this.#texts.wrongType(expected), this.#texts.entryLeftOut);
  }

  #problem(path: Path, code: string, message: string, remedy: string): void {
    this.problems.push({ ...this.#place(path), code, message, remedy });
  }

  #place(path: Path): ConfigPlace {
    return { file: this.#origin.file ?? '', ...this.#document.placeOf(path), path: toText(path) };
  }
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toText(path: Path): string {
  return path
    .map((key, index) => (typeof key === 'number' ? `[${key}]` : index === 0 ? key : `.${key}`))
    .join('');
}
