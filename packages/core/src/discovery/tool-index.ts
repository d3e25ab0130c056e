import { askedWords, type AskedWord } from './asked-words.ts';
import { BestMatches, MatchList, scoresOf, type MatchWord } from './best-matches.ts';
import { clausesOf } from './clauses.ts';
import { grown } from './grown.ts';
import { markOf, packIndex, unpackIndex } from './index-bytes.ts';
import { KnownWords } from './known-words.ts';
import { meaningsInSigns, meaningsOf, sharpness, type Meaning } from './meanings.ts';
import { NameLists } from './name-lists.ts';
import { NearTerms } from './near-terms.ts';
import { find, mostDocuments, mostValue, Postings } from './postings.ts';
import { ShortList } from './short-list.ts';
import { fieldsOf, type IndexedTool } from './tool-text.ts';
import { eachRun, wordOf } from './words.ts';

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
/** At least so many tools are looked at more closely. */
const shortList = 30;

/**
 * Finds tools by what they are needed for, in English, in Chinese, or in one for the other. All in memory: a tool is added
 * or removed in microseconds, and a search looks only at tools that share a word or a meaning with the request.
 *
 *     const index = new ToolIndex();
 *     index.add(tool);
 *     index.search('what will the weather be in Vienna?');
 */
export class ToolIndex {
  #postings = new Postings();
  /** The numbers of the lists, by word and meaning. */
  readonly #terms = new Map<string, number>();
  /** The same by the letters of a word, with the lists of what it may mean. */
  readonly #wordLists = new KnownWords((run) => this.#listsOf(run));
  /** Those of what a Chinese word may mean. */
  readonly #meaningLists = new Map<readonly Meaning[], readonly number[]>();
  readonly #nearTerms = new NearTerms();
  /** By number; a number is used once. */
  readonly #tools: (IndexedTool | undefined)[] = [];
  #names = new NameLists();
  readonly #numbers = new Map<string, number>();
  readonly #bestMatches = new BestMatches();
  /** Work space of `#weigh`: the lists of a field; and by their numbers, all zero between two. */
  #found = new Uint32Array(1024);
  #worths = new Float64Array(1024);
  #times = new Uint8Array(1024);

  /**
   * The index of these tools, with all that `toBytes` has written of those that are still the same; the others are read anew.
   * Bytes of another version, or damaged ones, are refused: `unusable_index`.
   *
   *     const index = ToolIndex.fromBytes(bytes, tools);
   */
  static fromBytes(bytes: Uint8Array, tools: Iterable<IndexedTool>): ToolIndex {
    const { terms, names, marks, nameEnds, nameLists, ...packed } = unpackIndex(bytes);
    const index = new ToolIndex();
    index.#postings = Postings.from(packed);
    index.#names = NameLists.from(nameEnds, nameLists);
    for (const [list, term] of terms.entries()) index.#know(term, list);
    const written = new Map(names.map((name, number) => [name, number]));
    index.#tools.length = names.length;
    const others: IndexedTool[] = [];
    for (const tool of new Map(Array.from(tools, (one) => [one.name, one])).values()) {
      const number = written.get(tool.name);
      const [one, other] = markOf(tool);
      if (number === undefined || marks[number * 2] !== one || marks[number * 2 + 1] !== other)
        others.push(tool);
      else {
        index.#tools[number] = tool;
        index.#numbers.set(tool.name, number);
      }
    }
    if (index.size < names.length) index.#postings.drop((number) => index.#tools[number] === undefined);
    for (const tool of others) index.add(tool);
    return index;
  }

