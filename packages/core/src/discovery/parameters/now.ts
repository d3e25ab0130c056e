import type { Now } from './calendar.ts';
import { findDates } from './dates.ts';

/** A moment as a person's calendar shows it: a Date in the host's zone, or any text that holds a full date. */
export function readNow(now: Date | string | undefined): Now | undefined {
  if (now === undefined) return undefined;
  if (typeof now !== 'string') {
    if (Number.isNaN(now.getTime())) return undefined;
    return {
      year: now.getFullYear(),
      month: now.getMonth() + 1,
      day: now.getDate(),
      hour: now.getHours(),
      minute: now.getMinutes(),
      second: now.getSeconds(),
    };
  }
  const dates = findDates(now.slice(0, 200));
  const day =
    dates.find(({ moment }) => moment.day !== undefined && moment.hour !== undefined) ??
    dates.find(({ moment }) => moment.day !== undefined);
  const { year, month, day: date, hour, minute, second } = day?.moment ?? {};
  if (year === undefined || month === undefined || date === undefined) return undefined;
  return {
    year,
    month,
    day: date,
    ...(hour === undefined ? {} : { hour, minute: minute ?? 0, second: second ?? 0 }),
  };
}
