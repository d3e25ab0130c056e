import type { Day, Moment, Now } from './calendar.ts';
import { dayReaders, type Reader, timeReaders } from './date-readers.ts';

/** A date, a time or both, where it stands in the text. */
export interface DateSpan {
  readonly start: number;
  readonly end: number;
  readonly moment: Moment;
  /** The last day, when the words name more than one: "next week", "October 2023". */
  readonly until?: Moment;
}

export interface DateSettings {
  readonly now?: Now | undefined;
  /** 03/04/2024 is the third of April. */
  readonly dayFirst?: boolean;
}

/** All dates and times of a text, the longest reading of each place; a date with a time beside it also as one. */
export function findDates(text: string, { now, dayFirst = false }: DateSettings = {}): DateSpan[] {
  const stated = statedToday(text);
  const from = stated ?? now;
  const days = borrowYear(longest(readAll(text, dayReaders, from, dayFirst)), loneYear(text));
  const times = longest(readAll(text, timeReaders, from));
  return [...days, ...times, ...joined(text, days, times)].toSorted((one, other) => one.start - other.start);
}

/** "Today is Tuesday April 25th 2023": the text itself says from when to count. */
function statedToday(text: string): Now | undefined {
  const match =
    /\b(?:today(?: is|'s date is)|(?:the )?current (?:date|time) is|it is now)|今天是|现在是|当前时间[是为]?/iu.exec(
      text,
    );
  if (match === null) return undefined;
  const after = text.slice(match.index + match[0].length, match.index + match[0].length + 60);
  const day = longest(readAll(after, dayReaders, undefined)).find(
    (span) => span.moment.day !== undefined && span.moment.year !== undefined,
  );
  if (day === undefined || day.start > 20) return undefined;
  const at = longest(readAll(after, timeReaders, undefined))[0]?.moment;
  return { ...(day.moment as Day), ...at };
}

function readAll(text: string, list: readonly Reader[], now: Now | undefined, dayFirst = false): DateSpan[] {
  const found: DateSpan[] = [];
  for (const { pattern, read } of list) {
    for (const match of text.matchAll(pattern)) {
      const value = read(match, now, dayFirst);
      if (value === undefined) continue;
      const [first, until] = Array.isArray(value) ? value : [value];
      const start = match.index;
      found.push({
        start,
        end: start + match[0].trimEnd().length,
        moment: first,
        ...(until === undefined ? {} : { until }),
      });
    }
  }
  return found;
}

function longest(spans: readonly DateSpan[]): DateSpan[] {
  const kept: DateSpan[] = [];
  const ordered = spans.toSorted((one, other) => one.start - other.start || other.end - one.end);
  for (const span of ordered) {
    const last = kept.at(-1);
    if (last === undefined || span.start >= last.end) kept.push(span);
    else if (span.end - span.start > last.end - last.start) kept[kept.length - 1] = span;
  }
  return kept;
}

/** "from March 3 to March 10, 2023": the year said once counts for the days beside it. */
function borrowYear(days: readonly DateSpan[], lone: number | undefined): DateSpan[] {
  const year = days.find((span) => span.moment.year !== undefined)?.moment.year ?? lone;
  if (year === undefined) return [...days];
  return days.map((span) =>
    span.moment.day !== undefined && span.moment.year === undefined
      ? { ...span, moment: { ...span.moment, year } }
      : span,
  );
}

function loneYear(text: string): number | undefined {
  const years = new Set(text.match(/(?<![\d.,$-])(?:19|20)\d\d(?![\d.,-])/gu) ?? []);
  return years.size === 1 ? Number([...years][0]) : undefined;
}

const between = /^(?:\s?,?\s?(?:at|from|around|by|@|的|于)?\s?)$/iu;
const betweenReversed = /^(?:\s?,?\s?(?:on|of)?\s?(?:the\s)?)$/iu;

function joined(text: string, days: readonly DateSpan[], times: readonly DateSpan[]): DateSpan[] {
  const found: DateSpan[] = [];
  let next = 0;
  for (const day of days) {
    if (day.moment.hour !== undefined) continue;
    while (next < times.length && (times[next] as DateSpan).end < day.start - 8) next++;
    for (let index = next; index < Math.min(times.length, next + 3); index++) {
      const at = times[index] as DateSpan;
      const after = at.start >= day.end && between.test(text.slice(day.end, at.start));
      const before = at.end <= day.start && betweenReversed.test(text.slice(at.end, day.start));
      if (!after && !before) continue;
      found.push({
        start: Math.min(day.start, at.start),
        end: Math.max(day.end, at.end),
        moment: { ...day.moment, ...at.moment },
      });
      break;
    }
  }
  return [...found, ...onTheOneDay(days, times, found)];
}

/** "tomorrow … from 9 to 5": with one day in the whole text, every time is of that day. */
function onTheOneDay(
  days: readonly DateSpan[],
  times: readonly DateSpan[],
  found: readonly DateSpan[],
): DateSpan[] {
  const [day] = days;
  if (day === undefined || days.length > 1 || day.until !== undefined || day.moment.hour !== undefined)
    return [];
  const alone = times.filter((at) => !found.some((one) => one.start <= at.start && at.end <= one.end));
  return alone.map((at) => ({ ...at, moment: { ...day.moment, ...at.moment } }));
}
