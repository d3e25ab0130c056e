import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diffLines } from './line-diff.ts';
import { splitLines, unifiedDiff } from './unified-diff.ts';

/** Applies a patch to the letter: every line that is kept or taken away must be there. */
function apply(before: string, patch: string): string {
  const old = splitLines(before);
  const lines = patch.split(/(?<=\n)(?!\\)/u).map((line) => line.replace(/\n\\ No newline.*\n$/u, ''));
  const result: string[] = [];
  let at = 0;
  const [minus, plus, ...body] = lines;
  expect([minus, plus]).toEqual(['--- a/x\n', '+++ b/x\n']);
  for (const line of body) {
    const header = /^@@ -(\d+),(\d+) \+(\d+),(\d+) @@\n$/u.exec(line);
    if (header !== null) {
      const [start, count, freshStart, freshCount] = header.slice(1).map(Number) as [
        number,
        number,
        number,
        number,
      ];
      const from = count === 0 ? start : start - 1;
      result.push(...old.slice(at, from));
      at = from;
      expect(result.length).toBe(freshCount === 0 ? freshStart : freshStart - 1);
      continue;
    }
    const text = line.slice(1);
    if (!line.startsWith('+')) expect(old[at++]).toBe(text);
    if (!line.startsWith('-')) result.push(text);
  }
  return [...result, ...old.slice(at)].join('');
}

const line = fc.constantFrom('a\n', 'b\n', 'c\n', '\n', '+x\n', '-x\n', 'crlf\r\n', ' \n');
const anyText = fc
  .tuple(fc.array(line, { maxLength: 40 }), fc.constantFrom('', 'end', '-'))
  .map(([lines, end]) => lines.join('') + end);

describe('a unified diff', () => {
  test('looks as people know it', () => {
    const before = Array.from({ length: 20 }, (_, index) => `line ${index + 1}\n`).join('');
    const after = before.replace('line 3\n', 'line three\n').replace('line 18\n', '').concat('last');
    expect(unifiedDiff('src/a.txt', before, after)).toBe(
      [
        '--- a/src/a.txt',
        '+++ b/src/a.txt',
        '@@ -1,6 +1,6 @@',
        ' line 1',
        ' line 2',
        '-line 3',
        '+line three',
        ' line 4',
        ' line 5',
        ' line 6',
        '@@ -15,6 +15,6 @@',
        ' line 15',
        ' line 16',
        ' line 17',
        '-line 18',
        ' line 19',
        ' line 20',
        '+last',
        '\\ No newline at end of file',
        '',
      ].join('\n'),
    );
  });

  test('is empty when nothing changes', () => {
    expect(unifiedDiff('x', 'same\n', 'same\n')).toBe('');
  });

  test('applied to the old text gives the new one', () => {
    fc.assert(
      fc.property(anyText, anyText, (before, after) => {
        const patch = unifiedDiff('x', before, after) as string;
        expect(patch === '' ? before : apply(before, patch)).toBe(after);
      }),
      { numRuns: 2000 },
    );
  });

  test('is what git applies', () => {
    const folder = mkdtempSync(join(tmpdir(), 'toolcrib-diff-'));
    try {
      for (const [before, after] of fc.sample(fc.tuple(anyText, anyText), { numRuns: 20, seed: 7 })) {
        if (before === after || before === '' || after === '') continue;
        writeFileSync(join(folder, 'x'), before);
        execFileSync('git', ['apply', '--unsafe-paths', '--whitespace=nowarn', '-'], {
          cwd: folder,
          input: unifiedDiff('x', before, after),
        });
        expect(readFileSync(join(folder, 'x'), 'utf8')).toBe(after);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('has as few changes as there can be', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), fc.array(line, { maxLength: 12 }), (before, after) => {
        const changed = diffLines(before, after).reduce(
          (sum, change) => sum + change.before.to - change.before.from + change.after.to - change.after.from,
          0,
        );
        expect(changed).toBe(before.length + after.length - 2 * longestCommon(before, after));
      }),
    );
  });

  test('gives up on what is too different, and is still right', () => {
    const before = Array.from({ length: 30_000 }, (_, index) => `${((index + 1) * 7919) % 30_011}\n`);
    const after = Array.from({ length: 30_000 }, (_, index) => `${((index + 1) * 104_729) % 30_011}\n`);
    expect(diffLines(['same\n', ...before], ['same\n', ...after])).toEqual([
      { before: { from: 1, to: 30_001 }, after: { from: 1, to: 30_001 } },
    ]);
    const many = unifiedDiff('x', 'a\n'.repeat(400_000), 'b\n'.repeat(400_000)) as string;
    expect(many.length).toBe(2_400_000 + '--- a/x\n+++ b/x\n@@ -1,400000 +1,400000 @@\n'.length);
    expect(unifiedDiff('x', 'a\n'.repeat(600_000), 'b\n'.repeat(600_000))).toBeUndefined();
  });

  test('cannot be given a second file by a name with a line break', () => {
    expect(unifiedDiff('a\n+++ b/etc', '', 'x')).toContain('+++ b/a\\n+++ b/etc\n');
  });
});

function longestCommon(one: readonly string[], other: readonly string[]): number {
  const table = Array.from({ length: one.length + 1 }, () =>
    Array.from({ length: other.length + 1 }, () => 0),
  );
  const at = (row: number, column: number): number => table[row]?.[column] ?? 0;
  for (const [row, own] of one.entries()) {
    for (const [column, otherLine] of other.entries()) {
      const longest =
        own === otherLine ? at(row, column) + 1 : Math.max(at(row, column + 1), at(row + 1, column));
      table[row + 1]?.splice(column + 1, 1, longest);
    }
  }
  return at(one.length, other.length);
}
