import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addCall, addRollup, emptyRollup, percentile, type Rollup } from './rollup.ts';

const rollupOf = (durations: readonly number[]): Rollup => {
  const rollup = emptyRollup();
  for (const executionTimeMs of durations)
    addCall(rollup, { status: 'success', errorCode: undefined, executionTimeMs }, 1);
  return rollup;
};

test('a percentile is within two per cent of the exact one', () => {
  const durations = fc.array(fc.double({ min: 0.01, max: 3_600_000, noNaN: true }), { minLength: 1 });
  fc.assert(
    fc.property(durations, fc.constantFrom(0.5, 0.95, 0.99), (given, share) => {
      const exact = given.toSorted((one, other) => one - other)[
        Math.ceil(share * given.length) - 1
      ] as number;
      const told = percentile(rollupOf(given), share) as number;
      expect(Math.abs(told - exact) / exact).toBeLessThan(0.02);
    }),
    { seed: 11 },
  );
});

test('parts add up to the whole', () => {
  const parts = [rollupOf([1, 2, 3]), rollupOf([100, 2]), emptyRollup()];
  const whole = emptyRollup();
  for (const part of parts) addRollup(whole, part);
  expect(whole).toEqual(rollupOf([1, 2, 3, 100, 2]));
});

test('a call that was not allowed has no duration', () => {
  const rollup = emptyRollup();
  addCall(rollup, { status: 'blocked', errorCode: 'no_approver', executionTimeMs: 5 }, 0);
  expect(rollup).toEqual({ ...emptyRollup(), calls: 1, blocked: 1 });
  expect(percentile(rollup, 0.5)).toBeUndefined();
});

test('a timeout is an error, and counted', () => {
  const rollup = emptyRollup();
  addCall(rollup, { status: 'error', errorCode: 'timeout', executionTimeMs: 10 }, 0);
  expect(rollup).toMatchObject({ errors: 1, timeouts: 1, successes: 0, maxMs: 10 });
});

test('a call whose end nobody saw is neither a success nor a failure, and has no duration', () => {
  const rollup = emptyRollup();
  addCall(rollup, { status: 'unknown', errorCode: 'outcome_unknown', executionTimeMs: 5 }, 0);
  expect(rollup).toEqual({ ...emptyRollup(), calls: 1, outcomesUnknown: 1 });
});
