import { describe, expect, test } from 'vitest';
import { parseCommandLine, UsageError } from './command-line.ts';
import { parsePeriod, parseTime, type Period } from './parse-time.ts';
import { cliTexts } from './texts.ts';

const now = Date.parse('2026-03-10T12:00:00Z');

describe('a point in time', () => {
  test.each([
    ['now', '2026-03-10T12:00:00Z'],
    ['90s', '2026-03-10T11:58:30Z'],
    ['30m', '2026-03-10T11:30:00Z'],
    ['24h', '2026-03-09T12:00:00Z'],
    ['7d', '2026-03-03T12:00:00Z'],
    ['2w', '2026-02-24T12:00:00Z'],
    ['2026-01-01T08:30Z', '2026-01-01T08:30:00Z'],
    ['2026-01-01t08:30:15.250z', '2026-01-01T08:30:15.250Z'],
    ['2026-01-01 08:30+08:00', '2026-01-01T00:30:00Z'],
    ['2026-01-01T08:30:00-0130', '2026-01-01T10:00:00Z'],
    ['2024-02-29T00:00Z', '2024-02-29T00:00:00Z'],
  ])('%s', (text, expected) => {
    expect(parseTime(text, now)).toBe(Date.parse(expected));
  });

  test('without a zone it is the time of the machine', () => {
    expect(parseTime('2026-01-01', now)).toBe(new Date(2026, 0, 1).getTime());
    expect(parseTime('2026-01-01T08:30', now)).toBe(new Date(2026, 0, 1, 8, 30).getTime());
  });

  test.each(['', 'yesterday', '7', 'd', '7 d', '-7d', '1.5h', '7y', '9999999d', '2026', '2026-1-1'])(
    '"%s" is none',
    (text) => expect(parseTime(text, now)).toBeUndefined(),
  );

  test.each([
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '2025-02-29',
    '2026-01-01T25:00',
    '2026-01-01T08:30x',
  ])('there is no %s', (text) => expect(parseTime(text, now)).toBeUndefined());
});

describe('a period', () => {
  const period = (...given: string[]): Period =>
    parsePeriod({ line: parseCommandLine(['stats', ...given]), texts: cliTexts('en') }, now);

  test('has the ends that were given', () => {
    expect(period()).toEqual({ since: undefined, until: undefined });
    expect(period('--since', '1h')).toEqual({ since: now - 3_600_000, until: undefined });
    expect(period('--since', '2h', '--until', '1h')).toEqual({
      since: now - 7_200_000,
      until: now - 3_600_000,
    });
  });

  test('that cannot be read is wrong usage, and says what can', () => {
    expect(() => period('--since', 'yesterday')).toThrow(UsageError);
    expect(() => period('--until', 'later')).toThrow(/--until.*"later".*7d.*2026-01-31/u);
  });

  test('that ends before it begins is wrong usage', () => {
    expect(() => period('--since', '1h', '--until', '2h')).toThrow(UsageError);
    expect(() => period('--since', 'now', '--until', 'now')).toThrow(UsageError);
  });
});
