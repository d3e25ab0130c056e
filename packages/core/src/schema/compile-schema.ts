import { compileArrayKeywords } from './array-keywords.ts';
import { compileCombiningKeywords } from './combining-keywords.ts';
import type { CompileContext } from './compile-context.ts';
import { compileDefaults } from './defaults.ts';
import { inspectSchema, type SchemaInspection } from './inspect-schema.ts';
import type { JsonSchema } from './json-schema.ts';
import { isObject, ownValue, type PlainObject } from './json-type.ts';
import { compileNumberKeywords } from './number-keywords.ts';
import { compileObjectKeywords } from './object-keywords.ts';
import type { SchemaProblem } from './schema-problem.ts';
import { simpleObject } from './simple-object.ts';
import { compileStringKeywords } from './string-keywords.ts';
import { withUnevaluated } from './unevaluated-keywords.ts';
import { createValidator } from './validator.ts';
import { acceptAny, apply, type Check, noteProblem, spend } from './validation-run.ts';
import { compileValueKeywords } from './value-keywords.ts';

export interface CompiledSchema {
  /** All problems of a value, or undefined when it is valid. Defaults are filled into the value itself, unless switched off. */
  readonly validate: (value: unknown) => readonly SchemaProblem[] | undefined;
}

export interface CompileOptions {
  /** How many steps one validation may take. */
  readonly budget?: number;
  /** Whether the schema's defaults are filled into the value. Off for schemas of strangers. @default true */
  readonly fillsDefaults?: boolean;
}

// Some ten milliseconds.
const defaultBudget = 400_000;

/**
 * Turns a schema into closures that check values against it.
 *
 * It never throws: a schema that checkSchema would fault accepts no value, and says so as its one problem.
 *
 * @example
 * const { validate } = compileSchema({ type: 'object', required: ['path'] });
 * validate({}); // [{ path: '', keyword: 'required', expected: 'path', received: 'object' }]
 */
export function compileSchema(schema: JsonSchema, options: CompileOptions = {}): CompiledSchema {
  const budget = options.budget ?? defaultBudget;
  try {
    const inspection = inspectSchema(schema, { root: 'any' });
    const [fault] = inspection.faults;
    if (fault !== undefined)
      return refuseAll(`${fault.reason} at ${fault.path || 'the root'}: ${fault.detail}`);
    const compiler = new SchemaCompiler(inspection, options.fillsDefaults ?? true);
    return { validate: createValidator(compiler.compileAll(schema), budget) };
  } catch {
    return refuseAll('the schema changed while it was read');
  }
}

function refuseAll(detail: string): CompiledSchema {
  return { validate: createValidator((value, run) => noteProblem(run, 'schema', detail, value), 1) };
}

class SchemaCompiler implements CompileContext {
  readonly dialect: CompileContext['dialect'];
  readonly #inspection: SchemaInspection;
  readonly #fillsDefaults: boolean;
  readonly #compiled = new Map<object, Check>();
  readonly #targets = new Map<object, { check: Check }>();
  readonly #waiting: PlainObject[] = [];

  constructor(inspection: SchemaInspection, fillsDefaults: boolean) {
    this.dialect = inspection.dialect;
    this.#inspection = inspection;
    this.#fillsDefaults = fillsDefaults;
  }

  compileAll(schema: unknown): Check {
    const root = this.compile(schema);
    // References are compiled in turn and not where they stand: a chain of them may be very long.
    for (let target = this.#waiting.pop(); target !== undefined; target = this.#waiting.pop()) {
      const slot = this.#targets.get(target);
      if (slot !== undefined) slot.check = this.compile(target);
    }
    return root;
  }

  readonly compile = (schema: unknown): Check => {
    if (schema === true) return acceptAny;
    if (!isObject(schema)) return acceptNone;
    const known = this.#compiled.get(schema);
    if (known !== undefined) return known;
    const check = this.#compileObject(schema);
    this.#compiled.set(schema, check);
    return check;
  };

  readonly follow = (schema: PlainObject, keyword: string): Check => {
    const target = this.#inspection.targets.get(schema)?.[keyword];
    if (!isObject(target)) return this.compile(target);
    const slot = this.#targets.get(target) ?? this.#await(target);
    return (value, run) => {
      spend(run, 1);
      return apply(run, slot.check, value);
    };
  };

  #await(target: PlainObject): { check: Check } {
    const slot = { check: acceptNone };
    this.#targets.set(target, slot);
    this.#waiting.push(target);
    return slot;
  }

  #compileObject(schema: PlainObject): Check {
    const checks: Check[] = [];
    // In draft-07 a $ref hides everything beside it.
    const isReference = typeof ownValue(schema, '$ref') === 'string';
    if (isReference && this.dialect === 'draft-07') return this.follow(schema, '$ref');
    for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) {
      if (typeof ownValue(schema, keyword) === 'string') checks.push(this.follow(schema, keyword));
    }
    const fillDefaults = this.#fillsDefaults ? compileDefaults(schema) : undefined;
    if (fillDefaults !== undefined) checks.push(fillDefaults);
    compileValueKeywords(schema, checks);
    compileNumberKeywords(schema, checks);
    compileStringKeywords(schema, checks);
    compileArrayKeywords(schema, this, checks);
    compileObjectKeywords(schema, this, checks);
    compileCombiningKeywords(schema, this, checks);
    const general = withUnevaluated(schema, this, inSequence(checks));
    return simpleObject(schema, general, fillDefaults, this);
  }
}

const acceptNone: Check = (value, run) => noteProblem(run, 'false', false, value);

function inSequence(checks: readonly Check[]): Check {
  const [first, second] = checks;
  if (first === undefined) return acceptAny;
  if (second === undefined) {
    return (value, run) => {
      spend(run, 1);
      return first(value, run);
    };
  }
  if (checks.length === 2) {
    return (value, run) => {
      spend(run, 2);
      if (run.problems === undefined) return first(value, run) && second(value, run);
      const isFirstMet = first(value, run);
      return second(value, run) && isFirstMet;
    };
  }
  return (value, run) => {
    spend(run, checks.length);
    let valid = true;
    for (let index = 0; index < checks.length; index += 1) {
      if (checks[index]?.(value, run) === true) continue;
      valid = false;
      if (run.problems === undefined) return false;
    }
    return valid;
  };
}
