/** Days and times without zone, as a text says them. */
export interface Moment {
  readonly year?: number;
  readonly month?: number;
  readonly day?: number;
  readonly hour?: number;
  readonly minute?: number;
  readonly second?: number;
  readonly zone?: string;
}

export interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** A point in time that relative words count from. */
export type Now = Day & Pick<Moment, 'hour' | 'minute' | 'second'>;

export function isRealDay({ year, month, day }: Day): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

export function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
}

export function addDays(from: Day, days: number): Day {
  const date = new Date(0);
  date.setUTCFullYear(from.year, from.month - 1, from.day + days);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

export function addMonths(from: Day, months: number): Day {
  const index = from.year * 12 + from.month - 1 + months;
  const year = Math.floor(index / 12);
  const month = (index % 12) + 1;
  return { year, month, day: Math.min(from.day, daysIn(year, month)) };
}

/** Seconds forward or back from now. */
export function addSeconds(from: Now, seconds: number): Moment {
  const date = new Date(0);
  date.setUTCFullYear(from.year, from.month - 1, from.day);
  date.setUTCHours(from.hour ?? 0, from.minute ?? 0, (from.second ?? 0) + seconds);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
  };
}

/** 0 for Sunday. */
export function weekday({ year, month, day }: Day): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCDay();
}

/** Monday of the week that a day is in. */
export function monday(day: Day): Day {
  return addDays(day, -((weekday(day) + 6) % 7));
}
