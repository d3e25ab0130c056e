import { type Candidate, cueFor, type Surroundings } from './candidate.ts';
import { choiceCandidates } from './choice-candidates.ts';
import type { Slot } from './slots.ts';
import type { Span } from './span.ts';
import { affinityOf } from './string-candidates.ts';
import { trimmed } from './trim-phrase.ts';
import { listValue } from './values.ts';
import { wordsBetween } from './words.ts';

/** Values for an array: rows of the text, all choices it names, or one value alone. */
export function listCandidates(slot: Slot, around: Surroundings): Candidate[] {
  const { item } = slot;
  if (item === undefined) return [];
  if (item.choices.length > 0 && item.closed) return allChoices(slot, item, around);
  const found = shownMembers(slot, item, around);
  const listed = new Set(around.reading.spans.flatMap(({ items = [] }) => items));
  for (const span of around.reading.spans) {
    const inList = listed.has(span);
    if (span.kind === 'json' && Array.isArray(span.json)) {
      found.push({
        slot,
        start: span.start,
        end: span.end,
        value: span.json,
        how: 'text',
        score: 3 + cueFor(slot, around, span),
      });
    }
    const members = span.kind === 'list' ? ownMembers(slot, span, around) : [span];
    const kept = members
      .map((member) => trimmed(member, slot, around))
      .filter((member) => member !== undefined);
    const [first] = kept;
    const value = listValue(item, kept);
    if (value === undefined || first === undefined || kept.length < members.length) continue;
    const affinity = item.type === 'string' ? affinityOf(item, first) : 0.8;
    if (affinity === undefined) continue;
    const place = { start: first.start, end: kept.at(-1)?.end ?? span.end };
    const several = span.kind === 'list' ? 1 + 0.1 * members.length : inList ? -1.5 : -0.3;
    found.push({
      slot,
      ...place,
      value,
      how: 'text',
      score: affinity + cueFor(slot, around, place) + several,
    });
  }
  return found;
}

/** "age, income and target price": a list ends where the next slot is named. */
function ownMembers(
  { nameStems }: Slot,
  { items = [] }: Span,
  { reading, slotNames }: Surroundings,
): readonly Span[] {
  const end = items.findIndex((item, index) => {
    if (index === 0 || item.kind !== 'phrase') return false;
    const [first, second] = wordsBetween(reading.words, item.start, item.end);
    return (
      first !== undefined && second !== undefined && slotNames.has(first.stem) && !nameStems.has(first.stem)
    );
  });
  return end > 0 ? items.slice(0, end) : items;
}

/** Members that the description itself shows, or lists in words. */
function shownMembers(slot: Slot, item: Slot, around: Surroundings): Candidate[] {
  const shown =
    item.choices.length > 0 ? item.choices : item.examples.map((value) => ({ value, names: [value] }));
  if (item.type !== 'string' || shown.length === 0) return [];
  const chosen = choiceCandidates(slot, shown, around).toSorted((one, other) => one.start - other.start);
  const [first] = chosen;
  const last = chosen.at(-1);
  if (first === undefined || last === undefined) return [];
  const value = [...new Set(chosen.map((one) => one.value))];
  return [
    {
      ...first,
      end: last.end,
      value,
      score: Math.max(...chosen.map(({ score }) => score)) - 0.3 + 0.3 * value.length,
    },
  ];
}

function allChoices(slot: Slot, item: Slot, around: Surroundings): Candidate[] {
  const chosen = choiceCandidates(slot, item.choices, around);
  const [first] = chosen;
  if (first === undefined) return [];
  const value = [...new Set(chosen.map((one) => one.value))];
  return [{ ...first, value, score: Math.max(...chosen.map(({ score }) => score)) }];
}
