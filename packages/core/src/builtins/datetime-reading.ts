import type { Temporal } from 'temporal-polyfill';
import type { TemporalApi } from './temporal.ts';

type ZonedDateTime = Temporal.ZonedDateTime;

/**
 * Reads a moment. A date that names its zone or offset is that moment, shown in `timeZone` when one is given; a date
 * that names none is the local time of `timeZone`, else of UTC.
 */
export function readMoment(temporal: TemporalApi, date: string | number, timeZone?: string): ZonedDateTime {
  const zone = timeZone === undefined ? undefined : readTimeZone(temporal, timeZone);
  try {
    return momentOf(temporal, typeof date === 'string' ? date.trim() : date, zone);
  } catch (cause) {
    throw new Error(
      `Cannot read the date ${JSON.stringify(date)}. Use ISO 8601, such as 2026-03-29, 2026-03-29T01:30 or ` +
        '2026-03-29T01:30:00+01:00, or milliseconds since 1970 as a number.',
      { cause },
    );
  }
}

function momentOf(temporal: TemporalApi, date: string | number, zone: string | undefined): ZonedDateTime {
  if (typeof date === 'number') {
    return temporal.Instant.fromEpochMilliseconds(date).toZonedDateTimeISO(zone ?? 'UTC');
  }
  // [u-ca=…] names a calendar and no zone.
  if (/\[!?[^=\]]+\]/u.test(date)) {
    const moment = temporal.ZonedDateTime.from(date).withCalendar('iso8601');
    return zone === undefined ? moment : moment.withTimeZone(zone);
  }
  const offset = /[t\s][\d:.,]+(?<offset>z|[+\-−]\d\d(?::?\d\d)?)$/iu.exec(date)?.groups?.['offset'];
  if (offset !== undefined) {
    return temporal.Instant.from(date).toZonedDateTimeISO(zone ?? offset.replace(/z/iu, 'UTC'));
  }
  return temporal.PlainDateTime.from(date)
    .withCalendar('iso8601')
    .toZonedDateTime(zone ?? 'UTC');
}

/** The time zone as the calendar rules know it, or an error that helps to find the right name. */
export function readTimeZone(temporal: TemporalApi, timeZone: string): string {
  try {
    return temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone).timeZoneId;
  } catch (cause) {
    const [similar] = zonesLike(timeZone);
    const advice =
      similar === undefined
        ? 'Use an IANA name such as Europe/Vienna or Asia/Shanghai, or an offset such as +02:00.'
        : `Did you mean "${similar}"?`;
    throw new Error(`No time zone ${JSON.stringify(timeZone)}. ${advice}`, { cause });
  }
}

/** People name the city: "Vienna" and "new york". */
function zonesLike(name: string): readonly string[] {
  const city = (text: string): string =>
    text.toLowerCase().replaceAll(/[\s-]/gu, '_').split('/').at(-1) ?? '';
  return Intl.supportedValuesOf('timeZone').filter((zone) => city(zone) === city(name));
}
