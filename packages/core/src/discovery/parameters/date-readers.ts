import {
  addDays,
  addMonths,
  addSeconds,
  type Day,
  daysIn,
  isRealDay,
  type Moment,
  monday,
  type Now,
  weekday,
} from './calendar.ts';
import { chineseNumber, chineseNumeral, ordinalNumber, smallNumber } from './numerals.ts';

/** A way to write a date or a time, and what it means. */
export interface Reader {
  readonly pattern: RegExp;
  readonly read: (
    match: RegExpExecArray,
    now: Now | undefined,
    dayFirst: boolean,
  ) => Moment | [Moment, Moment] | undefined;
}

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const dayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const month =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const dayName =
  '(sun(?:day)?|mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs(?:day)?)?|fri(?:day)?|sat(?:urday)?)';
const hanNumber = `(\\d{1,4}|[${chineseNumeral}]{1,8})`;
const count = '(\\d{1,4}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)';

export const dayReaders: readonly Reader[] = [
  {
    pattern:
      /(?<![\d.])(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)(?:(?:T|\s|\s?at\s)(\d{1,2}):(\d\d)(?::(\d\d))?(?:\.\d{1,6})?(Z)?)?/giu,
    read: ([, year, , monthOf, day, hour, minute, second, zone]) =>
      moment({ year, month: monthOf, day, hour, minute, second }, zone),
  },
  {
    pattern: /(?<![\d./-])(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?![\d./-])/gu,
    read: ([, first, , second, year], _, dayFirst) =>
      dayOrMonthFirst([Number(first), Number(second)], fullYear(Number(year)), dayFirst),
  },
  {
    pattern: new RegExp(
      `\\b(?:the\\s)?(\\d{1,2})(?:st|nd|rd|th)?\\s?(?:of\\s)?\\b${month}\\b\\.?(?:,?\\s?(?:of\\s|in\\s)?(\\d{4})\\b)?`,
      'giu',
    ),
    read: ([, day, name, year], now) => namedDay(name, Number(day), year, now),
  },
  {
    pattern: new RegExp(
      `\\b${month}\\b\\.?\\s?(?:the\\s)?(\\d{1,2})(?:st|nd|rd|th)?\\b(?!:)(?:,?\\s?(?:of\\s|in\\s)?(\\d{4})\\b)?`,
      'giu',
    ),
    read: ([, name, day, year], now) => namedDay(name, Number(day), year, now),
  },
  {
    pattern: new RegExp(
      `(?<!\\d(?:st|nd|rd|th)?\\s(?:of\\s)?)\\b${month}\\b\\.?,?\\s(?:of\\s)?(\\d{4})\\b`,
      'giu',
    ),
    read: ([, name, year]) => wholeMonth(Number(year), monthOfName(name)),
  },
  {
    pattern: new RegExp(`\\b(\\d{4})\\s${month}\\b\\.?\\s(?:the\\s)?(\\d{1,2})(?:st|nd|rd|th)?\\b`, 'giu'),
    read: ([, year, name, day], now) => namedDay(name, Number(day), year, now),
  },
  { pattern: /\b(?:the\s)?day after tomorrow\b/giu, read: (_, now) => now && addDays(now, 2) },
  { pattern: /\b(?:the\s)?day before yesterday\b/giu, read: (_, now) => now && addDays(now, -2) },
  { pattern: /\b(?:today|tonight)\b/giu, read: (_, now) => now && addDays(now, 0) },
  { pattern: /\b(?:tomorrow|tmrw|tomorow)\b/giu, read: (_, now) => now && addDays(now, 1) },
  { pattern: /\byesterday\b/giu, read: (_, now) => now && addDays(now, -1) },
  {
    pattern: new RegExp(
      `\\b(?:(next|this|last|past|coming|upcoming|previous|following)\\s)?${dayName}\\b(?!-)`,
      'giu',
    ),
    read: ([, which, name], now) => now && namedWeekday(which?.toLowerCase(), dayOfName(name), now),
  },
  {
    pattern: new RegExp(
      `\\b(?:in|after|within)\\s${count}\\s(second|minute|hour|day|week|month|year)s?(?:'?\\stime)?\\b`,
      'giu',
    ),
    read: ([, amount, unit], now) => now && shifted(now, amountOf(amount), unit),
  },
  {
    pattern: new RegExp(
      `\\b${count}\\s(second|minute|hour|day|week|month|year)s?\\s(from now|from today|later|ago|before now)\\b`,
      'giu',
    ),
    read: ([, amount, unit, way], now) =>
      now && shifted(now, amountOf(amount) * (/ago|before/iu.test(way ?? '') ? -1 : 1), unit),
  },
  {
    pattern: /\b(next|this|last|coming|past|current|previous)\s(week|weekend|month|year)\b/giu,
    read: ([, which, unit], now) =>
      now && wholePeriod(which?.toLowerCase() ?? '', unit?.toLowerCase() ?? '', now),
  },
  {
    pattern: new RegExp(`${hanNumber}年${hanNumber}月(?:${hanNumber}[日号])?`, 'gu'),
    read: ([, year, monthOf, day]) => {
      const [yearOf, number] = [fullYear(chinese(year)), chinese(monthOf)];
      return day === undefined
        ? wholeMonth(yearOf, number)
        : realDay({ year: yearOf, month: number, day: chinese(day) });
    },
  },
  {
    pattern: new RegExp(`(?<![年\\d])${hanNumber}月${hanNumber}[日号]`, 'gu'),
    read: ([, monthOf, day], now) => dayOfYear(chinese(monthOf), chinese(day), now?.year),
  },
  {
    pattern: /大后天|后天|明天|明日|明晚|今天|今日|今晚|昨天|昨日|昨晚|前天|大前天/gu,
    read: ([word], now) => now && addDays(now, chineseDays[word ?? ''] ?? 0),
  },
  {
    pattern: /(上上|下下|上|下|这|本)?个?(?:周|星期|礼拜)([一二三四五六日天末])/gu,
    read: ([, which, name], now) => now && chineseWeekday(which, name ?? '', now),
  },
  {
    pattern: new RegExp(`${hanNumber}(个?小时|分钟|个?月|年|天|日|个?星期|周)(?:之|以)?(后|前)`, 'gu'),
    read: ([, amount, unit, way], now) =>
      now &&
      shifted(now, chinese(amount) * (way === '前' ? -1 : 1), chineseUnits[(unit ?? '').replace('个', '')]),
  },
  {
    pattern: /(上|下|这|本)个?(月|周|星期)(?![一二三四五六日天末])/gu,
    read: ([, which, unit], now) =>
      now &&
      wholePeriod(
        which === '上' ? 'last' : which === '下' ? 'next' : 'this',
        unit === '月' ? 'month' : 'week',
        now,
      ),
  },
  {
    pattern: /(去年|今年|明年)(?!\d)/gu,
    read: ([word], now) =>
      now && wholePeriod(word === '去年' ? 'last' : word === '明年' ? 'next' : 'this', 'year', now),
  },
];