  /** All that was worked out, for `fromBytes`: reading it takes a fraction of the time of adding the tools again. */
  toBytes(): Uint8Array {
    const numbers = [...this.#numbers.values()].toSorted((one, other) => one - other);
    const renumbered = new Uint32Array(this.#tools.length);
    for (const [number, before] of numbers.entries()) renumbered[before] = number;
    const nameLists = numbers.map((number) => this.#names.of(number));
    let end = 0;
    return packIndex({
      terms: [...this.#terms.keys()],
      names: numbers.map((number) => this.#nameOf(number)),
      marks: Uint32Array.from(numbers.flatMap((number) => markOf(this.#tools[number] as IndexedTool))),
      ...this.#postings.pack(renumbered),
      nameEnds: Uint32Array.from(nameLists, (lists) => (end += lists.length)),
      nameLists: Uint32Array.from(nameLists.flatMap((lists) => [...lists])),
    });
  }

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
    this.#names.push(this.#nameLists(tool.name));
    this.#numbers.set(tool.name, number);
    for (const list of this.#weigh(tool)) {
      this.#postings.push(list, number, toValue(this.#worths[list] as number));
      this.#worths[list] = 0;
    }
  }

  remove(name: string): boolean {
    const number = this.#numbers.get(name);
    if (number === undefined) return false;
    for (const list of this.#weigh(this.#tools[number] as IndexedTool)) {
      this.#postings.remove(list, number);
      this.#worths[list] = 0;
    }
    this.#tools[number] = undefined;
    this.#numbers.delete(name);
    return true;
  }

  search(text: string, { limit = 10, among }: SearchOptions = {}): readonly ToolHit[] {
    const asked = this.#asked(text);
    if (!(limit >= 1)) return [];
    const options = {
      limit: Math.min(Math.max(limit, shortList), this.size),
      accept: (number: number): boolean => among?.(this.#nameOf(number)) ?? true,
    };
    const bestFor = (words: readonly AskedWord[]): ShortList =>
      this.#bestMatches.find(this.#matchWords(words), options);
    const parts = clausesOf(text).map((clause) => bestFor(this.#asked(clause)));
    const found = parts.length === 0 ? bestFor(asked) : this.#together(asked, parts);
    const best = new ShortList(Math.min(limit, found.size));
    const lists = new Set(asked.map(({ term }) => this.#terms.get(term ?? '')));
    for (let at = 0; at < found.size; at++) {
      const number = found.numberAt(at);
      const score = found.scoreAt(at);
      // Most are too far behind for any name.
      if (score * (1 + wholeName) < best.least) continue;
      best.add(number, score * (1 + wholeName * this.#coverage(number, lists)));
    }
    return best.sorted().map(({ number, score }) => {
      const matched = (): readonly string[] => this.#matched(number, asked);
      return {
        name: this.#nameOf(number),
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
    const isUsed = (term: string): boolean => this.#countOf(this.#terms.get(term)) > 0;
    return askedWords(text).map((word) => {
      const { term, weight, meanings } = word;
      if (term === undefined || meanings.length > 0 || isUsed(term)) return word;
      const meant = this.#nearTerms.find(term, isUsed);
      if (meant === undefined) return word;
      return { ...word, term: meant, weight: weight * misspelt, meanings: meaningsOf(meant) };
    });
  }

  #listOf(term: string): number {
    const known = this.#terms.get(term);
    if (known !== undefined) return known;
    const list = this.#postings.create();
    this.#know(term, list);
    return list;
  }

  #know(term: string, list: number): void {
    this.#terms.set(term, list);
    this.#nearTerms.add(term);
    if (list < this.#worths.length) return;
    this.#worths = grown(this.#worths);
    this.#times = grown(this.#times);
  }

  /** The list of a word, then those of what it may mean. */
  #listsOf(run: string): readonly number[] {
    const word = wordOf(run);
    if (word === undefined) return noLists;
    return [word.term, ...meaningsOf(word.term)].map((term) => this.#listOf(term));
  }

  #meaningListsOf(meanings: readonly Meaning[]): readonly number[] {
    let lists = this.#meaningLists.get(meanings);
    if (lists === undefined)
      this.#meaningLists.set(meanings, (lists = meanings.map((meaning) => this.#listOf(meaning))));
    return lists;
  }

  /** Works out what each word and meaning of a tool is worth, in `#worths` by the number of its list; tells which. */
  #weigh(tool: IndexedTool): readonly number[] {
    const weighed: number[] = [];
    const inField: number[] = [];
    let found = 0;
    let words = 0;
    const addAll = (lists: readonly number[]): void => {
      while (found + lists.length > this.#found.length) this.#found = grown(this.#found);
      for (let at = 0; at < lists.length; at++) this.#found[found++] = lists[at] as number;
    };
    const tell = (letters: Uint16Array, start: number, end: number): void => {
      const lists = this.#wordLists.at(letters, start, end);
      if (lists.length > 0) words++;
      addAll(lists);
    };
    for (const { text, weight, usualLength, lengthMatters } of fieldsOf(tool)) {
      found = 0;
      words = 0;
      const hasSigns = eachRun(text, tell);
      const each = weight / (1 - lengthMatters + (lengthMatters * words) / usualLength);
      if (hasSigns) for (const { meanings } of meaningsInSigns(text)) addAll(this.#meaningListsOf(meanings));
      const worths = this.#worths;
      const allTimes = this.#times;
      for (let at = 0; at < found; at++) {
        const list = this.#found[at] as number;
        const times = allTimes[list] as number;
        if (times === mostRepeats) continue;
        if (times === 0) inField.push(list);
        allTimes[list] = times + 1;
        if (worths[list] === 0) weighed.push(list);
        worths[list] = (worths[list] as number) + each;
      }
      for (const list of inField) allTimes[list] = 0;
      inField.length = 0;
    }
    return weighed;
  }

  #nameLists(name: string): readonly number[] {
    const lists = new Set<number>();
    eachRun(name, (letters, start, end) => {
      const [list] = this.#wordLists.at(letters, start, end);
      if (list !== undefined) lists.add(list);
    });
    return [...lists];
  }

  #nameOf(number: number): string {
    return (this.#tools[number] as IndexedTool).name;
  }

  /** How many tools have what the list is of. */
  #countOf(list: number | undefined): number {
    return list === undefined ? 0 : this.#postings.lengthOf(list);
  }

  /** How much a term tells tools apart: one that all of them have tells nothing. */
  #rarity(list: number | undefined): number {
    const count = this.#countOf(list);
    return Math.log(1 + (this.size - count + 0.5) / (count + 0.5));
  }

  /**
   * A tool that is the best for one part of a request is wanted, however many parts there are. What suits the whole suits one
   * of them: only those tools are held against it.
   */
  #together(asked: readonly AskedWord[], parts: readonly ShortList[]): ShortList {
    const shares = new Map<number, number>();
    for (const part of parts) {
      const highest = part.highest;
      for (let at = 0; at < part.size; at++) {
        const number = part.numberAt(at);
        shares.set(number, Math.max(shares.get(number) ?? 0, part.scoreAt(at) / highest));
      }
    }
    const numbers = Uint32Array.from(shares.keys()).toSorted();
    const scores = scoresOf(numbers, this.#matchWords(asked));
    const highest = scores.reduce((most, score) => Math.max(most, score), 0);
    const all = new ShortList(numbers.length);
    for (const [at, number] of numbers.entries()) {
      const share = shares.get(number) as number;
      all.add(number, (1 - bestPart) * (scores[at] as number) + bestPart * share * highest);
    }
    return all;
  }

  #matchWords(asked: readonly AskedWord[]): readonly MatchWord[] {
    return asked.map(({ term, weight, meanings, meaningWeight }) => {
      const own = this.#terms.get(term ?? '');
      const rarity = term === undefined ? Infinity : this.#rarity(own);
      const lists: MatchList[] = [];
      const add = (list: number, worth: number): void => {
        lists.push(new MatchList(this.#postings, { list, worth: (worth * (saturation + 1)) / mostValue }));
      };
      if (this.#countOf(own) > 0) add(own as number, weight * rarity);
      for (const meaning of meanings) {
        const list = this.#terms.get(meaning);
        const count = this.#countOf(list);
        // One that every fifth tool has tells little, and its list is long.
        if (count === 0 || count > Math.max(fewTools, this.size * commonMeaning)) continue;
        add(list as number, meaningWeight * sharpness(meaning) * Math.min(rarity, this.#rarity(list)));
      }
      return { lists, most: Math.max(0, ...lists.map(({ most }) => most)) };
    });
  }

  /** How much of a tool's name stands in the request, by what its words tell. */
  #coverage(number: number, asked: ReadonlySet<number | undefined>): number {
    let all = 0;
    let there = 0;
    const end = this.#names.endOf(number);
    for (let at = this.#names.endOf(number - 1); at < end; at++) {
      const list = this.#names.at(at);
      const rarity = this.#rarity(list);
      all += rarity;
      if (asked.has(list)) there += rarity;
    }
    return all === 0 ? 0 : there / all;
  }

  #matched(number: number, asked: readonly AskedWord[]): readonly string[] {
    const matched = asked.flatMap(({ said, term, meanings }) => {
      const lists = [term, ...meanings].map((one) => this.#terms.get(one ?? ''));
      const known = lists.find(
        (list) => list !== undefined && find(this.#postings.entries(list), number) >= 0,
      );
      return known === undefined ? [] : [{ said, worth: this.#rarity(known) }];
    });
    const words = matched.toSorted((one, other) => other.worth - one.worth).map(({ said }) => said);
    return [...new Set(words)].slice(0, 8);
  }
}

const noLists: readonly number[] = [];

/** Saturated: between nothing and one, as a small number. */
function toValue(worth: number): number {
  return Math.max(1, Math.round((worth / (worth + saturation)) * mostValue));
}
