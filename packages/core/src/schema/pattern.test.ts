import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPattern } from './pattern.ts';
import { parsePattern } from './pattern-syntax.ts';
import { toPlainPattern } from './plain-pattern.ts';

function matches(source: string, text: string): boolean | string {
  const pattern = readPattern(source);
  return 'fault' in pattern ? pattern.fault : pattern.matches(text);
}

function isPlain(source: string): boolean {
  const node = parsePattern(source);
  return !('fault' in node) && toPlainPattern(node) !== undefined;
}

describe('a pattern', () => {
  test.each([
    ['a', 'xay', true],
    ['^a$', 'a\n', false],
    ['(?:^|,)x(?:$|,)', 'a,x', true],
    ['\\d', '٣', false],
    ['(\\s|x)y', '\u00a0y', true],
    ['^\\u0041\\x42\\cJ\\/$', 'AB\n/', true],
    ['^\\u{1F600}$', '😀', true],
    ['^\\ud83d\\ude00$', '😀', true],
    ['^.$', '😀', true],
    ['^(?:.|x)$', '\u2028', false],
    ['(?<year>\\d{4})-(?<month>\\d\\d)', 'on 2024-05', true],
    ['^[\\w.-]+@[\\w-]+$', 'a.b@c', true],
    ['^[\\b]$', '\b', true],
    ['^[^]$', '\n', true],
    ['[]', 'a', false],
    ['^a{,2}$', 'a{,2}', true],
    ['\\bfoo\\b', 'a foo b', true],
    ['^\\p{Lu}\\p{Letter}+$', 'Éa', true],
    ['(\\p{Script=Greek}|x)+$', 'α', true],
    ['^[A-Za-z0-9+/]*={0,2}$', 'QUJD==', true],
    ['a**', '', 'a repeat cannot be repeated'],
    ['(', '', 'a group is not closed'],
    [')', '', 'a ")" closes no group'],
    ['[b-a]', '', 'a range has its ends the wrong way round'],
    ['\\', '', 'it ends in a lone backslash'],
  ])('%s on %j gives %s', (source, text, expected) => {
    expect(matches(source, text)).toBe(expected);
  });

  test.each([
    '(?=a)',
    '(?!a)',
    '(?<=a)b',
    '(?<!a)b',
    '(a)\\1',
    '(?<n>a)\\k<n>',
    '(a{1000}){1000}',
    '\\p{Emoji}',
    '('.repeat(60),
  ])('%s is refused', (source) => {
    expect(readPattern(source)).toHaveProperty('fault');
  });

  test('runs on the built-in engine only where that cannot backtrack', () => {
    expect(['^[a-z]+$', '^a*b+c?$', '^.{1,2048}$', '^sha256:[a-f0-9]{64}$', '[a-z]'].map(isPlain)).toEqual(
      Array(5).fill(true),
    );
    expect(['^a*a*$', '^a?a?a?$', 'a+$', '^(a+)+$', '^(a|b)$', '^a*[ab]*c$'].map(isPlain)).toEqual(
      Array(6).fill(false),
    );
  });

  test('agrees with RegExp', () => {
    const atom = fc.constantFrom(
      'a',
      'b',
      '.',
      '\\d',
      '\\w',
      '\\s',
      '[ab]',
      '[^a]',
      '[\\d_-]',
      '\\.',
      '\\u0061',
      'é',
      '😀',
    );
    const repeat = fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,3}', '{2,}', '*?');
    const piece = fc.tuple(atom, repeat).map((parts) => parts.join(''));
    const group = fc.tuple(fc.array(piece, { minLength: 1, maxLength: 3 }), fc.constantFrom('', '|'), repeat);
    const source = fc
      .tuple(
        fc.constantFrom('', '^'),
        fc.array(
          fc.oneof(
            piece,
            group.map(([pieces, glue, end]) => `(${pieces.join(glue)})${end}`),
          ),
          { maxLength: 3 },
        ),
        fc.constantFrom('', '$', '\\b'),
      )
      .map(([start, pieces, end]) => start + pieces.join('') + end);
    const text = fc.array(fc.constantFrom('a', 'b', '1', '_', ' ', '\n', 'é', '😀', '.', '-', '\u2028'), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(source, fc.array(text, { minLength: 1, maxLength: 5 }), (expression, texts) => {
        for (const letters of texts) {
          const tried = letters.join('');
          const expected = new RegExp(expression, 'u').test(tried);
          expect({ expression, tried, matched: matches(expression, tried) }).toEqual({
            expression,
            tried,
            matched: expected,
          });
        }
      }),
      { seed: 5, numRuns: 400 },
    );
  });
});
