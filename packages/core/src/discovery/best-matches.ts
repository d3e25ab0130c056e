import { atOrAfter, documentOf, valueOf, type Postings } from './postings.ts';
import { ShortList } from './short-list.ts';

/** Tools that are scored together: few enough for the nearest cache. */
const pageSize = 2048;
/** Scores are multiples of this, so that their sums are exact and do not depend on the order of the words. */
const grain = 2 ** -24;

/** The tools that have a word, or another one for the same. An entry is worth its value times the factor. */
export class MatchList {
  /** Its entries are those from `at` to `end`. */
  readonly entries: Uint32Array;
  /** All entries before were dealt with. */
  at: number;
  readonly end: number;
  readonly factor: number;
  /** No entry is worth more. */
  readonly most: number;

  constructor(postings: Postings, { list, worth }: { readonly list: number; readonly worth: number }) {
    this.entries = postings.pieceOf(list);
    this.at = postings.startOf(list);
    this.end = this.at + postings.lengthOf(list);
    this.factor = Math.round(worth / grain) * grain;
    this.most = this.factor * postings.highestOf(list);
  }

  /** Goes on to a tool, or to the next after it. */
  skipTo(number: number): number {
    this.at = atOrAfter(this.entries, number, this.at, this.end);
    return this.at;
  }

  /** What it says of a tool; those before are passed by. */
  worthOf(number: number): number {
    const at = this.skipTo(number);
    if (at === this.end) return 0;
    const entry = this.entries[at] as number;
    return documentOf(entry) === number ? this.factor * valueOf(entry) : 0;
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
    const reach = new Float64Array(words.length);
    let all = 0;
    for (let word = 0; word < words.length; word++) reach[word] = all += (words[word] as MatchWord).most;
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
      if (highest > least) least = this.#take(best, { from, accept });
      this.#scores.fill(0);
      for (; word >= leading; word--)
        for (const list of (words[word] as MatchWord).lists) list.skipTo(from + pageSize);
    }
  }

  /** Puts the tools of a page into the short list, and gives what later ones must exceed. */
  #take(
    best: ShortList,
    { from, accept }: { readonly from: number; readonly accept: BestOptions['accept'] },
  ): number {
    const scores = this.#scores;
    let { least } = best;
    for (let place = 0; place < pageSize; place++) {
      const score = scores[place] as number;
      if (score <= least || !accept(from + place)) continue;
      best.add(from + place, score);
      least = best.least;
    }
    return least;
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
      const { entries, end, factor } = list;
      let at = list.skipTo(from);
      for (; at < end; at++) {
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
    const { entries, end, factor } = list;
    let at = list.skipTo(from);
    for (; at < end; at++) {
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
  for (const { lists } of words)
    for (let at = 0; at < numbers.length; at++) {
      let most = 0;
      for (const list of lists) most = Math.max(most, list.worthOf(numbers[at] as number));
      scores[at] = (scores[at] as number) + most;
    }
  return scores;
}

/** The first tool that comes next in one of the words from `leading` on. */
function firstOf(words: readonly MatchWord[], leading: number): number | undefined {
  let first: number | undefined;
  for (let word = leading; word < words.length; word++)
    for (const { entries, at, end } of (words[word] as MatchWord).lists) {
      if (at === end) continue;
      const number = documentOf(entries[at] as number);
      if (first === undefined || number < first) first = number;
    }
  return first;
}
