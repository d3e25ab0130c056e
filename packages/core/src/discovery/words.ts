import { stemmer } from 'stemmer';
import { KnownWords } from './known-words.ts';

/** A part of a text that can be looked up: the stem of a word, or one or two signs of a script without blanks. */
export interface Word {
  /** As it stands in the text, in lower case. */
  readonly said: string;
  readonly term: string;
  /** What a match is worth, where 1 is that of a whole word. */
  readonly weight: number;
}

/** A text longer than this is cut: what matters in a request or a description stands before. */
export const mostRead = 20_000;

/**
 * The words of a text, in their order: identifiers taken apart (`getUserByID` is get, user, by, id), English brought to its
 * stems, words that say nothing left out. Scripts without blanks give single signs and overlapping pairs.
 */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  eachRun(text, (letters, start, end) => {
    const word = known.at(letters, start, end);
    if (word !== undefined) words.push(word);
  });
  return words;
}

/** Words repeat: each is looked at once. */
const known = new KnownWords(wordOf);

/** The text that is being read, as numbers: a string is ten times as slow to look into. */
const read = new Uint16Array(mostRead + 1);

/** Tells where the words of a text stand, also those that say nothing; true when there are signs without blanks. */
export function eachRun(
  text: string,
  tell: (letters: Uint16Array, start: number, end: number) => void,
): boolean {
  const length = Math.min(text.length, mostRead);
  for (let at = 0; at < length; at++) read[at] = text.charCodeAt(at);
  read[length] = 0;
  let signed = false;
  for (let at = 0; at < length; ) {
    const kind = kindAt(at);
    const start = at;
    if (kind === other) at++;
    else if (kind === sign) {
      signed = true;
      at = endOfSign(at);
      tell(read, start, at);
      if (kindAt(at) === sign) tell(read, start, endOfSign(at));
    } else {
      at = endOfWord(at);
      tell(read, start, at);
      if (kindAt(at) === upper && kind === upper && !isLetter(start - 1)) tellBrand(start, at, tell);
    }
  }
  return signed;
}

/** `GitHub` and `TypeScript` are two parts, and one word that people write small; in names of tools it would be noise. */
function tellBrand(
  start: number,
  middle: number,
  tell: (letters: Uint16Array, start: number, end: number) => void,
): void {
  const end = endOfWord(middle);
  const inProse = read[start - 1] === blank || read[end] === blank;
  if (inProse && !isLetter(end) && end - start <= longestBrand) tell(read, start, end);
}

const blank = 32;
const longestBrand = 10;

function isLetter(at: number): boolean {
  const kind = at < 0 ? other : kindAt(at);
  return kind === lower || kind === upper || kind === caseless;
}

/** Signs beyond the first 65,536 are two code units. */
function endOfSign(at: number): number {
  return isSurrogate(read[at] as number) ? at + 2 : at + 1;
}

/** A word ends where its letters do, or where an identifier changes its case; the plural `URLs` is no change. */
function endOfWord(start: number): number {
  let before = kindAt(start);
  for (let at = start + 1; ; at++) {
    const kind = kindAt(at);
    if (kind === other || kind === sign) return at;
    if (kind === upper && before === lower) return at;
    if (kind === upper && before === upper && kindAt(at + 1) === lower && !isPlural(at + 1)) return at;
    before = kind;
  }
}

function isPlural(at: number): boolean {
  return read[at] === letterS && kindAt(at + 1) !== lower;
}

const letterS = 115;

/** Lower case, with blanks where an identifier changes its case. */
export function apart(text: string): string {
  return text
    .slice(0, mostRead)
    .replaceAll(/(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}(?!s(?!\p{Ll}))\p{Ll})/gu, ' ')
    .toLowerCase();
}

const other = 1;
const lower = 2;
const upper = 3;
/** A letter without case, or a mark on one. */
const caseless = 4;
/** Of a script without blanks. */
const sign = 5;

/** By code unit; 0 is one that was not asked for yet. All of indexing goes by here, and expressions take ten times as long. */
const kinds = new Uint8Array(65_536);

function kindAt(at: number): number {
  const kind = kinds[read[at] as number] as number;
  return kind > 0 ? kind : findKind(at);
}

function findKind(at: number): number {
  const code = read[at] as number;
  if (!isSurrogate(code)) return (kinds[code] = kindOf(String.fromCharCode(code)));
  // Both halves of a pair are of the kind of the whole.
  const first = code < 0xdc00 ? at : at - 1;
  const whole = String.fromCharCode(read[first] ?? 0, read[first + 1] ?? 0);
  return (whole.codePointAt(0) ?? 0) > 0xffff ? kindOf(whole) : other;
}

function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code < 0xe000;
}

/** Of the first of some characters. */
function kindOf(characters: string): number {
  if (/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(characters)) return sign;
  if (/^\p{Ll}/u.test(characters)) return lower;
  if (/^\p{Lu}/u.test(characters)) return upper;
  return /^[\p{L}\p{M}]/u.test(characters) ? caseless : other;
}

/** What a run of letters is as a word; undefined for one that says nothing. */
export function wordOf(run: string): Word | undefined {
  if (kindOf(run) === sign) return signsOf(run);
  const said = run.toLowerCase();
  if (said.length < 2 || silent.has(said)) return undefined;
  return { said, term: stemmer(said), weight: weak.has(said) ? 0.4 : 1 };
}

/** One sign or a pair; a pair with a particle is none. */
function signsOf(said: string): Word | undefined {
  const signs = Array.from(said);
  if (signs.some((one) => particles.has(one))) return undefined;
  return { said, term: said, weight: signs.length === 1 ? 0.5 : 0.7 };
}

/** Words of requests that say nothing about the tool that is wanted. */
const silent: ReadonlySet<string> = new Set(
  `a about again all also am an and any are as at be been being both but by can could did do does doing down each few for
   from get give had has have having he hello help her here hey hi his how i if in into is it its just know let like may me
   might mine more most must my need no not of off on only or other our out over own please same shall she should show so
   some such tell than thank thanks that the their them then there these they this those to too up us very want was we were
   what when where which who whom whose why will with would you your`.split(/\s+/u),
);

/** Words that many requests and descriptions have, whatever they are about. */
const weak: ReadonlySet<string> = new Set(
  `able additional additionally allow allows app application ask assist assistance available base based best better certain
   check come curious current currently detail detailed details different discover easily easy enable enables enjoy
   especially explore find finding given go going good great include includes including info information interested keep
   kind latest learn look looking love make makes making many new offer offering offers particular personal popular possible
   provide provided provides providing question questions quick quickly recent related relevant search searching see set
   specific specifically start support supports take taken thing things tool tools top try trying type types use used user
   users uses using various wanted way ways wonder wondering work working works`.split(/\s+/u),
);

/** Chinese signs that stand between words. */
const particles: ReadonlySet<string> = new Set(
  '的了是我在你他她它们请和与及或就都而着吗呢吧啊把被对为以从到这那个一不有要想能会可也还并但',
);
