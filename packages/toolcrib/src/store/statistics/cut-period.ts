import { keptSpans } from '../history/retention.ts';
import { spanMs, type Span } from './span.ts';

/** From `since` on, and before `until`, in milliseconds since 1970; what is left out is open. */
export interface Period {
  readonly since?: number | undefined;
  readonly until?: number | undefined;
}

/** A part of a period that whole rollups of one span fill. */
export interface Piece {
  readonly span: Span;
  readonly from: number;
  readonly to: number;
}

/**
 * Cuts a period into days, and what is left at its ends into hours and minutes: a month is some thirty days and a few
 * dozen smaller pieces instead of forty thousand minutes. What an end only partly covers counts whole. An open end needs
 * no small pieces: whatever there is lies inside.
 */
export function cutPeriod({ since = -Infinity, until = Infinity }: Period, now: number): Piece[] {
  const [first, last] = [spanMs[finestSpan(since, now)], spanMs[finestSpan(until, now)]];
  return cut(Math.floor(since / first) * first, Math.ceil(until / last) * last, ['day', 'hour', 'minute']);
}

/** The smallest span whose rollups of that time are still kept. */
export function finestSpan(time: number, now: number): Span {
  const age = now - time;
  // Those that are about to go are not relied on.
  if (age < keptSpans.minute - spanMs.hour) return 'minute';
  return age < keptSpans.hour - spanMs.day ? 'hour' : 'day';
}

function cut(from: number, to: number, [span, ...smaller]: readonly Span[]): Piece[] {
  if (span === undefined || from >= to) return [];
  const size = spanMs[span];
  const [first, last] = [Math.ceil(from / size) * size, Math.floor(to / size) * size];
  if (first >= last) return cut(from, to, smaller);
  return [...cut(from, first, smaller), { span, from: first, to: last }, ...cut(last, to, smaller)];
}
