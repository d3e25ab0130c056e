import { stemmer } from 'stemmer';
import { lexicon } from './lexicon.ts';
import { vocabulary } from './vocabulary.ts';
import { mostRead } from './words.ts';

/** A meaning is a line of the lexicon, as a term that no word of a text can be, or the stem of an English word for it. */
export type Meaning = string;

/** An English word for it says more than a line of words for nearly the same. */
export function sharpness(meaning: Meaning): number {
  return meaning.startsWith('~') ? 1 : 1.6;
}

/** The lines of the lexicon among what a word may mean; of a word that has none, those of its English words. */
export function linesOf(known: readonly Meaning[]): readonly Meaning[] {
  const lines = known.filter((meaning) => meaning.startsWith('~'));
  return lines.length > 0 ? lines : known.flatMap(meaningsOf);
}

interface Meanings {
  readonly ofStem: ReadonlyMap<string, readonly Meaning[]>;
  /** Of a Chinese word; one that joins several, such as 信用卡, has the meanings of each. */
  readonly ofSigns: ReadonlyMap<string, readonly (readonly Meaning[])[]>;
  /** How long the longest Chinese word is, by its first two signs; where they begin none, only the first can be one. */
  readonly longestFrom: ReadonlyMap<number, number>;
  /** By the word that begins the line. */
  readonly ofLine: ReadonlyMap<string, readonly Meaning[]>;
}

let read: Meanings | undefined;

/** Read when it is first needed: who does not search does not pay for it. */
function meanings(): Meanings {
  return (read ??= readLexicon());
}

/** What the word with this stem may mean. */
export function meaningsOf(stem: string): readonly Meaning[] {
  return meanings().ofStem.get(stem) ?? none;
}

const none: readonly Meaning[] = [];

/** What a word means above all: its only line of the lexicon, or the one that begins with it. */
export function mainMeaningsOf(word: string): readonly Meaning[] {
  const all = meaningsOf(stemmer(word));
  return all.length === 1 ? all : (meanings().ofLine.get(word) ?? none);
}

/** A Chinese word, with what it may mean. */
export interface SignedWord {
  readonly said: string;
  readonly meanings: readonly Meaning[];
}

/** The Chinese words of a text, each as what it may mean: at every place the longest word that is known. */
export function meaningsInSigns(text: string): SignedWord[] {
  const { ofSigns, longestFrom } = meanings();
  const found: SignedWord[] = [];
  if (!mayHaveSigns(text)) return found;
  for (const [run] of text.slice(0, mostRead).matchAll(/\p{Script=Han}+/gu)) {
    for (let at = 0; at < run.length; ) {
      let length = Math.min(longestFrom.get(pairAt(run, at)) ?? 1, run.length - at);
      let said = run.slice(at, at + length);
      let known = ofSigns.get(said);
      while (known === undefined && --length > 0) known = ofSigns.get((said = run.slice(at, at + length)));
      for (const part of known ?? []) found.push({ said, meanings: part });
      at += Math.max(1, length);
    }
  }
  return found;
}

/** Two code units as one number. */
function pairAt(signs: string, at: number): number {
  return (signs.charCodeAt(at) << 16) | signs.charCodeAt(at + 1);
}

/** An expression for Chinese is slow to find nothing in a text, and most texts have none. */
function mayHaveSigns(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) >= firstSign) return true;
  return false;
}

const firstSign = 0x2e80;

function readLexicon(): Meanings {
  const ofStem = new Map<string, Meaning[]>();
  const ofWord = new Map<string, Meaning[]>();
  const ofLine = new Map<string, Meaning[]>();
  const joined = new Map<string, readonly Meaning[]>();
  const longestFrom = new Map<number, number>();
  const add = (words: Map<string, Meaning[]>, word: string, meaning: Meaning): void => {
    const known = words.get(word);
    if (known === undefined) words.set(word, [meaning]);
    else if (!known.includes(meaning)) known.push(meaning);
  };
  for (const [index, line] of lexicon.trim().split('\n').entries()) {
    const [english = '', chinese = ''] = line.split('=');
    const meaning: Meaning = `~${index}`;
    const [first = ''] = english.split(' ');
    add(ofLine, first, meaning);
    for (const word of english.trim().split(' ')) add(ofStem, stemmer(word), meaning);
    for (const word of chinese.trim().split(' ')) add(ofWord, word, meaning);
  }
  for (const { english, chinese } of Object.values(vocabulary).flatMap(entriesOf))
    for (const word of chinese)
      for (const one of english) {
        const parts = one.split('+').map(stemmer);
        if (parts.length > 1) joined.set(word, [...(joined.get(word) ?? []), ...parts]);
        else add(ofWord, word, parts[0] as string);
      }
  const ofSigns = new Map<string, readonly (readonly Meaning[])[]>();
  for (const [word, own] of ofWord) ofSigns.set(word, [own]);
  for (const [word, parts] of joined)
    ofSigns.set(word, [...(ofSigns.get(word) ?? []), ...parts.map((part) => [part])]);
  for (const word of ofSigns.keys()) {
    const begins = pairAt(word, 0);
    if (word.length > 1) longestFrom.set(begins, Math.max(longestFrom.get(begins) ?? 0, word.length));
  }
  return { ofStem, ofSigns, longestFrom, ofLine };
}

interface Entry {
  readonly english: readonly string[];
  readonly chinese: readonly string[];
}

/** English words, then Chinese ones for the same; the next English word begins another entry. */
function entriesOf(text: string): Entry[] {
  return Array.from(
    text.matchAll(/((?:[a-z+]+\s+)+)((?:[^\sa-z]\S*(?:\s+|$))+)/gu),
    ([, english = '', chinese = '']) => ({
      english: english.trim().split(/\s+/u),
      chinese: chinese.trim().split(/\s+/u),
    }),
  );
}
