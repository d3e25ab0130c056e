import { askedWords, type AskedWord } from './asked-words.ts';
import { clausesOf } from './clauses.ts';
import { meaningsInSigns, meaningsOf, sharpness } from './meanings.ts';
import { NearTerms } from './near-terms.ts';
import { documentOf, find, mostDocuments, mostValue, Postings, valueOf } from './postings.ts';
import { ShortList, type Scored } from './short-list.ts';
import { fieldsOf, type IndexedTool } from './tool-text.ts';
import { wordsOf } from './words.ts';

export interface SearchOptions {
  /** @default 10 */
  readonly limit?: number | undefined;
  /** Which tools are in question. @default all */
  readonly among?: ((name: string) => boolean) | undefined;
}

/** A tool that was found, and by what. */
export interface ToolHit {
  readonly name: string;
  /** What is twice as high says twice as much. */
  readonly score: number;
  /** The words of the request that it was found by, what says most first. */
  readonly matched: readonly string[];
}

/** How soon more of the same word in a tool stops to say more, as in BM25. */
const saturation = 1.2;
/** A word in a field counts no more than this, however often it stands there: repeating it buys nothing. */
const mostRepeats = 3;
/** How much of the score comes from the part of a request that a tool suits best, where it has several. */
const bestPart = 0.35;
/** What it adds when the whole name of a tool stands in the request. */
const wholeName = 0.5;
/** What a word is worth that is taken for another. */
const misspelt = 0.7;
/** The share of tools from which on a meaning is too common to look for. */
const commonMeaning = 0.2;
/** Up to so many tools it is looked for: a list this short costs nothing, and among few tools it tells some apart. */
const fewTools = 200;
/** How many tools are looked at more closely. */
const shortList = 60;

/**
 * Finds tools by what they are needed for, in English, in Chinese, or in one for the other. All in memory: a tool is added
 * or removed in microseconds, and a search looks only at tools that share a word or a meaning with the request.
 *
 *     const index = new ToolIndex();
 *     index.add(tool);
 *     index.search('what will the weather be in Vienna?');
 */
export class ToolIndex {
  readonly #postings = new Postings();
  readonly #terms = new Map<string, number>();
  /** By number; a number is used once. */
  readonly #tools: (IndexedTool | undefined)[] = [];
  readonly #nearTerms = new NearTerms();
  readonly #nameTerms: (readonly string[])[] = [];
  readonly #numbers = new Map<string, number>();
  /** Work space of a search, all zero between two. */
  #scores = new Float32Array(64);
  #ofWord = new Float32Array(64);
  /** Work space of `#weigh`, all zero between two. */
  #worths = new Float64Array(64);
  #times = new Uint8Array(64);

  get size(): number {
    return this.#numbers.size;
  }

  has(name: string): boolean {
    return this.#numbers.has(name);
  }

