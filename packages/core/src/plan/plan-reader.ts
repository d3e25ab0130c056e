import type { Expectation } from '../messages/expectation.ts';
import type { PlanProblem, PlanProblemCode, PlanProblemFacts } from '../messages/plan-problem.ts';
import type { JsonValue } from '../schema/json-schema.ts';
import { isObject } from '../schema/json-type.ts';
import { nearestNames } from '../tool/nearest-names.ts';
import { pointerKey } from './references.ts';

type Fields = { readonly [name: string]: JsonValue };

/** Reads the fields of an object in a plan, and collects what is wrong with its place. */
export class PlanReader {
  readonly place: string;
  readonly #fields: Fields;
  readonly #problems: PlanProblem[];

  constructor(fields: Fields, place: string, problems: PlanProblem[]) {
    this.#fields = fields;
    this.place = place;
    this.#problems = problems;
  }

  /** The field, or undefined: a field that was left empty was left out. */
  get(field: string): JsonValue | undefined {
    return Object.hasOwn(this.#fields, field) ? (this.#fields[field] ?? undefined) : undefined;
  }

  has(field: string): boolean {
    return Object.hasOwn(this.#fields, field);
  }

  /** The field as it is, null included. */
  raw(field: string): JsonValue {
    return this.#fields[field] ?? null;
  }

  at(...steps: readonly (string | number)[]): string {
    return [this.place, ...steps.map((step) => pointerKey(String(step)))].join('/');
  }

  /** Another object, whose problems are counted here; undefined when it is none. */
  within(value: JsonValue | undefined, ...steps: readonly (string | number)[]): PlanReader | undefined {
    const place = this.at(...steps);
    if (isObject(value)) return new PlanReader(value, place, this.#problems);
    this.report('wrong', { field: String(steps[0]), expected: 'object' }, place);
    return undefined;
  }

  report<C extends PlanProblemCode>(code: C, facts: PlanProblemFacts[C], place: string = this.place): void {
    this.#problems.push({ code, facts, place, severity: 'error' } as PlanProblem);
  }

  wrong(field: string, expected: Expectation, names?: readonly string[]): undefined {
    this.report('wrong', { field, expected, ...(names && { names }) }, this.at(field));
    return undefined;
  }

  refuseUnknown(known: readonly string[]): void {
    for (const field of Object.keys(this.#fields))
      if (!known.includes(field))
        this.report('unknown_field', { field, suggestions: nearestNames(field, known) }, this.at(field));
  }

  text(field: string): string | undefined {
    const value = this.get(field);
    if (value === undefined) return undefined;
    return typeof value === 'string' ? value : this.wrong(field, 'string');
  }

  requiredText(field: string): string {
    const value = this.text(field);
    if (this.get(field) === undefined || value?.trim() === '') this.report('missing', { field });
    return value ?? '';
  }

  number(field: string, expected: Expectation, accepts: (value: number) => boolean): number | undefined {
    const value = this.get(field);
    if (value === undefined) return undefined;
    return typeof value === 'number' && accepts(value) ? value : this.wrong(field, expected);
  }

  object(field: string): Fields | undefined {
    const value = this.get(field);
    if (value === undefined) return undefined;
    return isObject(value) ? value : this.wrong(field, 'object');
  }

  list(field: string): readonly JsonValue[] | undefined {
    const value = this.get(field);
    if (value === undefined) return undefined;
    return Array.isArray(value) ? (value as readonly JsonValue[]) : this.wrong(field, 'list');
  }
}
