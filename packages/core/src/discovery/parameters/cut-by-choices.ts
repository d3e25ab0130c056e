import type { Candidate } from './candidate.ts';

/** From here on a mention of a choice is taken for one. */
const sure = 2.5;
const maxNamed = 200;

/**
 * "medium latte": what names a choice of one slot is hardly part of a loose value of another. Such a value counts less,
 * and what is left of it without the choice is offered as well.
 */
export function cutByChoices(candidates: readonly Candidate[], text: string): Candidate[] {
  const named = candidates.filter(({ how, score }) => how === 'enum' && score > sure).slice(0, maxNamed);
  if (named.length === 0) return [...candidates];
  return candidates.flatMap((candidate) => {
    if (candidate.loose !== true) return [candidate];
    const claim = named.find(
      (one) =>
        one.slot.index !== candidate.slot.index && one.start < candidate.end && candidate.start < one.end,
    );
    if (claim === undefined) return [candidate];
    const rest = restOf(candidate, claim, text);
    return [{ ...candidate, score: candidate.score - 0.8 }, ...(rest === undefined ? [] : [rest])];
  });
}

function restOf(candidate: Candidate, claim: Candidate, text: string): Candidate | undefined {
  if (typeof candidate.value !== 'string' || text.slice(candidate.start, candidate.end) !== candidate.value)
    return undefined;
  const [start, end] =
    claim.start <= candidate.start ? [claim.end, candidate.end] : [candidate.start, claim.start];
  const value = text.slice(start, end).trim();
  if (value.length < 2 || !/^[\p{L}\p{N}]/u.test(value)) return undefined;
  const first = text.indexOf(value, start);
  return { ...candidate, start: first, end: first + value.length, value };
}
