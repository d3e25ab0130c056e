import { deepEqual } from './deep-equal.ts';
import { maskOfType, ownValue, type PlainObject, typeBits } from './json-type.ts';
import { inShort } from './schema-problem.ts';
import { type Check, noteProblem, spend } from './validation-run.ts';

/** `type`, `enum` and `const`: the keywords that any value can meet or miss. */
export function compileValueKeywords(schema: PlainObject, checks: Check[]): void {
  const type = ownValue(schema, 'type');
  if (type !== undefined) checks.push(typeCheck(type));
  const members = ownValue(schema, 'enum');
  if (Array.isArray(members)) checks.push(enumCheck(members));
  if (Object.hasOwn(schema, 'const') && schema.const !== undefined) checks.push(constCheck(schema.const));
}

function typeCheck(type: unknown): Check {
  const mask = maskOfType(type) ?? 0;
  const expected = inShort(type);
  return (value, run) => (typeBits(value) & mask) !== 0 || noteProblem(run, 'type', expected, value);
}

function enumCheck(members: readonly unknown[]): Check {
  const expected = inShort(members);
  const others = new Set<unknown>();
  const numbers: number[] = [];
  const structures: object[] = [];
  for (const member of members) {
    if (typeof member === 'object' && member !== null) structures.push(member);
    else if (typeof member === 'number') numbers.push(member);
    else others.add(member);
  }
  const sortedNumbers = Float64Array.from(numbers).toSorted();
  return (value, run) => {
    spend(run, 2);
    if (typeof value !== 'object' || value === null) {
      // Looking a text up hashes all of it.
      if (typeof value === 'string') spend(run, value.length >> 4);
      const isMember = typeof value === 'number' ? includesNumber(sortedNumbers, value) : others.has(value);
      return isMember || noteProblem(run, 'enum', expected, value);
    }
    for (const structure of structures) if (deepEqual(structure, value, run)) return true;
    return noteProblem(run, 'enum', expected, value);
  };
}

// Not a Set: engines hash numbers without a secret, and a schema could list thousands that collide.
function includesNumber(sorted: Float64Array, value: number): boolean {
  let low = 0;
  let high = sorted.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const candidate = sorted[middle] ?? Number.NaN;
    if (candidate === value) return true;
    if (candidate < value) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}

function constCheck(constant: unknown): Check {
  const expected = inShort(constant);
  return (value, run) => deepEqual(constant, value, run) || noteProblem(run, 'const', expected, value);
}
