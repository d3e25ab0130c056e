import { expect, test } from 'vitest';
import { wilson } from './wilson.ts';

test.each([
  [0, 10, 0, 0.2775],
  [5, 10, 0.2366, 0.7634],
  [10, 10, 0.7225, 1],
  [81, 263, 0.2553, 0.3662],
  [950, 1000, 0.9347, 0.9619],
])('%i of %i lies between %f and %f', (times, total, lower, upper) => {
  expect(wilson(times, total).lower).toBeCloseTo(lower, 4);
  expect(wilson(times, total).upper).toBeCloseTo(upper, 4);
});

test('nothing tells nothing', () => {
  expect(wilson(0, 0)).toEqual({ lower: 0, upper: 1 });
});
