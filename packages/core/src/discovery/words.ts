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
  eachRun(text, (start, end) => {
    const word = known.at(text, start, end);
    if (word !== undefined) words.push(word);
  });
  return words;
}

/** Words repeat: each is looked at once. */
const known = new KnownWords(wordOf);

/** Tells where the words of a text stand, also those that say nothing; true when there are signs without blanks. */
export function eachRun(text: string, tell: (start: number, end: number) => void): boolean {
  const length = Math.min(text.length, mostRead);
  let signed = false;
  for (let at = 0; at < length; ) {
    const kind = kindAt(text, at);
    const start = at;
    if (kind === other) at++;
    else if (kind === sign) {
      signed = true;
      at = endOfSign(text, at);
      tell(start, at);
      if (at < length && kindAt(text, at) === sign) tell(start, endOfSign(text, at));
    } else {
      at = endOfWord(text, at, length);
      tell(start, at);
    }
  }
  return signed;
}

/** Signs beyond the first 65,536 are two code units. */
function endOfSign(text: string, at: number): number {
  return (text.codePointAt(at) as number) > 0xffff ? at + 2 : at + 1;
}

/** A word ends where its letters do, or where an identifier changes its case; the plural `URLs` is no change. */
function endOfWord(text: string, start: number, length: number): number {
  let before = kindAt(text, start);
  for (let at = start + 1; at < length; at++) {
    const kind = kindAt(text, at);
    if (kind === other || kind === sign) return at;
    if (kind === upper && before === lower) return at;
    if (kind === upper && before === upper && kindAt(text, at + 1) === lower && !isPlural(text, at + 1))
      return at;
    before = kind;
  }
  return length;
}

function isPlural(text: string, at: number): boolean {
  return text[at] === 's' && kindAt(text, at + 1) !== lower;
}

/** Whether there are signs of a script without blanks. */
export function hasSigns(text: string): boolean {
  for (let at = 0; at < text.length; at++)
    if (text.charCodeAt(at) > 255 && kindAt(text, at) === sign) return true;
  return false;
}

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

function kindAt(text: string, at: number): number {
  if (at >= text.length) return other;
  const code = text.charCodeAt(at);
  const kind = kinds[code] as number;
  return kind > 0 ? kind : findKind(text, at);
}

function findKind(text: string, at: number): number {
  const code = text.charCodeAt(at);
  // The second half of a pair is of the kind of the whole, as the first is.
  const before = text.codePointAt(at - 1) ?? 0;
  const point = before > 0xffff ? before : (text.codePointAt(at) as number);
  const kind = kindOf(String.fromCodePoint(point));
  if (code < 0xd800 || code > 0xdfff) kinds[code] = kind;
  return kind;
}

function kindOf(character: string): number {
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(character)) return sign;
  if (/\p{Ll}/u.test(character)) return lower;
  if (/\p{Lu}/u.test(character)) return upper;
  return /[\p{L}\p{M}]/u.test(character) ? caseless : other;
}

/** What a run of letters is as a word; undefined for one that says nothing. */
export function wordOf(run: string): Word | undefined {
  if (kindAt(run, 0) === sign) return signsOf(run);
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
