import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { callBuiltin, resultOf } from './call-builtin.test-support.ts';
import { datetimeParameters } from './datetime-parameters.ts';
import { datetime } from './datetime.ts';
import { isProblem } from './problem.ts';

type Input = { readonly [name: string]: unknown };

const vienna = { time_zone: 'Europe/Vienna' };

describe('datetime', () => {
  test.each<[string, Input, unknown]>([
    ['parse', { date: '2026-03-29' }, '2026-03-29T00:00:00Z'],
    ['parse', { date: '20260329' }, '2026-03-29T00:00:00Z'],
    ['parse', { date: ' 2026-03-29 01:30 ' }, '2026-03-29T01:30:00Z'],
    ['parse', { date: '2026-03-29t01:30z' }, '2026-03-29T01:30:00Z'],
    ['parse', { date: '2026-03-29T01:30', ...vienna }, '2026-03-29T01:30:00+01:00'],
    ['parse', { date: '2026-03-29T01:30Z', ...vienna }, '2026-03-29T03:30:00+02:00'],
    ['parse', { date: '2026-03-29T01:30:00.123+05:30' }, '2026-03-29T01:30:00.123+05:30'],
    ['parse', { date: '2026-07-01T12:00[America/New_York]' }, '2026-07-01T12:00:00-04:00'],
    ['parse', { date: '2026-07-01T12:00[America/New_York]', ...vienna }, '2026-07-01T18:00:00+02:00'],
    ['parse', { date: '2026-01-01T10:00+02:00[u-ca=hebrew]', time_zone: 'UTC' }, '2026-01-01T08:00:00Z'],
    ['parse', { date: '2026-01-01[u-ca=hebrew]' }, '2026-01-01T00:00:00Z'],
    ['parse', { date: '2026-01-01T10:00:00+05:30:15', time_zone: 'UTC' }, '2026-01-01T04:29:45Z'],
    ['parse', { date: 0 }, '1970-01-01T00:00:00Z'],
    ['parse', { date: -1, time_zone: '+02:00' }, '1970-01-01T01:59:59.999+02:00'],
    ['parse', { date: '2026-03-29T02:30', ...vienna }, '2026-03-29T03:30:00+02:00'],
    ['parse', { date: '2026-10-25T02:30', ...vienna }, '2026-10-25T02:30:00+02:00'],
    ['convert', { date: '2026-01-01T00:00Z', to_time_zone: 'Asia/Kolkata' }, '2026-01-01T05:30:00+05:30'],
    ['add', { date: '2026-03-29T01:30', ...vienna, duration: { hours: 1 } }, '2026-03-29T03:30:00+02:00'],
    ['add', { date: '2026-03-28T02:30', ...vienna, duration: { days: 1 } }, '2026-03-29T03:30:00+02:00'],
    ['add', { date: '2026-10-25T02:30', ...vienna, duration: { hours: 1 } }, '2026-10-25T02:30:00+01:00'],
    ['add', { date: '2026-01-31', duration: { months: 1 } }, '2026-02-28T00:00:00Z'],
    ['add', { date: '2024-02-29', duration: { years: 1 } }, '2025-02-28T00:00:00Z'],
    ['add', { date: '2026-01-31', duration: { months: 1, days: -1 } }, '2026-02-27T00:00:00Z'],
    ['subtract', { date: '2026-03-01', duration: { days: 1, hours: 12 } }, '2026-02-27T12:00:00Z'],
    ['start_of', { date: '2026-08-19T15:00', unit: 'year' }, '2026-01-01T00:00:00Z'],
    ['start_of', { date: '2026-08-19T15:00', unit: 'quarter' }, '2026-07-01T00:00:00Z'],
    ['start_of', { date: '2026-08-31T15:00', unit: 'quarter' }, '2026-07-01T00:00:00Z'],
    ['start_of', { date: '2026-08-19T15:00', unit: 'week' }, '2026-08-17T00:00:00Z'],
    ['start_of', { date: '2026-08-19T15:00' }, '2026-08-19T00:00:00Z'],
    ['start_of', { date: '2026-08-19T15:42:59.9', unit: 'hour' }, '2026-08-19T15:00:00Z'],
    ['end_of', { date: '2026-02-10', unit: 'month' }, '2026-02-28T23:59:59.999Z'],
    ['end_of', { date: '2026-08-19T15:00', unit: 'week' }, '2026-08-23T23:59:59.999Z'],
    ['end_of', { date: '2026-03-29', unit: 'day', ...vienna }, '2026-03-29T23:59:59.999+02:00'],
    ['end_of', { date: '2026-05-01', unit: 'quarter' }, '2026-06-30T23:59:59.999Z'],
    ['end_of', { date: '2026-05-01T10:20:30.5', unit: 'minute' }, '2026-05-01T10:20:59.999Z'],
    ['end_of', { date: '2026-05-01T10:20:30.5', unit: 'millisecond' }, '2026-05-01T10:20:30.5Z'],
    ['format', { date: '2026-03-29' }, 'Sunday, March 29, 2026'],
    ['format', { date: '2026-03-29', locale: 'zh-CN' }, '2026年3月29日星期日'],
    [
      'format',
      { date: '2026-03-29T13:05', locale: 'de', date_style: 'short', time_style: 'short' },
      '29.03.26, 13:05',
    ],
    [
      'format',
      { date: '2026-03-29T13:05Z', locale: 'en-GB', date_style: 'none', time_style: 'short', ...vienna },
      '15:05',
    ],
    ['is_valid', { date: '2024-02-29' }, true],
    ['is_valid', { date: '2026-02-29' }, false],
    ['is_valid', { date: 'tomorrow' }, false],
    ['difference', { date: '2026-01-01', other: '2026-01-02T12:00' }, 1.5],
    ['difference', { date: '2026-01-02', other: '2026-01-01', unit: 'hour' }, -24],
    ['difference', { date: '2026-03-29', other: '2026-03-30', unit: 'hour', ...vienna }, 23],
    ['difference', { date: '2026-03-29', other: '2026-03-30', unit: 'day', ...vienna }, 1],
    ['difference', { date: '1990-05-17', other: '2026-05-17', unit: 'year' }, 36],
    ['difference', { date: '2026-01-01', other: '2026-07-01', unit: 'quarter' }, 2],
    ['difference', { date: '2026-01-01T00:00+02:00', other: '2026-01-01T00:00+01:00', unit: 'minute' }, 60],
    ['difference', { date: 0, other: 1, unit: 'second' }, 0.001],
  ])('%s of %j is %j', async (operation, input, expected) => {
    expect(await resultOf(datetime, { operation, ...input })).toBe(expected);
  });

  test('now is the time of the context, in the zone that was asked for', async () => {
    const now = Date.UTC(2026, 11, 31, 23, 30);
    expect(await callBuiltin(datetime, { operation: 'now', ...vienna }, now)).toEqual({
      result: '2027-01-01T00:30:00+01:00',
      time_zone: 'Europe/Vienna',
      date: '2027-01-01',
      time: '00:30:00',
      weekday: 'Friday',
      week: 53,
      day_of_year: 1,
      epoch_ms: now,
    });
    expect(await callBuiltin(datetime, { operation: 'now' }, now)).toMatchObject({
      result: '2026-12-31T23:30:00Z',
    });
  });

  test('a difference has its parts, the largest first', async () => {
    const input = { operation: 'difference', date: '2024-01-31', other: '2026-03-01T06:00', unit: 'year' };
    expect(await callBuiltin(datetime, input)).toMatchObject({
      duration: { years: 2, months: 1, days: 1, hours: 6 },
      iso: 'P2Y1M1DT6H',
    });
  });

  test.each([
    ['2026-02-30', 'nonexistent_date'],
    ['2026-03-29T25:00', 'nonexistent_date'],
    ['2026-03-29T01:30+05:00[Europe/Vienna]', 'nonexistent_date'],
    [9e15, 'nonexistent_date'],
    ['tomorrow', 'unreadable_date'],
    ['2026-01-01 10:00 UTC', 'unreadable_date'],
    ['1700000000', 'unreadable_date'],
  ])('%j is not valid, and the reason is %s', async (date, reason) => {
    expect(await callBuiltin(datetime, { operation: 'is_valid', date })).toEqual({ result: false, reason });
  });

  test.each<[string, Input, string]>([
    ['parse', {}, 'Operation "parse" needs "date"'],
    ['parse', { date: '29.3.2026' }, 'Cannot read the date "29.3.2026". Use ISO 8601'],
    ['parse', { date: '2026-03' }, 'Cannot read the date'],
    ['parse', { date: '1700000000000' }, 'milliseconds since 1970 as a number'],
    ['parse', { date: '2026-01-01T10:00:00+05:30:15' }, 'Cannot read the date'],
    ['parse', { date: '2026-03-29T01:30+05:00[Europe/Vienna]' }, 'has no such moment'],
    ['parse', { date: '2026-02-30' }, '"2026-02-30" does not exist'],
    ['parse', { date: 9e15 }, 'does not exist'],
    ['parse', { date: '2026-01-01', time_zone: 'Vienna' }, 'Did you mean "Europe/Vienna"?'],
    ['now', { time_zone: 'new york' }, 'Did you mean "America/New_York"?'],
    ['now', { time_zone: 'Mars/Olympus' }, 'No time zone "Mars/Olympus". Use an IANA name'],
    ['now', { time_zone: '__proto__' }, 'No time zone'],
    ['is_valid', { date: '2026-01-01', time_zone: 'Mars' }, 'No time zone "Mars"'],
    ['convert', { date: '2026-01-01' }, 'needs "to_time_zone"'],
    ['add', { date: '2026-01-01' }, 'needs "duration"'],
    ['add', { date: '2026-01-01', duration: { fortnights: 1 } }, 'refused by the schema'],
    ['add', { date: '2026-01-01', duration: { years: 300_000 } }, 'outside of the years'],
    ['difference', { date: '2026-01-01' }, 'needs "other"'],
    ['format', { date: '2026-01-01', locale: 'not a locale' }, 'No locale "not a locale"'],
    ['format', { date: '2026-01-01', date_style: 'none' }, 'Give a "date_style" or a "time_style"'],
    ['end_of', { date: 8.64e15, unit: 'year' }, 'outside of the years'],
    ['start_of', { date: -8.64e15, unit: 'year' }, 'outside of the years'],
  ])('%s of %j fails and says: %s', async (operation, input, message) => {
    await expect(resultOf(datetime, { operation, ...input })).rejects.toThrow(message);
  });

  test('always ends, with a result or a problem', async () => {
    const { operation: operations, unit: units } = datetimeParameters.properties;
    const date = fc.oneof(
      fc.constantFrom(8.64e15, -8.64e15, '+275760-09-13', '-271821-04-20', '0000-01-01', '2026-03-29T02:30'),
      fc.date({ noInvalidDate: true }).map((value) => value.toISOString()),
      fc.string(),
      fc.maxSafeInteger(),
    );
    const zone = fc.constantFrom(
      'UTC',
      'Europe/Vienna',
      'Pacific/Apia',
      'Asia/Kathmandu',
      '-23:59',
      'nowhere',
    );
    const amount = fc.integer({ min: -300_000, max: 300_000 });
    const input = fc.record({
      operation: fc.constantFrom(...operations.enum),
      date,
      other: date,
      time_zone: zone,
      to_time_zone: zone,
      duration: fc.record({
        years: amount,
        months: amount,
        days: amount,
        milliseconds: fc.integer({ min: -9e15, max: 9e15 }),
      }),
      unit: fc.constantFrom(...units.enum),
      locale: fc.constantFrom('en', 'ar', 'th', 'no locale', 'zh-u-ca-chinese'),
    });
    const property = fc.asyncProperty(input, async (given) => {
      const outcome = await resultOf(datetime, given).catch((error: unknown) => error);
      if (typeof outcome === 'number') expect(outcome).not.toBeNaN();
      else expect(isProblem(outcome) || ['string', 'boolean'].includes(typeof outcome)).toBe(true);
    });
    await fc.assert(property, { numRuns: 500 });
  });
});
