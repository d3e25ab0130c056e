import type { Candidate, Surroundings } from './candidate.ts';
import type { Slot } from './slots.ts';

const score = 1.6;

/** Where the text names no choice, a word that explains only one of them may mean it. */
export function explainedCandidates(slot: Slot, { reading, explanations }: Surroundings): Candidate[] {
  const own = slot.choices.flatMap(({ value }) => {
    const stems = explanations.get(String(value));
    return stems === undefined ? [] : [{ value, stems }];
  });
  if (own.length < 2) return [];
  return reading.words.flatMap(({ stem, start, end }) => {
    const [only, another] = own.filter(({ stems }) => stems.has(stem));
    return only === undefined || another !== undefined
      ? []
      : [{ slot, start, end, value: only.value, how: 'enum' as const, score }];
  });
}
