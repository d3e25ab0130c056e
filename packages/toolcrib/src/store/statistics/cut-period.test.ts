import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutPeriod } from './cut-period.ts';
import { spanMs } from './span.ts';

const at = (text: string): number => Date.parse(`2026-${text}Z`);
const now = at('01-05T00:00');

test('days in the middle, hours and minutes at the ends', () => {
  expect(cutPeriod({ since: at('01-01T22:58:30'), until: at('01-04T01:02') }, now)).toEqual([
    { span: 'minute', from: at('01-01T22:58'), to: at('01-01T23:00') },
    { span: 'hour', from: at('01-01T23:00'), to: at('01-02T00:00') },
    { span: 'day', from: at('01-02T00:00'), to: at('01-04T00:00') },
    { span: 'hour', from: at('01-04T00:00'), to: at('01-04T01:00') },
    { span: 'minute', from: at('01-04T01:00'), to: at('01-04T01:02') },
  ]);
});

test('an open end is days alone', () => {
  expect(cutPeriod({}, now)).toEqual([{ span: 'day', from: -Infinity, to: Infinity }]);
  expect(cutPeriod({ since: at('01-01T23:59') }, now)).toEqual([
    { span: 'minute', from: at('01-01T23:59'), to: at('01-02T00:00') },
    { span: 'day', from: at('01-02T00:00'), to: Infinity },
  ]);
});

test('where minutes are no longer kept it is hours, and where hours are not, days', () => {
  const since = at('01-01T10:20:30');
  const until = at('01-01T11:40:30');
  const days = 86_400_000;
  expect(cutPeriod({ since, until }, until + 9 * days)).toEqual([
    { span: 'hour', from: at('01-01T10:00'), to: at('01-01T12:00') },
  ]);
  expect(cutPeriod({ since, until }, until + 101 * days)).toEqual([
    { span: 'day', from: at('01-01T00:00'), to: at('01-02T00:00') },
  ]);
  expect(cutPeriod({ since, until }, since + 7 * days)).toEqual([
    { span: 'minute', from: at('01-01T10:20'), to: at('01-01T11:41') },
  ]);
});

test('the pieces follow each other without a gap, are whole, and are few', () => {
  const time = fc.integer({ min: at('01-01T00:00'), max: at('12-31T00:00') });
  fc.assert(
    fc.property(time, time, (one, other) => {
      const [since, until] = [Math.min(one, other), Math.max(one, other)];
      const pieces = cutPeriod({ since, until }, 0);
      let end = Math.floor(since / 60_000) * 60_000;
      for (const { span, from, to } of pieces) {
        expect(from).toBe(end);
        expect(to).toBeGreaterThan(from);
        expect([from % spanMs[span], to % spanMs[span]]).toEqual([0, 0]);
        end = to;
      }
      expect(end).toBe(Math.ceil(until / 60_000) * 60_000);
      expect(pieces.length).toBeLessThanOrEqual(5);
    }),
    { seed: 5 },
  );
});
