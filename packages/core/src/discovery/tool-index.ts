import { askedWords, type AskedWord } from './asked-words.ts';
import { clausesOf } from './clauses.ts';
import { meaningsInSigns, meaningsOf } from './meanings.ts';
import { documentOf, find, mostDocuments, mostValue, Postings, valueOf } from './postings.ts';
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
const mostRepeats = 2;
/** How much of the score comes from the part of a request that a tool suits best, where it has several. */
const bestPart = 0.35;
/** What it adds when the whole name of a tool stands in the request. */
const wholeName = 0.4;
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
  readonly #nameTerms: (readonly string[])[] = [];
  readonly #numbers = new Map<string, number>();
  /** Work space of a search, all zero between two. */
  #scores = new Float32Array(64);
  #ofWord = new Float32Array(64);

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
    for (const [term, value] of valuesOfTerms(tool)) this.#postings.push(this.#listOf(term), number, value);
    if (number < this.#scores.length) return;
    this.#scores = new Float32Array(this.#scores.length * 2);
    this.#ofWord = new Float32Array(this.#ofWord.length * 2);
  }

  remove(name: string): boolean {
    const number = this.#numbers.get(name);
    if (number === undefined) return false;
    for (const term of valuesOfTerms(this.#tools[number] as IndexedTool).keys())
      this.#postings.remove(this.#listOf(term), number);
    this.#tools[number] = undefined;
    this.#nameTerms[number] = [];
    this.#numbers.delete(name);
    return true;
  }

  search(text: string, { limit = 10, among }: SearchOptions = {}): readonly ToolHit[] {
    const asked = askedWords(text);
    const whole = this.#best(asked, among);
    const parts = clausesOf(text).map((clause) => this.#best(askedWords(clause), among));
    const terms = new Set(asked.map(({ term }) => term));
    return this.#together(whole, parts)
      .map(({ number, score }) => ({
        number,
        score: score * (1 + wholeName * this.#coverage(number, terms)),
      }))
      .toSorted((one, other) => other.score - one.score)
      .slice(0, limit)
      .map(({ number, score }) => ({
        name: (this.#tools[number] as IndexedTool).name,
        score,
        matched: this.#matched(number, asked),
      }));
  }

  #listOf(term: string): number {
    const known = this.#terms.get(term);
    if (known !== undefined) return known;
    const list = this.#postings.create();
    this.#terms.set(term, list);
    return list;
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

  /** The tools that suit these words best. */
  #best(asked: readonly AskedWord[], among: SearchOptions['among']): readonly Scored[] {
    const touched: number[] = [];
    for (const word of asked) this.#addWord(word, touched);
    const best = new ShortList(shortList);
    for (const number of touched) {
      const score = this.#scores[number] as number;
      this.#scores[number] = 0;
      if (score > best.least && (among?.((this.#tools[number] as IndexedTool).name) ?? true))
        best.add({ number, score });
    }
    return best.sorted();
  }

  /** For each tool the better of the word itself and of another word for the same. */
  #addWord({ term, weight, meanings, meaningWeight }: AskedWord, touched: number[]): void {
    const rarity = term === undefined ? Infinity : this.#rarity(term);
    const seen: number[] = [];
    const add = (entries: Uint32Array, factor: number): void => {
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
    };
    if (term !== undefined) add(this.#entries(term), (weight * rarity * (saturation + 1)) / mostValue);
    for (const meaning of meanings) {
      const factor = meaningWeight * Math.min(rarity, this.#rarity(meaning));
      add(this.#entries(meaning), (factor * (saturation + 1)) / mostValue);
    }
    for (const number of seen) this.#ofWord[number] = 0;
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

interface Scored {
  readonly number: number;
  readonly score: number;
}

const nothing = new Uint32Array(0);

/** The best of many, without sorting all of them. */
class ShortList {
  readonly #limit: number;
  #kept: Scored[] = [];
  /** What a candidate must exceed. */
  least = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(candidate: Scored): void {
    this.#kept.push(candidate);
    if (this.#kept.length >= this.#limit * 4) this.#cut();
  }

  sorted(): readonly Scored[] {
    this.#cut();
    return this.#kept;
  }

  #cut(): void {
    this.#kept = this.#kept
      .toSorted((one, other) => other.score - one.score || one.number - other.number)
      .slice(0, this.#limit);
    if (this.#kept.length === this.#limit) this.least = (this.#kept.at(-1) as Scored).score;
  }
}

/** What each word and meaning of a tool is worth, from 1 to `mostValue`. */
function valuesOfTerms(tool: IndexedTool): ReadonlyMap<string, number> {
  const worths = new Map<string, number>();
  for (const { text, weight, usualLength, lengthMatters } of fieldsOf(tool)) {
    if (text.trim() === '') continue;
    const words = wordsOf(text);
    const each = weight / (1 - lengthMatters + (lengthMatters * words.length) / usualLength);
    const counts = new Map<string, number>();
    const count = (term: string): void => void counts.set(term, (counts.get(term) ?? 0) + 1);
    for (const { term } of words) {
      count(term);
      for (const meaning of meaningsOf(term)) count(meaning);
    }
    for (const { meanings } of meaningsInSigns(text)) for (const meaning of meanings) count(meaning);
    for (const [term, times] of counts)
      worths.set(term, (worths.get(term) ?? 0) + each * Math.min(times, mostRepeats));
  }
  return new Map(Array.from(worths, ([term, worth]) => [term, toValue(worth)]));
}

/** Saturated: between nothing and one, as a small number. */
function toValue(worth: number): number {
  return Math.max(1, Math.round((worth / (worth + saturation)) * mostValue));
}
