import type { Evaluated } from './evaluated.ts';
import type { JsonValue } from './json-schema.ts';
import { receivedType } from './json-type.ts';
import { formatPath, type SchemaProblem } from './schema-problem.ts';

/** A compiled piece of a schema: false when the value does not satisfy it. */
export type Check = (value: unknown, run: Run) => boolean;

/** The check of the schema `true`. */
export const acceptAny: Check = () => true;

export const maxValueDepth = 500;
const maxNesting = 1_500;
const maxProblems = 50;

/**
 * The state of one validation. A first run only answers yes or no and stops at the first problem; when it
 * says no, a second one runs with `problems` set and looks at everything.
 */
export class Run {
  steps = 0;
  problems: SchemaProblem[] | undefined = undefined;
  fillsDefaults = true;
  evaluated: Evaluated | undefined = undefined;
  valueDepth = 0;
  /** How many references and combinations are being looked through at once. */
  nesting = 0;
  path: (string | number)[] = [];
  /** The object whose keys were listed last, and they. */
  listedObject: object | undefined = undefined;
  listedKeys: readonly string[] = [];

  /** Starts anew. Only a run that ended in a throw leaves more behind than its steps. */
  begin(budget: number, problems: SchemaProblem[] | undefined): void {
    this.steps = budget;
    this.problems = problems;
    this.fillsDefaults = true;
    this.evaluated = undefined;
    this.valueDepth = 0;
    this.nesting = 0;
    this.path = [];
  }
}

/** Thrown to leave all checks at once: a `false` would be read as "no match" by `not`, `if` and `contains`. */
export class RunEnded extends Error {
  readonly keyword: 'budget' | 'depth' | 'enough';
  constructor(keyword: 'budget' | 'depth' | 'enough') {
    super(keyword);
    this.keyword = keyword;
  }
}

const outOfBudget = new RunEnded('budget');
const tooDeep = new RunEnded('depth');
const enoughProblems = new RunEnded('enough');

export function spend(run: Run, steps: number): void {
  if ((run.steps -= steps) < 0) throw outOfBudget;
}

/** Notes a problem when problems are being collected. Always false, so that a check can return it. */
export function noteProblem(run: Run, keyword: string, expected: JsonValue, value: unknown): false {
  if (run.problems === undefined) return false;
  run.problems.push({ path: formatPath(run.path), keyword, expected, received: receivedType(value) });
  if (run.problems.length >= maxProblems) throw enoughProblems;
  return false;
}

/** Checks what stands under a key or index of the current value. */
export function descend(run: Run, key: string | number, check: Check, member: unknown): boolean {
  if (++run.valueDepth > maxValueDepth) throw tooDeep;
  const evaluated = run.evaluated;
  run.evaluated = undefined;
  const reporting = run.problems !== undefined;
  if (reporting) run.path.push(key);
  const valid = check(member, run);
  if (reporting) run.path.pop();
  run.evaluated = evaluated;
  run.valueDepth -= 1;
  return valid;
}

/** descend for the yes-or-no run, while nothing is recorded. */
export function descendQuietly(run: Run, check: Check, member: unknown): boolean {
  if (++run.valueDepth > maxValueDepth) throw tooDeep;
  const valid = check(member, run);
  run.valueDepth -= 1;
  return valid;
}

/** Whether the run neither reports nor records what was evaluated, so that fused checks may answer. */
export function isQuiet(run: Run): boolean {
  return run.problems === undefined && run.evaluated === undefined;
}

/** Checks the same value against another schema that takes part in this one. */
export function apply(run: Run, check: Check, value: unknown): boolean {
  if (++run.nesting > maxNesting || (run.steps -= 2) < 0) throw outOfBudget;
  const valid = check(value, run);
  run.nesting -= 1;
  return valid;
}

/** Asks whether a schema would accept the value: nothing is reported and no default is filled in. */
export function attempt(run: Run, check: Check, value: unknown): boolean {
  spend(run, 3);
  const { problems, fillsDefaults } = run;
  run.problems = undefined;
  run.fillsDefaults = false;
  const valid = apply(run, check, value);
  run.problems = problems;
  run.fillsDefaults = fillsDefaults;
  return valid;
}
