import { daysIn, type Moment } from './calendar.ts';

/** How a parameter wants its dates: a pattern of YYYY MM DD HH mm ss, or `epoch`. */
export interface DateFormat {
  readonly pattern: string;
  /** Whether the pattern holds a day, a time of day, or both. */
  readonly day: boolean;
  readonly time: boolean;
  /** "YYYY-MM-DD to YYYY-MM-DD": both ends in one value. */
  readonly range?: string;
}

const letters =
  /\b(?:Y{4}|y{4}|[Dd]{2}|[Mm]{2}|[Hh]{2}|mm)(?:(?:[-/.:,\s年月日]{1,2}|\\?'?T'?)(?:Y{4}|y{4}|YY|[Dd]{2}|[Mm]{2}|[Hh]{2}|[Ss]{2})){1,5}(?:Z|\b)/u;
const example =
  /(?<![\d.])(?:(\d{4})([-/.])(\d\d)\2(\d\d)|(\d\d)([-/.])(\d\d)\6(\d{4}))(?:([T ])(\d\d):(\d\d)(:\d\d)?(Z)?)?(?!\d)/u;

/** The format that a schema or its description asks for; undefined when it asks for none. */
export function dateFormatOf(
  schema: { readonly [key: string]: unknown },
  description: string,
): DateFormat | undefined {
  const { format, pattern } = schema;
  if (format === 'date') return whole('YYYY-MM-DD');
  if (format === 'date-time') return whole('YYYY-MM-DDTHH:mm:ssZ');
  if (format === 'time') return whole('HH:mm:ssZ');
  const said = saidFormat(description);
  if (said !== undefined) return said;
  if (typeof pattern !== 'string') return undefined;
  if (/^\^?\\d\{4\}-\\d\{2\}-\\d\{2\}\$?$/u.test(pattern)) return whole('YYYY-MM-DD');
  return undefined;
}

function saidFormat(description: string): DateFormat | undefined {
  const said = letters.exec(description)?.[0];
  if (said !== undefined) {
    const pattern = toPattern(said);
    const rest = description.slice(description.indexOf(said) + said.length);
    const range = /^['"]?(\s?(?:to|-|~|至|,)\s?)['"]?(?=YYYY|HH)/u.exec(rest)?.[1];
    return { ...whole(pattern), ...(range === undefined ? {} : { range }) };
  }
  if (/\b(?:unix|epoch)\b|时间戳.{0,6}秒/iu.test(description)) {
    return { pattern: /millisecond|毫秒/iu.test(description) ? 'epoch-ms' : 'epoch', day: true, time: true };
  }
  const words = /\b(year|month|day)([-/.])(year|month|day)\2(year|month|day)\b/iu.exec(description);
  if (words !== null) {
    const name = (word = ''): string => ({ year: 'YYYY', month: 'MM', day: 'DD' })[word.toLowerCase()] ?? '';
    return whole([name(words[1]), name(words[3]), name(words[4])].join(words[2]));
  }
  const shown = example.exec(description);
  if (shown !== null) return whole(patternOfExample(shown));
  if (/\b[A-Z][a-z]{2,8} \d{1,2}, \d{4}/u.test(description)) return whole('MMMM D, YYYY');
  if (/\bISO[- ]?8601\b/iu.test(description))
    return whole(/time|时间/iu.test(description) ? 'YYYY-MM-DDTHH:mm:ss' : 'YYYY-MM-DD');
  if (/(?<![\d:])\d?\d:\d\d:\d\d(?![\d:])/u.test(description)) return whole('HH:mm:ss');
  if (/(?<![\d:])\d?\d:\d\d\s?[AP]M\b/u.test(description)) return whole('hh:mm A');
  return /(?<![\d:])\d?\d:\d\d(?![\d:])|\b24[- ]hour/u.test(description) ? whole('HH:mm') : undefined;
}

function patternOfExample(match: RegExpExecArray): string {
  const [, year, iso, , , first = '', other, , , glue, hour, , second, zone] = match;
  const separator = year === undefined ? (other as string) : (iso as string);
  const order =
    year !== undefined
      ? ['YYYY', 'MM', 'DD']
      : Number(first) > 12
        ? ['DD', 'MM', 'YYYY']
        : ['MM', 'DD', 'YYYY'];
  const time =
    hour === undefined ? '' : `${glue ?? ' '}HH:mm${second === undefined ? '' : ':ss'}${zone ?? ''}`;
  return order.join(separator) + time;
}

function whole(pattern: string): DateFormat {
  return { pattern, day: /[YD]/u.test(pattern), time: /[Hh]/u.test(pattern) };
}

/** `YYYY-MM-DD HH:MM:SS` with the second MM as minutes. */
function toPattern(said: string): string {
  let seenHour = false;
  let parts = said.replaceAll(/\\?'?T'?/gu, 'T').replaceAll(/([A-Za-z])\1+/gu, (run) => {
    const letter = run[0] as string;
    if (/[Hh]/u.test(letter)) {
      seenHour = true;
      return 'HH';
    }
    if (/[Mm]/u.test(letter)) return seenHour ? 'mm' : 'MM';
    if (/[Ss]/u.test(letter)) return 'ss';
    return run.toUpperCase();
  });
  // MM:SS alone is a length of time, minutes and seconds.
  if (!seenHour && /MM:ss/u.test(parts)) parts = parts.replace('MM', 'mm');
  return parts;
}

const longMonths = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** The moment in a format; undefined when the words did not say all that the format asks for. */
export function formatMoment(moment: Moment, pattern: string): string | number | undefined {
  if (pattern === 'epoch' || pattern === 'epoch-ms') return epoch(moment, pattern === 'epoch' ? 1000 : 1);
  const { year, month, day, hour } = moment;
  if (/[YMD]/u.test(pattern) && (month === undefined || (year === undefined && pattern.includes('Y'))))
    return undefined;
  const filled = { ...moment, day: day ?? 1 };
  if (/[Hh]/u.test(pattern) && hour === undefined && !/[YD]/u.test(pattern)) return undefined;
  const two = (value: number | undefined): string => String(value ?? 0).padStart(2, '0');
  return pattern.replaceAll(/YYYY|YY|MMMM|MM|DD|D|HH|hh|mm|ss|A|Z/gu, (part) => {
    switch (part) {
      case 'YYYY':
        return String(year).padStart(4, '0');
      case 'YY':
        return String((year ?? 0) % 100).padStart(2, '0');
      case 'MMMM':
        return longMonths[(month ?? 1) - 1] ?? '';
      case 'MM':
        return two(month);
      case 'DD':
        return two(filled.day);
      case 'D':
        return String(filled.day);
      case 'HH':
        return two(hour);
      case 'hh':
        return two((((hour ?? 0) + 11) % 12) + 1);
      case 'mm':
        return two(moment.minute);
      case 'ss':
        return two(moment.second);
      case 'A':
        return (hour ?? 0) < 12 ? 'AM' : 'PM';
      default:
        return 'Z';
    }
  });
}

function epoch({ year, month, day, hour, minute, second }: Moment, divisor: number): number | undefined {
  if (year === undefined || month === undefined) return undefined;
  const at = Date.UTC(
    year,
    month - 1,
    Math.min(day ?? 1, daysIn(year, month)),
    hour ?? 0,
    minute ?? 0,
    second ?? 0,
  );
  return Math.floor(at / divisor);
}