  /** Takes a tool in; one of the same name makes way for it. */
  add(tool: IndexedTool): void {
    this.remove(tool.name);
    if (this.#tools.length >= mostDocuments) throw new RangeError('the index is full: make a new one');
    const number = this.#tools.push(tool) - 1;
    this.#nameTerms.push([...new Set(wordsOf(tool.name).map(({ term }) => term))]);
    this.#numbers.set(tool.name, number);
    this.#weigh(tool, (list, value) => this.#postings.push(list, number, value));
    if (number < this.#scores.length) return;
    this.#scores = new Float32Array(this.#scores.length * 2);
    this.#ofWord = new Float32Array(this.#ofWord.length * 2);
  }

  remove(name: string): boolean {
    const number = this.#numbers.get(name);
    if (number === undefined) return false;
    this.#weigh(this.#tools[number] as IndexedTool, (list) => this.#postings.remove(list, number));
    this.#tools[number] = undefined;
    this.#nameTerms[number] = [];
    this.#numbers.delete(name);
    return true;
  }

  search(text: string, { limit = 10, among }: SearchOptions = {}): readonly ToolHit[] {
    const asked = this.#asked(text);
    const parts = clausesOf(text).map((clause) => this.#best(this.#asked(clause), among));
    const whole = parts.length === 0 ? this.#best(asked, among) : this.#scored(asked, parts);
    const terms = new Set(asked.map(({ term }) => term));
    return this.#together(whole, parts)
      .map(({ number, score }) => ({
        number,
        score: score * (1 + wholeName * this.#coverage(number, terms)),
      }))
      .toSorted((one, other) => other.score - one.score)
      .slice(0, limit)
      .map(({ number, score }) => {
        const matched = (): readonly string[] => this.#matched(number, asked);
        return {
          name: (this.#tools[number] as IndexedTool).name,
          score,
          // Worked out for who wants to know: it takes as long as half the search.
          get matched() {
            return matched();
          },
        };
      });
  }

  /** The words of a text; one that no tool has is taken for the one that it is a slip of the pen away from. */
  #asked(text: string): readonly AskedWord[] {
    return askedWords(text).map((word) => {
      const { term, weight, meanings } = word;
      if (term === undefined || meanings.length > 0 || this.#terms.has(term)) return word;
      const meant = this.#nearTerms.find(term, this.#terms);
      if (meant === undefined) return word;
      return { ...word, term: meant, weight: weight * misspelt, meanings: meaningsOf(meant) };
    });
  }

  #listOf(term: string): number {
    const known = this.#terms.get(term);
    if (known !== undefined) return known;
    const list = this.#postings.create();
    this.#terms.set(term, list);
    if (list >= this.#worths.length) {
      const worths = new Float64Array(this.#worths.length * 2);
      worths.set(this.#worths);
      this.#worths = worths;
      const times = new Uint8Array(this.#times.length * 2);
      times.set(this.#times);
      this.#times = times;
    }
    return list;
  }

  /** Tells what each word and meaning of a tool is worth, from 1 to `mostValue`, by the number of its list. */
  #weigh(tool: IndexedTool, tell: (list: number, value: number) => void): void {
    const touched: number[] = [];
    for (const { text, weight, usualLength, lengthMatters } of fieldsOf(tool)) {
      const words = wordsOf(text);
      if (words.length === 0) continue;
      const each = weight / (1 - lengthMatters + (lengthMatters * words.length) / usualLength);
      const inField: number[] = [];
      const count = (term: string): void => {
        const list = this.#listOf(term);
        const times = this.#times[list] as number;
        if (times === mostRepeats) return;
        if (times === 0) inField.push(list);
        this.#times[list] = times + 1;
        if (this.#worths[list] === 0) touched.push(list);
        this.#worths[list] = (this.#worths[list] as number) + each;
      };
      for (const { term } of words) {
        count(term);
        for (const meaning of meaningsOf(term)) count(meaning);
      }
      for (const { meanings } of meaningsInSigns(text)) for (const meaning of meanings) count(meaning);
      for (const list of inField) this.#times[list] = 0;
    }
    for (const list of touched) {
      tell(list, toValue(this.#worths[list] as number));
      this.#worths[list] = 0;
    }
  }

  /** How much a term tells tools apart: one that all of them have tells nothing. */
  #rarity(term: string): number {
    const list = this.#terms.get(term);
    const count = list === undefined ? 0 : this.#postings.lengthOf(list);
    return Math.log(1 + (this.size - count + 0.5) / (count + 0.5));
  }

  #entries(term: string): Uint32Array {
    const list = this.#terms.get(term);
    return list === undefined ? nothing : this.#postings.entries(list);
  }

  /** The tools that suit these words best. Only those that share one of them are looked at. */
  #best(asked: readonly AskedWord[], among: SearchOptions['among']): readonly Scored[] {
    const touched: number[] = [];
    for (const word of asked) this.#addWord(this.#matchesOf(word), touched);
    const best = new ShortList(shortList);
    for (const number of touched) {
      const score = this.#scores[number] as number;
      this.#scores[number] = 0;
      if (score > best.least && (among?.((this.#tools[number] as IndexedTool).name) ?? true))
        best.add({ number, score });
    }
    return best.sorted();
  }

  /** What suits a request of several parts suits one of them: only those tools are held against the whole. */
  #scored(asked: readonly AskedWord[], parts: readonly (readonly Scored[])[]): readonly Scored[] {
    const words = asked.map((word) => this.#matchesOf(word));
    const numbers = new Set(parts.flatMap((part) => part.map(({ number }) => number)));
    const scored = Array.from(numbers, (number) => {
      for (const word of words) this.#addTo(number, word);
      const score = this.#scores[number] as number;
      this.#scores[number] = 0;
      return { number, score };
    });
    return scored.toSorted((one, other) => other.score - one.score || one.number - other.number);
  }

  #matchesOf({ term, weight, meanings, meaningWeight }: AskedWord): readonly MatchList[] {
    const rarity = term === undefined ? Infinity : this.#rarity(term);
    const lists: MatchList[] = [];
    const add = (known: string, worth: number): void => {
      const entries = this.#entries(known);
      if (entries.length > 0) lists.push({ entries, factor: (worth * (saturation + 1)) / mostValue });
    };
    if (term !== undefined) add(term, weight * rarity);
    for (const meaning of meanings) {
      // One that every fifth tool has tells little, and its list is long.
      if (this.#entries(meaning).length > Math.max(fewTools, this.size * commonMeaning)) continue;
      add(meaning, meaningWeight * sharpness(meaning) * Math.min(rarity, this.#rarity(meaning)));
    }
    return lists;
  }

  /** For each tool the better of the word itself and of another word for the same. */
  #addWord(lists: readonly MatchList[], touched: number[]): void {
    const seen: number[] = [];
    for (const { entries, factor } of lists) {
      for (const entry of entries) {
        const number = documentOf(entry);
        const score = factor * valueOf(entry);
        const before = this.#ofWord[number] as number;
        if (score <= before) continue;
        if (before === 0) seen.push(number);
        if (this.#scores[number] === 0) touched.push(number);
        this.#scores[number] = (this.#scores[number] as number) + score - before;
        this.#ofWord[number] = score;
      }
    }
    for (const number of seen) this.#ofWord[number] = 0;
  }

  /** The same for one tool. */
  #addTo(number: number, lists: readonly MatchList[]): void {
    let best = 0;
    for (const { entries, factor } of lists) {
      const at = find(entries, number);
      if (at >= 0) best = Math.max(best, factor * valueOf(entries[at] as number));
    }
    this.#scores[number] = (this.#scores[number] as number) + best;
  }

  /** A tool that is the best for one part of a request is wanted, however many parts there are. */
  #together(whole: readonly Scored[], parts: readonly (readonly Scored[])[]): readonly Scored[] {
    if (parts.length === 0) return whole;
    const highest = whole[0]?.score ?? 0;
    const scores = new Map(whole.map(({ number, score }) => [number, (1 - bestPart) * score]));
    const shares = new Map<number, number>();
    for (const part of parts)
      for (const { number, score } of part)
        shares.set(number, Math.max(shares.get(number) ?? 0, score / (part[0] as Scored).score));
    for (const [number, share] of shares)
      scores.set(number, (scores.get(number) ?? 0) + bestPart * share * highest);
    return Array.from(scores, ([number, score]) => ({ number, score }));
  }

  /** How much of a tool's name stands in the request, by what its words tell. */
  #coverage(number: number, terms: ReadonlySet<string | undefined>): number {
    let all = 0;
    let there = 0;
    for (const term of this.#nameTerms[number] as readonly string[]) {
      const rarity = this.#rarity(term);
      all += rarity;
      if (terms.has(term)) there += rarity;
    }
    return all === 0 ? 0 : there / all;
  }

  #matched(number: number, asked: readonly AskedWord[]): readonly string[] {
    const matched = asked.flatMap(({ said, term, meanings }) => {
      const terms = term === undefined ? meanings : [term, ...meanings];
      const known = terms.find((one) => find(this.#entries(one), number) >= 0);
      return known === undefined ? [] : [{ said, worth: this.#rarity(known) }];
    });
    const words = matched.toSorted((one, other) => other.worth - one.worth).map(({ said }) => said);
    return [...new Set(words)].slice(0, 8);
  }
}

/** The tools that have a word, or another one for the same, and what it is worth there. */
interface MatchList {
  readonly entries: Uint32Array;
  readonly factor: number;
}

const nothing = new Uint32Array(0);

/** Saturated: between nothing and one, as a small number. */
function toValue(worth: number): number {
  return Math.max(1, Math.round((worth / (worth + saturation)) * mostValue));
}
