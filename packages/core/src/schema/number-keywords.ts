import { ownValue, type PlainObject } from './json-type.ts';
import { isMultipleOf } from './multiple-of.ts';
import { type Check, noteProblem, spend } from './validation-run.ts';

/** `minimum`, `maximum`, their exclusive forms and `multipleOf`. */
export function compileNumberKeywords(schema: PlainObject, checks: Check[]): void {
  for (const [keyword, isMet] of comparisons) {
    const bound = ownValue(schema, keyword);
    if (typeof bound === 'number') checks.push(numberCheck(keyword, bound, isMet));
  }
}

type Comparison = (value: number, bound: number) => boolean;

const comparisons: readonly (readonly [string, Comparison])[] = [
  ['minimum', (value, bound) => value >= bound],
  ['maximum', (value, bound) => value <= bound],
  ['exclusiveMinimum', (value, bound) => value > bound],
  ['exclusiveMaximum', (value, bound) => value < bound],
  ['multipleOf', isMultipleOf],
];

function numberCheck(keyword: string, bound: number, isMet: Comparison): Check {
  return (value, run) => {
    if (typeof value !== 'number') return true;
    // Decimals are divided as big integers of up to 600 digits.
    if (keyword === 'multipleOf' && !(Number.isSafeInteger(value) && Number.isSafeInteger(bound)))
      spend(run, 300);
    return isMet(value, bound) || noteProblem(run, keyword, bound, value);
  };
}
