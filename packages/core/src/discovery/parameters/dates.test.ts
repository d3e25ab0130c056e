import { expect, test } from 'vitest';
import { dateFormatOf, formatMoment } from './date-format.ts';
import { findDates } from './dates.ts';

// A Wednesday.
const now = { year: 2024, month: 3, day: 6, hour: 10 };

function said(text: string, pattern = 'YYYY-MM-DD', dayFirst = false): unknown[] {
  return findDates(text, { now, dayFirst }).map(({ moment }) => formatMoment(moment, pattern));
}

test.each([
  ['2024-03-05', '2024-03-05'],
  ['2024/3/5', '2024-03-05'],
  ['March 5th, 2024', '2024-03-05'],
  ['the 5th of March 2024', '2024-03-05'],
  ['5 Mar 2024', '2024-03-05'],
  ['2024 March 5th', '2024-03-05'],
  ['2024年3月5日', '2024-03-05'],
  ['二〇二四年三月五日', '2024-03-05'],
  ['三月五号', '2024-03-05'],
])('%s is a day', (text, day) => {
  expect(said(text)).toEqual([day]);
});

test.each([
  ['today', '2024-03-06'],
  ['tomorrow', '2024-03-07'],
  ['the day after tomorrow', '2024-03-08'],
  ['yesterday', '2024-03-05'],
  ['Friday', '2024-03-08'],
  ['next Friday', '2024-03-15'],
  ['last Friday', '2024-03-01'],
  ['in two weeks', '2024-03-20'],
  ['in a month', '2024-04-06'],
  ['3 days ago', '2024-03-03'],
  ['明天', '2024-03-07'],
  ['后天', '2024-03-08'],
  ['昨天', '2024-03-05'],
  ['上周五', '2024-03-01'],
  ['下周一', '2024-03-11'],
  ['三天后', '2024-03-09'],
  ['两个星期前', '2024-02-21'],
])('%s is counted from now', (text, day) => {
  expect(said(text)).toEqual([day]);
});

test('without a now there are no relative dates', () => {
  expect(findDates('tomorrow, 明天, next Friday')).toEqual([]);
});

test('a text may say itself what today is', () => {
  expect(findDates('Is it sunny on Saturday? Today is Tuesday April 25th 2023')[0]?.moment).toMatchObject({
    day: 29,
  });
});

test.each([
  ['3pm', '15:00'],
  ['7:30 am', '07:30'],
  ['12 am', '00:00'],
  ['noon', '12:00'],
  ['19:05', '19:05'],
  ['8 in the evening', '20:00'],
  ['下午三点', '15:00'],
  ['早上七点半', '07:30'],
  ['晚上8点15分', '20:15'],
])('%s is a time', (text, time) => {
  expect(said(text, 'HH:mm')).toEqual([time]);
});

test('a day with a time beside it is one moment, too', () => {
  expect(said('tomorrow at 3pm', 'YYYY-MM-DD HH:mm')).toContain('2024-03-07 15:00');
  expect(said('明天下午三点', 'YYYY-MM-DD HH:mm')).toContain('2024-03-07 15:00');
  expect(said('7:00 AM on May 15, 2024', 'YYYY-MM-DD HH:mm')).toContain('2024-05-15 07:00');
});

test('day and month change places with the locale, unless only one order is a date', () => {
  expect(said('03/04/2024')).toEqual(['2024-03-04']);
  expect(said('03/04/2024', 'YYYY-MM-DD', true)).toEqual(['2024-04-03']);
  expect(said('25/12/2024')).toEqual(['2024-12-25']);
});

test('days that no calendar has are not found', () => {
  expect(said('2023-02-30 and 31st of April 2023')).toEqual([]);
});

test('a month alone is not a month: "May I"', () => {
  expect(said('May I march on?')).toEqual([]);
});

test.each([
  ['The date (YYYY-MM-DD)', '2024-03-05'],
  ['DD/MM/YYYY', '05/03/2024'],
  ["in the format 'MM/DD/YYYY'", '03/05/2024'],
  ['month-day-year', '03-05-2024'],
  ['e.g., 2022-10-15', '2024-03-05'],
  ['such as 15/10/2022', '05/03/2024'],
  ["'YYYY-MM-DD HH:MM:SS'", '2024-03-05 15:04:00'],
  ["'YYYY-MM-DDTHH:MM:SS'", '2024-03-05T15:04:00'],
  ['24-hour format', '15:04'],
  ['such as 02:30 PM', '03:04 PM'],
  ['for example October 15, 2022', 'March 5, 2024'],
])('%s asks for %s', (description, expected) => {
  const format = dateFormatOf({}, description);
  expect(format && formatMoment({ year: 2024, month: 3, day: 5, hour: 15, minute: 4 }, format.pattern)).toBe(
    expected,
  );
});

test('an epoch is a number of seconds, or of milliseconds where it says so', () => {
  const moment = { year: 2024, month: 3, day: 5 };
  expect(formatMoment(moment, dateFormatOf({}, 'Unix timestamp')?.pattern ?? '')).toBe(1_709_596_800);
  expect(formatMoment(moment, dateFormatOf({}, 'epoch in milliseconds')?.pattern ?? '')).toBe(
    1_709_596_800_000,
  );
});

test("the schema's own format goes before its description", () => {
  expect(dateFormatOf({ format: 'date' }, 'DD/MM/YYYY')?.pattern).toBe('YYYY-MM-DD');
});
