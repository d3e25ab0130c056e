import { stemmer } from 'stemmer';
import { lexicon } from './lexicon.ts';
import { mostRead } from './words.ts';

/** A meaning is a line of the lexicon, as a term that no word of a text can be. */
export type Meaning = `~${number}`;

interface Meanings {
  readonly ofStem: ReadonlyMap<string, readonly Meaning[]>;
  readonly ofSigns: ReadonlyMap<string, readonly Meaning[]>;
  /** How long the longest Chinese word is, by its first code unit. */
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
      let length = Math.min(longestFrom.get(run.charCodeAt(at)) ?? 0, run.length - at);
      while (length > 0 && !ofSigns.has(run.slice(at, at + length))) length--;
      const said = run.slice(at, at + length);
      const known = ofSigns.get(said);
      if (known !== undefined) found.push({ said, meanings: known });
      at += Math.max(1, length);
    }
  }
  return found;
}

/** An expression for Chinese is slow to find nothing in a text, and most texts have none. */
function mayHaveSigns(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) >= firstSign) return true;
  return false;
}

const firstSign = 0x2e80;

function readLexicon(): Meanings {
  const ofStem = new Map<string, Meaning[]>();
  const ofSigns = new Map<string, Meaning[]>();
  const ofLine = new Map<string, Meaning[]>();
  const longestFrom = new Map<number, number>();
  const add = (words: Map<string, Meaning[]>, word: string, meaning: Meaning): void => {
    const known = words.get(word) ?? [];
    if (!known.includes(meaning)) words.set(word, [...known, meaning]);
  };
  for (const [index, line] of lexicon.trim().split('\n').entries()) {
    const [english = '', chinese = ''] = line.split('=');
    const meaning: Meaning = `~${index}`;
    const [first = ''] = english.split(' ');
    add(ofLine, first, meaning);
    for (const word of english.trim().split(' ')) add(ofStem, stemmer(word), meaning);
    for (const word of chinese.trim().split(' ')) {
      add(ofSigns, word, meaning);
      const begins = word.charCodeAt(0);
      longestFrom.set(begins, Math.max(longestFrom.get(begins) ?? 0, word.length));
    }
  }
  return { ofStem, ofSigns, longestFrom, ofLine };
}
