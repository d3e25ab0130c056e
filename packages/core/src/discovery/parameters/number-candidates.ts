import { type Candidate, cueFor, type Surroundings } from './candidate.ts';
import type { Slot } from './slots.ts';
import type { Span } from './span.ts';
import { numberValue } from './values.ts';
import { stem } from './words.ts';

export function numberCandidates(slot: Slot, around: Surroundings): Candidate[] {
  const { spans } = around.reading;
  const numbers = spans.filter(({ kind }) => kind === 'number' || kind === 'quoted');
  const dates = spans.filter(({ kind }) => kind === 'date');
  const found: Candidate[] = [];
  for (const span of [...numbers, ...dates]) {
    const read = numberValue(slot, span);
    if (read === undefined) continue;
    const score =
      0.8 +
      cueFor(slot, around, span, numbers) +
      read.fit +
      countedFit(slot, span, around) -
      datedBy(span, dates);
    found.push({ slot, start: span.start, end: span.end, value: read.value, how: 'text', score });
  }
  return found;
}

/** "two dice" are dice, whatever else is spoken of; "for two" are people. */
function countedFit({ nameStems, cues }: Slot, { number }: Span, { slotNames }: Surroundings): number {
  if (number?.unit === undefined) return 0;
  const counted = stem(number.unit);
  if (number.unit === 'people' && cues.has(counted)) return 1;
  // "two numbers, 36 and 48": this tells how many follow.
  if (counted === stem('number')) return -0.6;
  if (nameStems.has(counted)) return 0.6;
  return slotNames.has(counted) ? -0.6 : 0;
}

/** A number in a date is that date's; in "after 3 years" it is still a number of years. */
function datedBy(span: Span, dates: readonly Span[]): number {
  const date =
    span.kind === 'number' ? dates.find((one) => one.start <= span.start && span.end <= one.end) : undefined;
  if (date === undefined) return 0;
  return /^(?:in|after|within)\s|\s(?:ago|later|now)$|[后前]$/iu.test(date.text) ? 0.2 : 2;
}
