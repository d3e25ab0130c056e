import { stemmer } from 'stemmer';
import { lexicon } from './lexicon.ts';
import { apart } from './words.ts';

/** A meaning is a line of the lexicon, as a term that no word of a text can be. */
export type Meaning = `~${number}`;

interface Meanings {
  readonly ofStem: ReadonlyMap<string, readonly Meaning[]>;
  readonly ofSigns: ReadonlyMap<string, readonly Meaning[]>;
  /** Signs of the longest Chinese word. */
  readonly longest: number;
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
  const { ofSigns, longest } = meanings();
  const found: SignedWord[] = [];
  if (!/\p{Script=Han}/u.test(text)) return found;
  for (const [run] of apart(text).matchAll(/\p{Script=Han}+/gu)) {
    const signs = Array.from(run);
    for (let at = 0; at < signs.length; ) {
      let length = Math.min(longest, signs.length - at);
      while (length > 0 && !ofSigns.has(signs.slice(at, at + length).join(''))) length--;
      const said = signs.slice(at, at + length).join('');
      const known = ofSigns.get(said);
      if (known !== undefined) found.push({ said, meanings: known });
      at += Math.max(1, length);
    }
  }
  return found;
}

function readLexicon(): Meanings {
  const ofStem = new Map<string, Meaning[]>();
  const ofSigns = new Map<string, Meaning[]>();
  const ofLine = new Map<string, Meaning[]>();
  let longest = 1;
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
      longest = Math.max(longest, Array.from(word).length);
    }
  }
  return { ofStem, ofSigns, longest, ofLine };
}
