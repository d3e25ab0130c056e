import { type Candidate, cueFor, type Surroundings } from './candidate.ts';
import { choiceCandidates, commonChoices, joinedChoices } from './choice-candidates.ts';
import { explainedCandidates } from './explained-choices.ts';
import { wantsWholeRequest } from './free-text.ts';
import { listCandidates } from './list-candidates.ts';
import { numberCandidates } from './number-candidates.ts';
import type { Slot } from './slots.ts';
import { stringCandidates } from './string-candidates.ts';
import { zoneCandidates } from './time-zones.ts';

/** All values that a text offers for a slot. */
export function candidatesFor(slot: Slot, around: Surroundings): Candidate[] {
  if (slot.choices.length > 0) {
    const chosen = choiceCandidates(slot, slot.choices, around);
    if (slot.closed) return chosen.length > 0 ? chosen : explainedCandidates(slot, around);
    // What is described as a closed list is seldom left.
    const open = openCandidates(slot, around).map((one) => ({ ...one, score: one.score - 1.5 }));
    return [...chosen, ...joinedChoices(slot, chosen, around.reading.text), ...open];
  }
  if (slot.type === 'array') return listCandidates(slot, around);
  if (wantsWholeRequest(slot)) return openCandidates(slot, around).filter(({ loose }) => loose !== true);
  return openCandidates(slot, around);
}

function openCandidates(slot: Slot, around: Surroundings): Candidate[] {
  switch (slot.type) {
    case 'number':
    case 'integer':
      return numberCandidates(slot, around);
    case 'string':
      return [
        ...choiceCandidates(slot, commonChoices(slot), around),
        ...zoneCandidates(slot, around),
        ...stringCandidates(slot, around),
      ];
    case 'object':
      return objectCandidates(slot, around);
    default:
      return [];
  }
}

/** An object whose members no schema names can only be written out. */
function objectCandidates(slot: Slot, around: Surroundings): Candidate[] {
  return around.reading.spans
    .filter(({ kind, json }) => kind === 'json' && !Array.isArray(json))
    .map((span) => ({
      slot,
      start: span.start,
      end: span.end,
      value: span.json,
      how: 'text',
      score: 3 + cueFor(slot, around, span),
    }));
}
