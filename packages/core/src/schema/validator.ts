import type { JsonValue } from './json-schema.ts';
import { receivedType } from './json-type.ts';
import type { SchemaProblem } from './schema-problem.ts';
import { type Check, maxValueDepth, Run, RunEnded } from './validation-run.ts';

/** Runs a check within its budget: once for yes or no, and again for the problems when it says no. */
export function createValidator(
  check: Check,
  budget: number,
): (value: unknown) => readonly SchemaProblem[] | undefined {
  let idle: Run | undefined;
  return (value) => {
    // A getter in the value may validate again while this run is under way, so the run is taken out.
    const run = idle ?? new Run();
    idle = undefined;
    const problems = validate(check, budget, value, run);
    run.listedObject = undefined;
    run.listedKeys = noKeys;
    idle = run;
    return problems;
  };
}

const noKeys: readonly string[] = [];

function validate(
  check: Check,
  budget: number,
  value: unknown,
  run: Run,
): readonly SchemaProblem[] | undefined {
  let problems: SchemaProblem[] | undefined;
  try {
    run.steps = budget;
    if (check(value, run)) return undefined;
    problems = [];
    run.begin(budget, problems);
    check(value, run);
    run.problems = undefined;
  } catch (ending) {
    run.begin(budget, undefined);
    // What was found before the end stands; a run that found nothing is known only by its end.
    if (problems === undefined || problems.length === 0) return [problemOf(ending, budget, value)];
  }
  return problems.length > 0 ? problems : [problem('value', 'plain data that stays the same', value)];
}

function problemOf(ending: unknown, budget: number, value: unknown): SchemaProblem {
  if (ending instanceof RunEnded && ending.keyword === 'budget') return problem('budget', budget, value);
  if (ending instanceof RunEnded || ending instanceof RangeError)
    return problem('depth', maxValueDepth, value);
  return problem('value', 'plain data', value);
}

function problem(keyword: string, expected: JsonValue, value: unknown): SchemaProblem {
  return { path: '', keyword, expected, received: safeType(value) };
}

// Array.isArray throws for a revoked proxy.
function safeType(value: unknown): string {
  try {
    return receivedType(value);
  } catch {
    return 'object';
  }
}
