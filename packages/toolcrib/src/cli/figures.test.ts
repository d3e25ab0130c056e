import { expect, test } from 'vitest';
import { showBytes, showMs, showShare, showTime, sparkline } from './figures.ts';
import { toTable } from './table.ts';

test.each([
  [undefined, ''],
  [0.004, '0.00 ms'],
  [0.42, '0.42 ms'],
  [4.24, '4.2 ms'],
  [412.4, '412 ms'],
  [2400, '2.4 s'],
  [61_000, '1.0 min'],
])('%s milliseconds are %j', (milliseconds, shown) => expect(showMs(milliseconds)).toBe(shown));

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1200, '1.2 kB'],
  [34_000_000, '34 MB'],
  [2e15, '2000 TB'],
])('%d bytes are %j', (bytes, shown) => expect(showBytes(bytes)).toBe(shown));

test.each([
  [undefined, ''],
  [0, '0 %'],
  [0.000_01, '0.1 %'],
  [0.5, '50.0 %'],
  [0.999_99, '99.9 %'],
  [1, '100 %'],
])('a share of %s is %j', (share, shown) => expect(showShare(share)).toBe(shown));

test('a time is that of the machine', () => {
  expect(showTime(new Date(2026, 0, 5, 8, 3).getTime())).toBe('2026-01-05 08:03');
  expect(showTime(new Date(2026, 6, 5, 18, 3, 9).getTime(), 'second')).toBe('2026-07-05 18:03:09');
});

test('a sparkline rises with its figures and is empty where nothing was', () => {
  expect(sparkline([0, 1, 4, 8])).toBe(' ▁▄█');
  expect(sparkline([0, 0])).toBe('  ');
  expect(sparkline([1, 1000])).toBe('▁█');
  expect(sparkline([])).toBe('');
});

test('figures stand to the right, and Chinese takes two columns', () => {
  expect(
    toTable(
      [
        ['工具', '次数', 'x'],
        ['Read', '5', 'y'],
      ],
      { figures: [1] },
    ),
  ).toEqual(['工具  次数  x', 'Read     5  y']);
});
