import fc from 'fast-check';
import { expect, test } from 'vitest';
import { includesText, occurrencesOf } from './text-search.ts';

test('finds what split finds', () => {
  const letters = (maxLength: number): fc.Arbitrary<string> =>
    fc.array(fc.constantFrom('a', 'b', 'é', '😀'), { maxLength }).map((parts) => parts.join(''));
  const property = fc.property(letters(60), letters(5), (text, search) => {
    fc.pre(search !== '');
    expect(Array.from(occurrencesOf(search, text))).toHaveLength(text.split(search).length - 1);
    expect(includesText(text, search)).toBe(text.includes(search));
    expect(occurrencesOf(search, text).next().value ?? -1).toBe(text.indexOf(search));
  });
  fc.assert(property, { numRuns: 1000 });
});

test('ends where indexOf takes seconds', () => {
  const half = 'a'.repeat(50_000);
  expect(includesText('a'.repeat(400_000), `${half}b${half}`)).toBe(false);
});
