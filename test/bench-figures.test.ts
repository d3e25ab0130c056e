import { expect, test } from 'vitest';
import { isMet, worsened, type KeptFigure } from '../bench/measuring/figures.ts';

const figure = (value: number, more: Partial<KeptFigure> = {}): KeptFigure => ({
  section: 'One call',
  what: 'beside a function',
  value,
  unit: '×',
  better: 'less',
  ...more,
});

test('a figure that is worse than before by more than noise is told, whichever way is worse', () => {
  const told = (before: KeptFigure, after: KeptFigure): number[] =>
    worsened([before], [after]).map((change) => change.before);
  expect(told(figure(2), figure(2.3))).toEqual([]);
  expect(told(figure(2), figure(2.5))).toEqual([2]);
  expect(told(figure(2), figure(1))).toEqual([]);
  const more = { better: 'more' } as const;
  expect(told(figure(2, more), figure(1.5, more))).toEqual([2]);
  expect(told(figure(2, more), figure(3, more))).toEqual([]);
  const time = { unit: 'µs a tool' } as const;
  expect(told(figure(2, time), figure(3, time))).toEqual([]);
  expect(told(figure(2, time), figure(3.3, time))).toEqual([2]);
  expect(told(figure(2, { unit: 'KB' }), figure(2.5, { unit: 'KB' }))).toEqual([2]);
  const right = { better: 'more', unit: '%' } as const;
  expect(told(figure(97.5, right), figure(97.1, right))).toEqual([]);
  expect(told(figure(97.5, right), figure(96.9, right))).toEqual([97.5]);
});

test('what was not measured before is held against nothing', () => {
  expect(worsened([figure(1, { what: 'another' })], [figure(100)])).toEqual([]);
});

test('a target is met on its own side', () => {
  expect([figure(1), figure(1, { target: 1 }), figure(1.1, { target: 1 })].map(isMet)).toEqual([
    true,
    true,
    false,
  ]);
  expect(isMet(figure(0.7, { better: 'more', target: 0.6 }))).toBe(true);
});
