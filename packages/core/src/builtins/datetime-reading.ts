import type { Temporal } from 'temporal-polyfill';
import { problem } from './problem.ts';
import type { TemporalApi } from './temporal.ts';

type ZonedDateTime = Temporal.ZonedDateTime;

/**
 * Reads a moment. A date that names its zone or offset is that moment, shown in `timeZone` when one is given; a date
 * that names none is the local time of `timeZone`, else of UTC.
 */
export function readMoment(temporal: TemporalApi, date: string | number, timeZone?: string): ZonedDateTime {
  const zone = timeZone === undefined ? undefined : readTimeZone(temporal, timeZone);
  // [u-ca=…] says in which calendar the date should be shown; what stands before it is ISO 8601 all the same.
  const text = typeof date === 'string' ? date.trim().replace(/\[u-ca=[^\]]*\]/iu, '') : date;
  try {
    return momentOf(temporal, text, zone);
  } catch (cause) {
    const known = typeof text === 'number' || iso8601.test(text);
    throw problem(known ? 'nonexistent_date' : 'unreadable_date', { date: String(date) }, cause);
  }
}

/** What is written so can be wrong, but not be misread. */
const iso8601 =
  /^(?:\d{4}|[+-]\d{6})-?\d\d-?\d\d(?:[t ]\d\d(?::?\d\d(?::?\d\d(?:[.,]\d{1,9})?)?)?(?:z|[+-]\d\d(?::?\d\d)?)?)?(?:\[[^\]]+\])?$/iu;

function momentOf(temporal: TemporalApi, date: string | number, zone: string | undefined): ZonedDateTime {
  if (typeof date === 'number') {
    return temporal.Instant.fromEpochMilliseconds(date).toZonedDateTimeISO(zone ?? 'UTC');
  }
  if (date.includes('[')) {
    const moment = temporal.ZonedDateTime.from(date);
    return zone === undefined ? moment : moment.withTimeZone(zone);
  }
  // PlainDateTime would pass over an offset in silence, so whatever follows the time is taken for one.
  const offset = /[t\s][\d:.,]+(?<offset>[^\d:.,].*)$/iu.exec(date)?.groups?.['offset'];
  if (offset !== undefined) {
    return temporal.Instant.from(date).toZonedDateTimeISO(zone ?? offset.replace(/z/iu, 'UTC'));
  }
  return temporal.PlainDateTime.from(date).toZonedDateTime(zone ?? 'UTC');
}

/** The time zone as the calendar rules know it, or an error that helps to find the right name. */
export function readTimeZone(temporal: TemporalApi, timeZone: string): string {
  try {
    return temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone).timeZoneId;
  } catch (cause) {
    throw problem('unknown_time_zone', { timeZone, similar: zoneLike(timeZone) }, cause);
  }
}

/** People name the city: "Vienna" and "new york". */
function zoneLike(name: string): string | undefined {
  const city = (text: string): string =>
    text.toLowerCase().replaceAll(/[\s-]/gu, '_').split('/').at(-1) ?? '';
  return Intl.supportedValuesOf('timeZone').find((zone) => city(zone) === city(name));
}
