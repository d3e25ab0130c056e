import type { Candidate } from './candidate.ts';
import type { Slot } from './slots.ts';

/** From which score on a value is taken: one that must be given is found more easily. */
export function threshold({ required, type }: Slot): number {
  // Where a number must be given and one is left, it is hardly another's.
  if (required) return type === 'number' || type === 'integer' ? -0.3 : 0.6;
  return type === 'number' || type === 'integer' ? 1.25 : 2.1;
}

/** For each slot only its best few are weighed against those of others. */
const maxPerSlot = 12;
const maxRounds = 4;
/** What must be given comes first when two want the same. */
const priority = 0.2;

/**
 * One candidate for each slot and no piece of the text twice, with the greatest sum of scores that is found quickly:
 * the surest are taken first, then each slot may take another's place when both together gain.
 */
export function assign(candidates: readonly Candidate[]): Map<number, Candidate> {
  const bySlot = new Map<number, Candidate[]>();
  const ordered = candidates
    .filter(({ slot, score }) => score >= threshold(slot))
    .toSorted(
      (one, other) =>
        weight(other) - weight(one) || one.slot.index - other.slot.index || one.start - other.start,
    );
  for (const candidate of ordered) {
    const list = bySlot.get(candidate.slot.index) ?? [];
    if (list.length < maxPerSlot) list.push(candidate);
    bySlot.set(candidate.slot.index, list);
  }
  const chosen = new Map<number, Candidate>();
  for (const candidate of ordered) {
    if (!chosen.has(candidate.slot.index) && ownersOf(candidate, chosen).length === 0)
      chosen.set(candidate.slot.index, candidate);
  }
  for (let round = 0; round < maxRounds && improve(bySlot, chosen); round++);
  orderNumbered(bySlot, chosen);
  return chosen;
}

/** What a value is worth beyond the least that would be taken: nobody is robbed of his best for another's leftover. */
function weight(candidate: Candidate | undefined): number {
  if (candidate === undefined) return 0;
  return candidate.score - threshold(candidate.slot) + (candidate.slot.required ? priority : 0);
}

/** One pass over all slots; tells whether anything changed. */
function improve(bySlot: ReadonlyMap<number, readonly Candidate[]>, chosen: Map<number, Candidate>): boolean {
  let changed = false;
  for (const [index, list] of bySlot) {
    for (const candidate of list) {
      const current = chosen.get(index);
      if (candidate === current) continue;
      const owners = ownersOf(candidate, chosen).filter((owner) => owner.slot.index !== index);
      if (owners.length > 1) continue;
      const [owner] = owners;
      const trial = new Map(chosen);
      trial.set(index, candidate);
      const other = owner === undefined ? undefined : alternative(bySlot.get(owner.slot.index) ?? [], trial);
      const gain = weight(candidate) - weight(current) + weight(other) - weight(owner);
      // A slot that must be filled is not emptied for one that need not be.
      if (gain <= 0.01 || (owner?.slot.required === true && other === undefined && !candidate.slot.required))
        continue;
      chosen.set(index, candidate);
      if (owner !== undefined) {
        if (other === undefined) chosen.delete(owner.slot.index);
        else chosen.set(owner.slot.index, other);
      }
      changed = true;
    }
  }
  return changed;
}

/** What speaks for another order of first and second must be more than a word nearby. */
const swapMargin = 0.9;

/** Slots that only a number tells apart take their values in the order of the text: first and second, a and b. */
function orderNumbered(
  bySlot: ReadonlyMap<number, readonly Candidate[]>,
  chosen: Map<number, Candidate>,
): void {
  const list = [...chosen.values()].toSorted((one, other) => one.slot.index - other.slot.index);
  for (let step = 0; step < list.length * maxRounds; step++) {
    const index = step % list.length;
    const one = list[index] as Candidate;
    const other = list[index + 1];
    if (other === undefined || one.start <= other.start || unnumbered(one.slot) !== unnumbered(other.slot))
      continue;
    const first = bySlot.get(one.slot.index)?.find((candidate) => candidate.start === other.start);
    const second = bySlot.get(other.slot.index)?.find((candidate) => candidate.start === one.start);
    if (first === undefined || second === undefined) continue;
    if (one.score + other.score - first.score - second.score > swapMargin) continue;
    chosen.set(one.slot.index, first);
    chosen.set(other.slot.index, second);
    list[index] = first;
    list[index + 1] = second;
  }
}

function unnumbered({ path, type }: Slot): string {
  return `${path
    .join('.')
    .toLowerCase()
    .replaceAll(/\d+|first|second|third|one|two|width|height|(?<![a-z])[a-dx-z](?=\d|$)/gu, '#')} ${type}`;
}

function alternative(
  list: readonly Candidate[],
  taken: ReadonlyMap<number, Candidate>,
): Candidate | undefined {
  return list.find((candidate) =>
    ownersOf(candidate, taken).every((owner) => owner.slot.index === candidate.slot.index),
  );
}

function ownersOf({ start, end }: Candidate, chosen: ReadonlyMap<number, Candidate>): Candidate[] {
  const owners: Candidate[] = [];
  for (const other of chosen.values()) if (start < other.end && other.start < end) owners.push(other);
  return owners;
}
