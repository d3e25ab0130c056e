import type { Temporal } from 'temporal-polyfill';
import type { JsonValue } from '../schema/json-schema.ts';
import type { DatetimeInput, DatetimeOperation, DatetimeUnit } from './datetime-parameters.ts';
import { readMoment, readTimeZone } from './datetime-reading.ts';
import { isProblem, problem } from './problem.ts';
import { required } from './required-input.ts';
import { loadTemporal, type TemporalApi } from './temporal.ts';

type ZonedDateTime = Temporal.ZonedDateTime;
type Output = { readonly [name: string]: JsonValue };

export async function runDatetimeOperation(input: DatetimeInput, now: () => number): Promise<Output> {
  const temporal = await loadTemporal();
  try {
    return operations[input.operation](input, temporal, now);
  } catch (thrown) {
    // What else Temporal has to complain about was already said better where it was read.
    if (!(thrown instanceof RangeError)) throw thrown;
    throw problem('beyond_calendar', {}, thrown);
  }
}

const operations: {
  readonly [Name in DatetimeOperation]: (
    input: DatetimeInput,
    temporal: TemporalApi,
    now: () => number,
  ) => Output;
} = {
  now: (input, temporal, now) => describe(readMoment(temporal, now(), input.time_zone)),
  parse: (input, temporal) => describe(momentOf(input, temporal)),
  is_valid: isValid,
  convert: (input, temporal) => {
    const zone = readTimeZone(temporal, required(input, 'to_time_zone'));
    return describe(momentOf(input, temporal).withTimeZone(zone));
  },
  add: (input, temporal) => describe(moved(input, temporal, 'add')),
  subtract: (input, temporal) => describe(moved(input, temporal, 'subtract')),
  difference,
  start_of: (input, temporal) => describe(startOf(momentOf(input, temporal), input.unit)),
  end_of: (input, temporal) => describe(endOf(momentOf(input, temporal), input.unit)),
  format,
};

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** A moment with the facts about it that a reader would otherwise have to work out. */
function describe(moment: ZonedDateTime): Output {
  return {
    result:
      moment.timeZoneId === 'UTC'
        ? moment.toInstant().toString()
        : moment.toString({ timeZoneName: 'never' }),
    time_zone: moment.timeZoneId,
    date: moment.toPlainDate().toString(),
    time: moment.toPlainTime().toString(),
    weekday: weekdays[moment.dayOfWeek - 1] ?? '',
    week: moment.weekOfYear ?? null,
    day_of_year: moment.dayOfYear,
    epoch_ms: moment.epochMilliseconds,
  };
}

function isValid(input: DatetimeInput, temporal: TemporalApi): Output {
  const date = required(input, 'date');
  // A wrong time zone is a mistake in the question and no answer to it.
  if (input.time_zone !== undefined) readTimeZone(temporal, input.time_zone);
  try {
    readMoment(temporal, date, input.time_zone);
    return { result: true };
  } catch (thrown) {
    if (!isProblem(thrown)) throw thrown;
    return { result: false, reason: thrown.data.reason };
  }
}

function moved(input: DatetimeInput, temporal: TemporalApi, direction: 'add' | 'subtract'): ZonedDateTime {
  const duration = required(input, 'duration');
  const signs = new Set(Object.values(duration).map(Math.sign));
  const moment = momentOf(input, temporal);
  // Temporal takes no duration of mixed signs, so each unit is applied by itself then, from large to small.
  const steps = signs.has(1) && signs.has(-1) ? unitsOf(duration) : [duration];
  return steps.reduce((from, step) => from[direction](step), moment);
}

const units = ['years', 'months', 'weeks', 'days', 'hours', 'minutes', 'seconds', 'milliseconds'] as const;

function unitsOf(duration: Required<DatetimeInput>['duration']): readonly Temporal.DurationLikeObject[] {
  return units.filter((unit) => duration[unit] !== undefined).map((unit) => ({ [unit]: duration[unit] }));
}

function difference(input: DatetimeInput, temporal: TemporalApi): Output {
  const from = momentOf(input, temporal);
  const other = required(input, 'other');
  const until = readMoment(temporal, other, from.timeZoneId);
  const [unit, times] = input.unit === 'quarter' ? (['month', 3] as const) : ([input.unit, 1] as const);
  const duration = from.until(until, { largestUnit: unit });
  const parts = units.map((name) => [name, duration[name]] as const).filter(([, count]) => count !== 0);
  return {
    result: duration.total({ unit, relativeTo: from }) / times,
    unit: input.unit,
    duration: Object.fromEntries(parts),
    iso: duration.toString(),
  };
}

function startOf(moment: ZonedDateTime, unit: DatetimeUnit): ZonedDateTime {
  switch (unit) {
    case 'year':
      return moment.with({ month: 1, day: 1 }).startOfDay();
    case 'quarter':
      return moment.with({ month: moment.month - ((moment.month - 1) % 3), day: 1 }).startOfDay();
    case 'month':
      return moment.with({ day: 1 }).startOfDay();
    case 'week':
      return moment.subtract({ days: moment.dayOfWeek - 1 }).startOfDay();
    case 'day':
      return moment.startOfDay();
    default:
      return moment.round({ smallestUnit: unit, roundingMode: 'floor' });
  }
}

function endOf(moment: ZonedDateTime, unit: DatetimeUnit): ZonedDateTime {
  const step = unit === 'quarter' ? { months: 3 } : { [`${unit}s`]: 1 };
  const next = startOf(startOf(moment, unit).add(step), unit);
  return next.subtract({ milliseconds: 1 });
}

function format(input: DatetimeInput, temporal: TemporalApi): Output {
  const moment = momentOf(input, temporal);
  const { date_style: dateStyle, time_style: timeStyle, locale } = input;
  if (dateStyle === 'none' && timeStyle === 'none') throw problem('no_style', {});
  const options: Intl.DateTimeFormatOptions = {
    timeZone: moment.timeZoneId,
    ...(dateStyle !== 'none' && { dateStyle }),
    ...(timeStyle !== 'none' && { timeStyle }),
  };
  checkLocale(locale);
  const result = new Intl.DateTimeFormat(locale, options).format(moment.epochMilliseconds);
  return { result, locale, time_zone: moment.timeZoneId };
}

function checkLocale(locale: string): void {
  try {
    Intl.getCanonicalLocales(locale);
  } catch (cause) {
    throw problem('unknown_locale', { locale }, cause);
  }
}

function momentOf(input: DatetimeInput, temporal: TemporalApi): ZonedDateTime {
  return readMoment(temporal, required(input, 'date'), input.time_zone);
}
