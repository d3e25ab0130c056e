import { type Candidate, cueFor, type Surroundings } from './candidate.ts';
import type { Slot } from './slots.ts';

/** Words that the longest of these names has. */
const longestName = 3;
const score = 2.4;
let known: ReadonlyMap<string, string> | undefined;

/** Zones of the IANA by the cities that they are named after: "in Tokyo" is `Asia/Tokyo`. */
export function zoneCandidates(slot: Slot, around: Surroundings): Candidate[] {
  if (!/time_?zone/iu.test(slot.name) || !/\bIANA\b/u.test(slot.description)) return [];
  const { text, words } = around.reading;
  known ??= new Map(Intl.supportedValuesOf('timeZone').map((zone) => [cityOf(zone), zone]));
  const found: Candidate[] = [];
  for (const [index, { start }] of words.entries())
    for (const { end } of words.slice(index, index + longestName)) {
      const value = known.get(text.slice(start, end).toLowerCase());
      if (value === undefined) continue;
      found.push({
        slot,
        start,
        end,
        value,
        how: 'text',
        score: score + cueFor(slot, around, { start, end }),
      });
    }
  return found;
}

function cityOf(zone: string): string {
  return zone
    .slice(zone.lastIndexOf('/') + 1)
    .replaceAll('_', ' ')
    .toLowerCase();
}
