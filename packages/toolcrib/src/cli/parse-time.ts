import { UsageError } from './command-line.ts';
import type { Session } from './session.ts';

/** From `since` on, and before `until`, in milliseconds since 1970. */
export interface Period {
  readonly since: number | undefined;
  readonly until: number | undefined;
}

const units: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
};

/** The period that `--since` and `--until` name. */
export function parsePeriod({ line, texts }: Pick<Session, 'line' | 'texts'>, now: number): Period {
  const read = (option: 'since' | 'until'): number | undefined => {
    const given = line.options[option];
    const time = given === undefined ? undefined : parseTime(given, now);
    if (given !== undefined && time === undefined) throw new UsageError(texts.badTime(`--${option}`, given));
    return time;
  };
  const period = { since: read('since'), until: read('until') };
  if ((period.since ?? -Infinity) >= (period.until ?? Infinity)) throw new UsageError(texts.emptyPeriod);
  return period;
}

/** The period that was given; without a beginning, the last seven days of it. */
export function orLastWeek({ since, until }: Period, now: number): Period & { readonly since: number } {
  return { since: since ?? (until ?? now) - (units['w'] as number), until };
}

/**
 * A point in time: `now`, so long ago (`90s`, `30m`, `24h`, `7d`, `2w`), or a date as ISO 8601 writes it, with or without
 * a time. Without a zone it is the time of this machine. Undefined when it is none of these.
 */
export function parseTime(text: string, now: number): number | undefined {
  if (text === 'now') return now;
  const [, amount, unit = ''] = /^(\d{1,6})([smhdw])$/u.exec(text) ?? [];
  if (amount !== undefined) return now - Number(amount) * (units[unit] as number);
  return parseDate(text);
}

function parseDate(text: string): number | undefined {
  const found = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(Z|[+-]\d\d:?\d\d)?)?$/iu.exec(
    text,
  );
  const [, date, time = '00:00', zone = ''] = found ?? [];
  if (date === undefined || !isDate(date)) return undefined;
  // Only this spelling of a zone is read the same everywhere.
  const parsed = Date.parse(`${date}T${time}${zone.toUpperCase().replace(/(\d\d)(\d\d)$/u, '$1:$2')}`);
  return Number.isNaN(parsed) ? undefined : parsed;
}

/** `Date` takes the 30th of February for the 2nd of March. */
function isDate(date: string): boolean {
  const parsed = new Date(`${date}T00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date);
}
