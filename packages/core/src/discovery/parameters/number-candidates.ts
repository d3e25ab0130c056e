import { type Candidate, cueFor, type Surroundings } from './candidate.ts';
import type { Slot } from './slots.ts';
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
    const inDate =
      span.kind === 'number' && dates.some((date) => date.start <= span.start && span.end <= date.end);
    // "for two": the people are not in the text, yet they are meant.
    const unsaid = span.number?.unit === 'people' && slot.cues.has(stem('people')) ? 1 : 0;
    const score = 0.8 + cueFor(slot, around, span, numbers) + read.fit + unsaid - (inDate ? 2 : 0);
    found.push({ slot, start: span.start, end: span.end, value: read.value, how: 'text', score });
  }
  return found;
}
