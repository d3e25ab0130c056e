import { describe, expect, test } from 'vitest';
import type { CommandWord } from '../tool/effect.ts';
import { compileCommandPattern, showCommand } from './command-pattern.ts';

const rest = { start: '' };
const command = (...words: CommandWord[]) => ({ words });

describe('a rule that allows', () => {
  test.each([
    ['git *', ['git', 'status'], true],
    ['git *', ['git'], true],
    ['git *', ['github'], false],
    ['git *', ['./git', 'status'], false],
    ['git *', ['git', 'status; rm -rf src'], true],
    ['rm build', ['rm', 'build'], true],
    ['rm a b', ['rm', 'a b'], false],
    ["rm 'a b'", ['rm', 'a b'], true],
    ["echo 'it'\\''s'", ['echo', "it's"], true],
    ['cat 文档/*', ['cat', '文档/指南.md'], true],
    ['git *', ['git', rest], false],
    ['git log *', ['git', 'log', { start: 'src/' }], false],
    ['*', [rest], true],
  ] as const)('%j covers %j: %j', (pattern, words, covered) => {
    expect(compileCommandPattern(pattern).covers(command(...words))).toBe(covered);
  });
});

describe('a rule that denies or asks', () => {
  test.each([
    ['curl *', ['curl'], true],
    ['curl *', ['./tools/curl', 'x'], true],
    ['curl *', ['echo', 'curl'], false],
    ['*secret file*', ['cat', 'secret file'], true],
    ['rm secret*', ['rm', 'secret x'], true],
    ['git push*', ['git', rest], true],
    ['git push', ['git', 'push', rest], true],
    ['git push*', ['git', 'log', rest], false],
    ['touch *', [{ start: 'to' }, 'x'], true],
    ['touch *', [{ start: 'ta' }, 'x'], false],
    ['touch *', [rest], true],
    ['rm src/*', ['rm', { start: 'build/' }], false],
    ['rm src/*', ['rm', { start: 's' }], true],
    ['a?c', ['abc'], true],
    ['a?c', [{ start: 'a' }], true],
    ['a?c d', [{ start: 'a' }, 'e'], false],
  ] as const)('%j may match %j: %j', (pattern, words, matched) => {
    expect(compileCommandPattern(pattern).mayMatch(command(...words))).toBe(matched);
  });
});

test('a command is shown with the quotes that it needs', () => {
  expect(showCommand(command('rm', 'a b', '', { start: 'src/' }))).toBe("rm 'a b' '' src/…");
});