export const timeReaders: readonly Reader[] = [
  {
    pattern: /(?<![\d:.])(\d{1,2})(?::(\d\d))?(?::(\d\d))?\s?([ap])\.?m\b\.?/giu,
    read: ([, hour, minute, second, half]) => time(Number(hour), minute, second, half),
  },
  {
    pattern: /(?<![\d:.])(\d{1,2}):(\d\d)(?::(\d\d))?(?![\d:])/gu,
    read: ([, hour, minute, second]) => time(Number(hour), minute, second),
  },
  {
    pattern: /(?<![\d:.])(\d{1,2}|[a-z]{3,6})\s?(?:o'?clock\s?)?in the (morning|afternoon|evening)\b/giu,
    read: ([, hour, part]) => {
      const number = smallNumber((hour ?? '').toLowerCase()) ?? Number(hour);
      return Number.isNaN(number)
        ? undefined
        : time(number, undefined, undefined, part?.toLowerCase() === 'morning' ? 'a' : 'p');
    },
  },
  {
    pattern: /\b(\d{1,2}|[a-z]{3,6})\s?o'?clock\b/giu,
    read: ([, hour]) => {
      const number = smallNumber((hour ?? '').toLowerCase()) ?? Number(hour);
      return Number.isNaN(number) ? undefined : time(number);
    },
  },
  { pattern: /\b(?:noon|midday)\b/giu, read: () => ({ hour: 12, minute: 0 }) },
  { pattern: /\bmidnight\b/giu, read: () => ({ hour: 0, minute: 0 }) },
  {
    pattern: new RegExp(
      `(上午|早上|早晨|清晨|凌晨|中午|下午|傍晚|晚上|夜里|晚)?的?${hanNumber}[点时](?!间|候|长)(?:(半)|(一刻)|${hanNumber}分?)?`,
      'gu',
    ),
    read: ([, part, hour, half, quarter, minute]) => {
      const minutes = half ? 30 : quarter ? 15 : minute === undefined ? 0 : chinese(minute);
      return time(
        chinese(hour),
        String(minutes),
        undefined,
        /下午|傍晚|晚|夜/u.test(part ?? '') ? 'p' : part === '凌晨' ? 'a' : undefined,
      );
    },
  },
  {
    pattern: /(上午|早上|凌晨|中午|下午|傍晚|晚上)的?(\d{1,2}):(\d\d)/gu,
    read: ([, part, hour, minute]) =>
      time(Number(hour), minute, undefined, /下午|傍晚|晚/u.test(part ?? '') ? 'p' : undefined),
  },
];

function moment(
  parts: Readonly<Record<string, string | undefined>>,
  zone: string | undefined,
): Moment | undefined {
  const day = realDay({ year: Number(parts.year), month: Number(parts.month), day: Number(parts.day) });
  if (day === undefined || parts.hour === undefined) return day;
  const at = time(Number(parts.hour), parts.minute, parts.second);
  return at && { ...day, ...at, ...(zone === undefined ? {} : { zone }) };
}

function realDay(day: Day): Day | undefined {
  return isRealDay(day) ? day : undefined;
}

function dayOrMonthFirst(
  [first, second]: readonly [number, number],
  year: number,
  dayFirst: boolean,
): Day | undefined {
  const american = realDay({ year, month: first, day: second });
  const european = realDay({ year, month: second, day: first });
  return dayFirst ? (european ?? american) : (american ?? european);
}

function fullYear(year: number): number {
  return year < 70 ? 2000 + year : year < 100 ? 1900 + year : year;
}

function namedDay(
  name: string | undefined,
  day: number,
  year: string | undefined,
  now: Now | undefined,
): Moment | undefined {
  return dayOfYear(monthOfName(name), day, year === undefined ? now?.year : Number(year));
}

function dayOfYear(monthOf: number, day: number, year: number | undefined): Moment | undefined {
  if (year !== undefined) return realDay({ year, month: monthOf, day });
  return isRealDay({ year: 2000, month: monthOf, day }) ? { month: monthOf, day } : undefined;
}

function monthOfName(name = ''): number {
  return monthNames.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}

function dayOfName(name = ''): number {
  return dayNames.indexOf(name.slice(0, 3).toLowerCase());
}

function wholeMonth(year: number, number: number): [Moment, Moment] | undefined {
  if (number < 1 || number > 12) return undefined;
  return [
    { year, month: number },
    { year, month: number, day: daysIn(year, number) },
  ];
}

/** The coming one, today included; "last" the one before today; "next Friday" is of next week when this week's is still to come. */
function namedWeekday(which: string | undefined, day: number, now: Day): Day {
  const ahead = (day - weekday(now) + 7) % 7;
  if (which === 'last' || which === 'past' || which === 'previous')
    return addDays(now, ahead === 0 ? -7 : ahead - 7);
  if (which === 'next') return addDays(monday(now), 7 + ((day + 6) % 7));
  return addDays(now, ahead);
}

const chineseDays: Readonly<Record<string, number>> = {
  大后天: 3,
  后天: 2,
  明天: 1,
  明日: 1,
  明晚: 1,
  今天: 0,
  今日: 0,
  今晚: 0,
  昨天: -1,
  昨日: -1,
  昨晚: -1,
  前天: -2,
  大前天: -3,
};

const chineseUnits: Readonly<Record<string, string>> = {
  小时: 'hour',
  分钟: 'minute',
  月: 'month',
  年: 'year',
  天: 'day',
  日: 'day',
  星期: 'week',
  周: 'week',
};

function chineseWeekday(which: string | undefined, name: string, now: Day): Day | [Moment, Moment] {
  const weeks = which === '上' ? -7 : which === '下' ? 7 : which === '上上' ? -14 : which === '下下' ? 14 : 0;
  const start = addDays(monday(now), weeks);
  if (name === '末') return [addDays(start, 5), addDays(start, 6)];
  const day = addDays(start, '一二三四五六日'.indexOf(name === '天' ? '日' : name));
  return day;
}

function wholePeriod(which: string, unit: string, now: Day): [Moment, Moment] {
  const step = /last|past|previous/u.test(which) ? -1 : /next|coming/u.test(which) ? 1 : 0;
  if (unit === 'week') return [addDays(monday(now), 7 * step), addDays(monday(now), 7 * step + 6)];
  if (unit === 'weekend') return [addDays(monday(now), 7 * step + 5), addDays(monday(now), 7 * step + 6)];
  if (unit === 'year')
    return [
      { year: now.year + step, month: 1, day: 1 },
      { year: now.year + step, month: 12, day: 31 },
    ];
  const first = addMonths({ ...now, day: 1 }, step);
  return [first, { ...first, day: daysIn(first.year, first.month) }];
}

const secondsIn: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3600 };

