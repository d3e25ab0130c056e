import { assert, constantFrom, property, string, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import { toCell, withFormulas, withoutFormulas } from './csv-cell.ts';

/** What attackers write: signs, separators, quotes, blanks, and apostrophes, in any order. */
const pieces = constantFrom(
  ...Array.from('=+-@＝＋－＠\'",;|\t\r\n \u00a0\u200b'),
  'cmd',
  'HYPERLINK("http://evil.example")',
  '1',
);
const hostile = string({ unit: pieces, maxLength: 12 });

/** The cells as a spreadsheet sees them that expects a separator: quotes count only where they begin a cell. */
function cellsOf(text: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') cell += text[at++];
      else isQuoted = false;
    } else if (character === '"' && cell.trim() === '') isQuoted = true;
    else if (character === separator || character === '\n' || character === '\r') {
      cells.push(cell);
      cell = '';
    } else cell += character;
  }
  return [...cells, cell];
}

/** Spreadsheets skip blanks in front of a formula. */
const isFormula = (cell: string): boolean => /^[\p{White_Space}\p{Cf}\p{Cc}]*[=+\-@＝＋－＠]/u.test(cell);

test('no cell of a row begins a formula, whichever separator a spreadsheet expects', () => {
  assert(
    property(tuple(hostile, hostile), constantFrom(',', ';', '\t', '|'), (texts, separator) => {
      const row = ['1', ...texts.map(toCell), 'end'].join(',');
      expect(cellsOf(row, separator).filter(isFormula)).toEqual([]);
    }),
    { numRuns: 5000 },
  );
});

test('without the apostrophes such rows do begin formulas: the test can fail', () => {
  const row = `1,"x;=cmd","y"`;
  expect(cellsOf(row, ';').filter(isFormula)).toEqual(['=cmd","y"']);
  expect(cellsOf(`1,${toCell('x;=cmd')},"y"`, ';').filter(isFormula)).toEqual([]);
});

test('every text comes back as it was', () => {
  assert(
    property(hostile, (text) => {
      const [, cell] = cellsOf(`1,${toCell(text)}`, ',');
      expect(withFormulas(cell ?? '')).toBe(text);
    }),
    { numRuns: 5000 },
  );
});

test.each([
  ['=1+1', "'=1+1"],
  [' =1+1', " '=1+1"],
  ['\u200b@SUM(1)', "\u200b'@SUM(1)"],
  ["'=1", "''=1"],
  ['x;=1', "x;'=1"],
  ['x;"=1"', `x;"'=1"`],
  ['a\n-1', "a\n'-1"],
  ['\t=1', "'\t'=1"],
  ["'\r=1", "''\r'=1"],
  ['a\tb', 'a\tb'],
  ['a - b = c', 'a - b = c'],
  ['[1,-2]', '[1,-2]'],
  ['"-5"', '"-5"'],
  ["it's", "it's"],
])('%j becomes %j', (text, expected) => {
  expect(withoutFormulas(text)).toBe(expected);
  expect(withFormulas(expected)).toBe(text);
});
