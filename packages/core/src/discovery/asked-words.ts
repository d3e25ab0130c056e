import { meaningsInSigns, meaningsOf, type Meaning } from './meanings.ts';
import { sumsIn } from './sums.ts';
import { wordsOf } from './words.ts';

/** One word of a request: matched by itself, or by another word for the same, whichever says more. */
export interface AskedWord {
  readonly said: string;
  /** Undefined for what is only known by its meaning. */
  readonly term: string | undefined;
  readonly weight: number;
  readonly meanings: readonly Meaning[];
  /** What a match by meaning is worth. */
  readonly meaningWeight: number;
}

/** What another word for the same is worth beside the word itself. */
const otherWord = 0.6;
/** The same for a Chinese word, which is also found sign by sign. */
const otherSigns = 0.4;
/** A request names what it is about in its first words; a whole page pasted in would only cost time. */
const most = 200;

/** The words of a request, each once; one that stands there again weighs a little more. */
export function askedWords(text: string): readonly AskedWord[] {
  const asked = new Map<string, AskedWord>();
  for (const { said, term, weight } of wordsOf(text)) {
    const known = asked.get(term);
    if (known === undefined && asked.size >= most) break;
    asked.set(term, {
      said,
      term,
      weight: known === undefined ? weight : Math.min(known.weight * Math.SQRT2, weight * Math.SQRT2),
      meanings: known?.meanings ?? meaningsOf(term),
      meaningWeight: otherWord,
    });
  }
  // Who writes a sum asks for its result, whatever words stand around it. A date and a path are no sums.
  const [sum] = sumsIn(text.slice(0, 1000));
  if (sum !== undefined) {
    const said = text.slice(sum.start, sum.end);
    const [{ term } = { term: '' }] = wordsOf('calculate');
    asked.set(term, { said, term, weight: 1, meanings: meaningsOf(term), meaningWeight: otherWord });
  }
  for (const { said, meanings } of meaningsInSigns(text).slice(0, most)) {
    asked.set(`=${meanings.join()}`, {
      said,
      term: undefined,
      weight: 0,
      meanings,
      meaningWeight: otherSigns,
    });
  }
  return [...asked.values()];
}
