import { expect, test } from 'vitest';
import { applyEdits } from './rename.ts';

const edit = (
  line: number,
  from: number,
  to: number,
  newText = 'X',
): Parameters<typeof applyEdits>[1][number] => ({
  range: { start: { line, character: from }, end: { line, character: to } },
  newText,
});

test.each([
  ['a\nb\nc', [edit(1, 0, 1)], 'a\nX\nc'],
  ['a\r\nb\r\nc', [edit(1, 0, 1), edit(2, 0, 1)], 'a\r\nX\r\nX'],
  ['a\rb\rc', [edit(2, 0, 1)], 'a\rb\rX'],
  ['a b a', [edit(0, 0, 1), edit(0, 4, 5)], 'X b X'],
  ['{ a }', [edit(0, 2, 2, 'b: ')], '{ b: a }'],
  ['🧰 a', [edit(0, 3, 4)], '🧰 X'],
  ['a', [edit(9, 9, 9)], 'aX'],
  ['a', [], 'a'],
])('%j with %j becomes %j', (text, edits, changed) => {
  expect(applyEdits(text, edits)).toBe(changed);
});
