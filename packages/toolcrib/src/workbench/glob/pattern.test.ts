import { matchesGlob } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePattern } from './pattern.ts';

const paths = [
  'README.md',
  'src/main.ts',
  'src/deep/er/main.ts',
  'src/deep/main.test.ts',
  'src/[id].ts',
  'lib/main.js',
  '.env',
  '中文/文件.md',
  '🧰.txt',
];

test.each<[pattern: string, expected: readonly string[]]>([
  ['*.ts', ['src/main.ts', 'src/deep/er/main.ts', 'src/deep/main.test.ts', 'src/[id].ts']],
  ['**/*.test.ts', ['src/deep/main.test.ts']],
  ['src/*.ts', ['src/main.ts', 'src/[id].ts']],
  ['src/**/*.ts', ['src/main.ts', 'src/deep/er/main.ts', 'src/deep/main.test.ts', 'src/[id].ts']],
  ['src/**', ['src/main.ts', 'src/deep/er/main.ts', 'src/deep/main.test.ts', 'src/[id].ts']],
  ['/README.md', ['README.md']],
  ['./src/main.ts', ['src/main.ts']],
  ['/main.ts', []],
  ['main.{ts,js}', ['src/main.ts', 'src/deep/er/main.ts', 'lib/main.js']],
  ['{src,lib}/main.{t,j}s', ['src/main.ts', 'lib/main.js']],
  ['{s{r,x}c,lib}/main.?s', ['src/main.ts', 'lib/main.js']],
  ['src/\\[id\\].ts', ['src/[id].ts']],
  ['[A-Z]*', ['README.md']],
  ['[!a-z]*.md', ['README.md', '中文/文件.md']],
  ['.*', ['.env']],
  ['?.txt', ['🧰.txt']],
  ['../*', []],
  ['**', paths],
])('%s', (pattern, expected) => {
  expect(paths.filter((path) => parsePattern(pattern)?.matches(path))).toEqual(expected);
});

test.each(['{a', 'a}', '[a', 'a\\', '{a,b}'.repeat(10)])('%s cannot be read', (pattern) => {
  expect(parsePattern(pattern)).toBeUndefined();
});

describe('whatever the pattern', () => {
  const name = fc.string({ unit: fc.constantFrom('a', 'b', '.'), minLength: 1, maxLength: 3 });
  const piece = fc.oneof(name, fc.constantFrom('*', '?', 'a*', '*b', '**', '[ab]*'));
  const sensible = (path: string): boolean => !path.split('/').some((part) => /^\.+$/u.test(part));

  test('it agrees with the matcher of Node on anchored patterns', () => {
    fc.assert(
      fc.property(
        fc.array(piece, { minLength: 2, maxLength: 4 }),
        fc.array(name, { minLength: 1, maxLength: 4 }),
        (pieces, names) => {
          const [pattern, path] = [pieces.join('/'), names.join('/')];
          // Node hides names that begin with a dot and gives dots a meaning of their own.
          fc.pre(sensible(pattern) && !/(?:^|\/)\./u.test(`${path}${pattern}`) && !pattern.endsWith('**'));
          expect(parsePattern(pattern)?.matches(path)).toBe(matchesGlob(path, pattern));
        },
      ),
      { seed: 7, numRuns: 2000 },
    );
  });

  test('the work stays in proportion: stars by the hundred do not multiply', () => {
    const path = `${'a'.repeat(4000)}/b`;
    for (const pattern of [`${'*a'.repeat(300)}*c`, `${'**/a/'.repeat(200)}c`, `${'*'.repeat(1000)}z`]) {
      expect(parsePattern(pattern)?.matches(path)).toBe(false);
    }
  });
});
