import type { DefinitionProblem } from '../messages/facts.ts';
import { isObject, type PlainObject } from '../schema/json-type.ts';
import { createError } from './errors.ts';

/** Reads the fields of a definition, collecting every problem instead of stopping at the first. */
export class FieldReader {
  readonly #problems: DefinitionProblem[];
  readonly #fields: PlainObject;
  readonly #prefix: string;

  constructor(value: unknown, prefix = '', problems: DefinitionProblem[] = []) {
    this.#fields = isObject(value) ? value : {};
    this.#prefix = prefix;
    this.#problems = problems;
    if (!isObject(value)) this.fault({ kind: 'not_an_object', field: '' });
  }

  /** Throws with every problem that was found; `subject` is what the definition is of. */
  finish(subject: string): void {
    const problems = this.#problems;
    if (problems.length > 0) throw createError('invalid_definition', { subject, problems });
  }

  get(field: string): unknown {
    return this.#fields[field] ?? undefined;
  }

  all(): PlainObject {
    return this.#fields;
  }

  has(field: string): boolean {
    return field in this.#fields;
  }

  /** A reader for an object inside this one, whose problems are counted here. */
  within(field: string): FieldReader | undefined {
    const value = this.get(field);
    return value === undefined ? undefined : this.inside(value, field);
  }

  inside(value: unknown, field: string): FieldReader {
    return new FieldReader(value, `${this.#prefix}${field}.`, this.#problems);
  }

  fault(problem: DefinitionProblem): void {
    // The thing itself has no field: `rules[0]`, not `rules[0].`.
    const own = this.#prefix === '' ? 'definition' : this.#prefix.slice(0, -1);
    const field = problem.field === '' ? own : `${this.#prefix}${problem.field}`;
    this.#problems.push({ ...problem, field });
  }

  /** The spelling of a field that was used: ours, or that of configurations. */
  spelling(camel: string, snake: string): string {
    return this.get(snake) === undefined ? camel : snake;
  }

  /** For things that decide what is allowed: a field that is not understood must not be passed over. */
  refuseUnknown(known: readonly string[]): void {
    for (const field of Object.keys(this.#fields)) {
      if (!known.includes(field)) this.fault({ kind: 'unknown', field, known });
      // An emptied list in YAML is null; taken for "left out" it would mean "no restriction".
      else if (this.#fields[field] === null) this.fault({ kind: 'missing', field });
    }
  }

  text(field: string, limit: number): string | undefined {
    const value = this.get(field);
    if (value === undefined) return undefined;
    if (typeof value !== 'string') this.fault({ kind: 'wrong_type', field, expected: 'string' });
    else if (value.length > limit) this.fault({ kind: 'too_long', field, limit });
    else return value;
    return undefined;
  }

  requiredText(field: string, limit: number): string {
    const value = this.text(field, limit);
    if (this.get(field) === undefined || value?.trim() === '') this.fault({ kind: 'missing', field });
    return value ?? '';
  }

  name(field: string): string | undefined {
    const value = this.requiredText(field, 128);
    if (value.trim() !== '' && !namePattern.test(value)) this.fault({ kind: 'bad_name', field, value });
    return value === '' ? undefined : value;
  }

  optionalTexts(field: string): readonly string[] | undefined {
    return this.get(field) === undefined ? undefined : this.texts(field);
  }

  texts(field: string): readonly string[] {
    const value = this.get(field);
    if (value === undefined) return none;
    if (Array.isArray(value) && value.length <= 256 && value.every((item) => typeof item === 'string')) {
      return Object.freeze([...value]);
    }
    this.fault({ kind: 'wrong_type', field, expected: 'list_of_strings' });
    return none;
  }

  names(field: string): readonly string[] {
    const names = this.texts(field);
    for (const value of names) if (!namePattern.test(value)) this.fault({ kind: 'bad_name', field, value });
    return names;
  }

  oneOf<T extends string>(field: string, allowed: readonly T[]): T | undefined {
    const value = this.get(field);
    if (value === undefined) return undefined;
    if ((allowed as readonly unknown[]).includes(value)) return value as T;
    this.fault({ kind: 'not_one_of', field, allowed });
    return undefined;
  }

  flag(field: string): boolean | undefined {
    const value = this.get(field);
    if (value === undefined || typeof value === 'boolean') return value;
    this.fault({ kind: 'wrong_type', field, expected: 'boolean' });
    return undefined;
  }

  flags(field: string): Record<string, boolean> {
    const group = this.within(field);
    const flags: Record<string, boolean> = {};
    for (const key of Object.keys(this.get(field) ?? {})) {
      const value = group?.flag(key);
      if (value !== undefined) flags[key] = value;
    }
    return flags;
  }

  positive(field: string): number | undefined {
    const value = this.get(field);
    if (value === undefined) return undefined;
    if (typeof value === 'number' && value > 0 && Number.isFinite(value)) return value;
    this.fault({ kind: 'wrong_type', field, expected: 'positive_number' });
    return undefined;
  }

  fn(field: string): ((...given: never[]) => unknown) | undefined {
    const value = this.get(field);
    if (value === undefined || typeof value === 'function')
      return value as ((...given: never[]) => unknown) | undefined;
    this.fault({ kind: 'wrong_type', field, expected: 'function' });
    return undefined;
  }

  strings(field: string): { readonly [name: string]: string } {
    const value = this.get(field);
    if (value === undefined) return noStrings;
    if (isObject(value) && Object.values(value).every((item) => typeof item === 'string')) {
      return Object.freeze(Object.fromEntries(Object.entries(value))) as { readonly [name: string]: string };
    }
    this.fault({ kind: 'wrong_type', field, expected: 'object_of_strings' });
    return noStrings;
  }
}

const none: readonly string[] = Object.freeze([]);
const noStrings: { readonly [name: string]: string } = Object.freeze({});

/** What a model, a wire and a file system can all bear. `@` is left out: it separates name and version in an id. */
const namePattern = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/u;