function shifted(now: Now, amount: number, unit = ''): Moment | undefined {
  const name = unit.toLowerCase();
  if (Number.isNaN(amount)) return undefined;
  if (Object.hasOwn(secondsIn, name)) return addSeconds(now, amount * (secondsIn[name] as number));
  if (name === 'day') return addDays(now, amount);
  if (name === 'week') return addDays(now, 7 * amount);
  if (name === 'month') return addMonths(now, amount);
  return name === 'year' ? addMonths(now, 12 * amount) : undefined;
}

function amountOf(text = ''): number {
  const lower = text.toLowerCase();
  return /^an?$/u.test(lower) ? 1 : (smallNumber(lower) ?? ordinalNumber(lower) ?? Number(lower));
}

function chinese(text = ''): number {
  return /^\d/u.test(text) ? Number(text) : (chineseNumber(text) ?? Number.NaN);
}

function time(hour: number, minute?: string, second?: string, half?: string): Moment | undefined {
  const afternoon = half?.toLowerCase() === 'p' && hour < 12 ? 12 : 0;
  const night = half?.toLowerCase() === 'a' && hour === 12 ? -12 : 0;
  const at = {
    hour: hour + afternoon + night,
    minute: Number(minute ?? 0),
    ...(second === undefined ? {} : { second: Number(second) }),
  };
  return at.hour > 23 || at.minute > 59 || (at.second ?? 0) > 59 || Number.isNaN(at.hour) ? undefined : at;
}
