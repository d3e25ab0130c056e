import { expect, test } from 'vitest';
import { compileGlob } from './glob.ts';

test.each([
  ['*', '', true],
  ['*', 'anything', true],
  ['git *', 'git status', true],
  ['git *', 'gitstatus', false],
  ['src/*.ts', 'src/a/b.ts', true],
  ['a?c', 'abc', true],
  ['a?c', 'ac', false],
  ['*.example.com', 'example.com', false],
  ['*a*b', 'xxaxxbxxb', true],
  ['', '', true],
  ['', 'x', false],
  ['[a-z]', '[a-z]', true],
  ['[a-z]', 'b', false],
  ['.*', 'abc', false],
  ['a?c', 'abd', false],
  ['?b*', 'ab', true],
  ['?b*', 'ac', false],
  ['*a?c*', 'xxabcxx', true],
  ['*a?c*', 'axaac', true],
  ['*a?c*', 'abd', false],
  ['*a?', 'xxab', true],
  ['*a?', 'xxa', false],
  ['*a?*', 'ab', true],
  ['*a?*', 'a', false],
  ['a*a?*', 'ab', false],
  ['a*a', 'a', false],
])('%j on %j is %s', (pattern, text, expected) => {
  expect(compileGlob(pattern).matches(text)).toBe(expected);
});

test('many stars do not make it hang', () => {
  expect(compileGlob('*a'.repeat(40) + 'b').matches('a'.repeat(20_000))).toBe(false);
});

test('a pattern costs more the more it has to search', () => {
  const costOf = (pattern: string, length: number): number => compileGlob(pattern).costOf('x'.repeat(length));
  expect(costOf('abc*', 10_000)).toBe(costOf('abc*', 0));
  expect(costOf('*abc*', 8000)).toBe(costOf('*abc*', 0) + 1000);
  expect(costOf('*?bc*'.padEnd(16, 'x'), 100)).toBe(costOf('*?bc*'.padEnd(16, 'x'), 0) + 100);
  expect(costOf('x'.repeat(32), 0)).toBe(3);
});
