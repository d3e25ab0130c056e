import { expect, test } from 'vitest';
import { lineDiff } from './line-diff.ts';

test('lines that are the same stay, what differs is gone and new', () => {
  expect(lineDiff('a\nb\nc', 'a\nx\nc')).toBe(' a\n-b\n+x\n c');
  expect(lineDiff('a', 'a')).toBe(' a');
});

test('the most that two texts have in common is kept', () => {
  expect(lineDiff('a\nb\nc\nd', 'b\nc\ne\nd')).toBe('-a\n b\n c\n+e\n d');
});

test('texts that are too large to compare are shown one after the other', () => {
  const many = (mark: string): string =>
    Array.from({ length: 3000 }, (_, index) => `${mark}${index}`).join('\n');
  const lines = lineDiff(many('a'), many('b')).split('\n');
  expect(lines).toHaveLength(6000);
  expect([lines[0], lines.at(-1)]).toEqual(['-a0', '+b2999']);
});
