import { atOrAfter, documentOf, valueOf } from './postings.ts';
import { ShortList } from './short-list.ts';

/** Tools that are scored together: few enough for the nearest cache. */
const pageSize = 1024;
/** Scores are multiples of this, so that their sums are exact and do not depend on the order of the words. */
const grain = 2 ** -24;

/** The tools that have a word, or another one for the same. An entry is worth its value times the factor. */
export class MatchList {
  readonly entries: Uint32Array;
  readonly factor: number;
  /** No entry is worth more. */
  readonly most: number;
  /** All entries before were dealt with. */
  at = 0;

  constructor(entries: Uint32Array, worth: number, highest: number) {
    this.entries = entries;
    this.factor = Math.round(worth / grain) * grain;
    this.most = this.factor * highest;
  }

  /** Goes on to a tool, or to the next after it. */
  skipTo(number: number): number {
    this.at = atOrAfter(this.entries, number, this.at);
    return this.at;
  }
}

/** A word of a request: of its lists the one counts that says most of a tool. */
export interface MatchWord {
  readonly lists: readonly MatchList[];
  readonly most: number;
}

export interface BestOptions {
  readonly limit: number;
  readonly accept: (number: number) => boolean;
}

/**
 * Finds the tools with the highest sums over all words, page by page, exactly but without adding up all of them: the words
 * that say most come first, and a page is left as soon as those that remain cannot lift any of its tools into the short list
 * (after MaxScore, by Turtle and Flood).
 */
export class BestMatches {
  /** Work space, all zero between two pages. */
  readonly #scores = new Float64Array(pageSize);
  readonly #ofWord = new Float64Array(pageSize);

  /** Of equals those that were registered first. */
  find(asked: readonly MatchWord[], { limit, accept }: BestOptions): ShortList {
    const best = new ShortList(limit);
    const words = asked.toSorted((one, other) => one.most - other.most);
    /** For each word what it and all that say less can give together. */
    const reach = words.map(({ most }) => most);
    for (let word = 1; word < words.length; word++)
      reach[word] = (reach[word] as number) + (reach[word - 1] as number);
    let least = 0;
    // The words before cannot lift a tool into the short list by themselves.
    let leading = 0;
    for (;;) {
      while (leading < words.length && (reach[leading] as number) <= least) leading++;
      const from = firstOf(words, leading);
      if (from === undefined) return best;
      let highest = 0;
      let word = words.length - 1;
      for (; word >= 0 && highest + (reach[word] as number) > least; word--)
        highest = this.#addPage(words[word] as MatchWord, from, highest);
      if (highest > least)
        for (let at = 0; at < pageSize; at++) {
          const score = this.#scores[at] as number;
          if (score <= least || !accept(from + at)) continue;
          best.add(from + at, score);
          least = best.least;
        }
      this.#scores.fill(0);
      for (; word >= leading; word--)
        for (const list of (words[word] as MatchWord).lists) list.skipTo(from + pageSize);
    }
  }

  /** Adds what a page's tools have of a word, and gives the highest score up to now. */
  #addPage({ lists }: MatchWord, from: number, before: number): number {
    const [only] = lists;
    if (only === undefined) return before;
    if (lists.length === 1) return this.#addList(only, from, before);
    let highest = before;
    const scores = this.#scores;
    const ofWord = this.#ofWord;
    for (const list of lists) {
      const { entries, factor } = list;
      let at = list.skipTo(from);
      for (; at < entries.length; at++) {
        const entry = entries[at] as number;
        const place = documentOf(entry) - from;
        if (place >= pageSize) break;
        // The better of the word itself and of another for the same.
        const score = factor * valueOf(entry);
        const more = score - (ofWord[place] as number);
        if (more <= 0) continue;
        ofWord[place] = score;
        const sum = (scores[place] as number) + more;
        scores[place] = sum;
        if (sum > highest) highest = sum;
      }
      list.at = at;
    }
    ofWord.fill(0);
    return highest;
  }

  /** The same for a word with one list, as most have: half the work. */
  #addList(list: MatchList, from: number, before: number): number {
    let highest = before;
    const scores = this.#scores;
    const { entries, factor } = list;
    let at = list.skipTo(from);
    for (; at < entries.length; at++) {
      const entry = entries[at] as number;
      const place = documentOf(entry) - from;
      if (place >= pageSize) break;
      const sum = (scores[place] as number) + factor * valueOf(entry);
      scores[place] = sum;
      if (sum > highest) highest = sum;
    }
    list.at = at;
    return highest;
  }
}

/** The sums over all words for these tools, which are given in rising order. */
export function scoresOf(numbers: Uint32Array, words: readonly MatchWord[]): Float64Array {
  const scores = new Float64Array(numbers.length);
  const ofWord = new Float64Array(numbers.length);
  for (const { lists } of words) {
    for (const { entries, factor } of lists) {
      let at = 0;
      for (let index = 0; index < numbers.length && at < entries.length; index++) {
        const number = numbers[index] as number;
        if (documentOf(entries[at] as number) < number) at = atOrAfter(entries, number, at + 1);
        const entry = entries[at];
        if (entry !== undefined && documentOf(entry) === number)
          ofWord[index] = Math.max(ofWord[index] as number, factor * valueOf(entry));
      }
    }
    for (let index = 0; index < numbers.length; index++)
      scores[index] = (scores[index] as number) + (ofWord[index] as number);
    ofWord.fill(0);
  }
  return scores;
}

/** The first tool that comes next in one of the words from `leading` on. */
function firstOf(words: readonly MatchWord[], leading: number): number | undefined {
  let first: number | undefined;
  for (let word = leading; word < words.length; word++)
    for (const { entries, at } of (words[word] as MatchWord).lists) {
      if (at === entries.length) continue;
      const number = documentOf(entries[at] as number);
      if (first === undefined || number < first) first = number;
    }
  return first;
}
