import { askedWords } from './asked-words.ts';

/** What another word for the same is worth beside the word itself. */
const otherWord = 0.4;

/** The words of a request and what they may mean, each with its weight: what requests are compared by. */
export function taskWords(task: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const { term, weight, meanings } of askedWords(task)) {
    if (term !== undefined) weights.set(term, weight);
    for (const meaning of meanings) weights.set(meaning, Math.max(weights.get(meaning) ?? 0, otherWord));
  }
  return weights;
}
