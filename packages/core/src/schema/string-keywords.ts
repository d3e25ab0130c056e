import { formatCheck } from './formats.ts';
import { ownValue, type PlainObject } from './json-type.ts';
import { readPattern } from './pattern.ts';
import { type Check, noteProblem, type Run, spend } from './validation-run.ts';

/** `minLength`, `maxLength`, `pattern` and `format`. */
export function compileStringKeywords(schema: PlainObject, checks: Check[]): void {
  const shortest = ownValue(schema, 'minLength');
  if (typeof shortest === 'number') checks.push(minLengthCheck(shortest));
  const longest = ownValue(schema, 'maxLength');
  if (typeof longest === 'number') checks.push(maxLengthCheck(longest));
  const pattern = ownValue(schema, 'pattern');
  if (typeof pattern === 'string') checks.push(patternCheck(pattern));
  const format = ownValue(schema, 'format');
  if (typeof format === 'string') {
    const isFormat = formatCheck(format);
    if (isFormat !== undefined) checks.push(isFormat);
  }
}

// A text of n UTF-16 units has between n / 2 and n characters: most need no counting.
function minLengthCheck(shortest: number): Check {
  return (value, run) => {
    if (typeof value !== 'string' || value.length >= shortest * 2) return true;
    const met = value.length >= shortest && countCharacters(value, run) >= shortest;
    return met || noteProblem(run, 'minLength', shortest, value);
  };
}

function maxLengthCheck(longest: number): Check {
  return (value, run) => {
    if (typeof value !== 'string' || value.length <= longest) return true;
    const met = value.length <= longest * 2 && countCharacters(value, run) <= longest;
    return met || noteProblem(run, 'maxLength', longest, value);
  };
}

function countCharacters(text: string, run: Run): number {
  spend(run, text.length >> 3);
  let count = text.length;
  for (let index = 1; index < text.length; index += 1) {
    if (isLowSurrogate(text.charCodeAt(index)) && isHighSurrogate(text.charCodeAt(index - 1))) count -= 1;
  }
  return count;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

function patternCheck(source: string): Check {
  const pattern = readPattern(source);
  const expected = source.slice(0, 200);
  if ('fault' in pattern) return (value, run) => noteProblem(run, 'pattern', expected, value);
  return (value, run) => {
    if (typeof value !== 'string') return true;
    spend(run, pattern.cost(value.length));
    return pattern.matches(value) || noteProblem(run, 'pattern', expected, value);
  };
}
