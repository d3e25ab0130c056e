import type { CompileContext } from './compile-context.ts';
import { attemptEvaluating } from './note-evaluated.ts';
import type { JsonValue } from './json-schema.ts';
import { anyType, isObject, maskOfType, ownValue, type PlainObject, typeBits } from './json-type.ts';
import { inShort } from './schema-problem.ts';
import { apply, attempt, type Check, noteProblem, type Run, spend } from './validation-run.ts';

/** `allOf`, `anyOf`, `oneOf`, `not` and `if`/`then`/`else`. */
export function compileCombiningKeywords(
  schema: PlainObject,
  context: CompileContext,
  checks: Check[],
): void {
  const all = ownValue(schema, 'allOf');
  if (Array.isArray(all)) checks.push(allOfCheck(all.map(context.compile)));
  const any = ownValue(schema, 'anyOf');
  if (Array.isArray(any)) checks.push(anyOfCheck(compileOptions(any, context)));
  const one = ownValue(schema, 'oneOf');
  if (Array.isArray(one)) checks.push(oneOfCheck(compileOptions(one, context)));
  const not = ownValue(schema, 'not');
  if (not !== undefined) checks.push(notCheck(context.compile(not), outline(not)));
  const condition = ownValue(schema, 'if');
  if (condition !== undefined) checks.push(conditionCheck(schema, context.compile(condition), context));
}

function allOfCheck(parts: readonly Check[]): Check {
  return (value, run) => {
    let valid = true;
    for (let index = 0; index < parts.length; index += 1) {
      const part = parts[index];
      if (part === undefined || apply(run, part, value)) continue;
      valid = false;
      if (run.problems === undefined) return false;
    }
    return valid;
  };
}

interface Options {
  readonly checks: readonly Check[];
  /** The types that each option could accept. */
  readonly masks: readonly number[];
  readonly outlines: JsonValue;
}

function compileOptions(schemas: readonly unknown[], context: CompileContext): Options {
  return {
    checks: schemas.map(context.compile),
    masks: schemas.map((schema) =>
      isObject(schema) ? (maskOfType(ownValue(schema, 'type')) ?? anyType) : anyType,
    ),
    outlines: inShort(schemas.map(outline)),
  };
}

/** What identifies an option to a reader: a constant, a name or a type. */
function outline(schema: unknown): JsonValue {
  if (!isObject(schema)) return schema === true;
  for (const keyword of ['const', 'title', '$ref', 'enum', 'type', 'required']) {
    const value = ownValue(schema, keyword);
    if (value !== undefined) return inShort(value, 1);
  }
  return 'schema';
}

function anyOfCheck(options: Options): Check {
  return (value, run) => {
    const { checks } = options;
    let valid = false;
    for (let index = 0; index < checks.length; index += 1) {
      const check = checks[index];
      spend(run, 1);
      if (check === undefined || !attemptEvaluating(run, check, value)) continue;
      valid = true;
      // Every option that matches evaluates members: all are asked while that is being recorded.
      if (run.evaluated === undefined) return true;
    }
    return valid || (run.problems !== undefined && reportOptions(options, value, run));
  };
}

/** When only one option is of the value's type, its own problems say more than "none matched". */
function reportOptions(options: Options, value: unknown, run: Run): boolean {
  const bits = typeBits(value);
  const [only, ...others] = options.checks.filter(
    (_, index) => (bits & (options.masks[index] ?? anyType)) !== 0,
  );
  if (only !== undefined && others.length === 0 && !apply(run, only, value)) return false;
  return noteProblem(run, 'anyOf', options.outlines, value);
}

function oneOfCheck(options: Options): Check {
  return (value, run) => {
    let matches = 0;
    for (const check of options.checks) {
      spend(run, 1);
      if (attemptEvaluating(run, check, value) && ++matches > 1) break;
    }
    return matches === 1 || noteProblem(run, 'oneOf', options.outlines, value);
  };
}

function notCheck(check: Check, expected: JsonValue): Check {
  return (value, run) => {
    const evaluated = run.evaluated;
    run.evaluated = undefined;
    const matches = attempt(run, check, value);
    run.evaluated = evaluated;
    return !matches || noteProblem(run, 'not', expected, value);
  };
}

function conditionCheck(schema: PlainObject, condition: Check, context: CompileContext): Check {
  const consequence = ownValue(schema, 'then');
  const alternative = ownValue(schema, 'else');
  const whenMet = consequence === undefined ? undefined : context.compile(consequence);
  const whenNot = alternative === undefined ? undefined : context.compile(alternative);
  return (value, run) => {
    const chosen = attemptEvaluating(run, condition, value) ? whenMet : whenNot;
    return chosen === undefined || apply(run, chosen, value);
  };
}
