import { stemmer } from 'stemmer';

/** A part of a text that can be looked up: the stem of a word, or one or two signs of a script without blanks. */
export interface Word {
  /** As it stands in the text, in lower case. */
  readonly said: string;
  readonly term: string;
  /** What a match is worth, where 1 is that of a whole word. */
  readonly weight: number;
}

/** A text longer than this is cut: what matters in a request or a description stands before. */
const longest = 20_000;

/**
 * The words of a text, in their order: identifiers taken apart (`getUserByID` is get, user, by, id), English brought to its
 * stems, words that say nothing left out. Scripts without blanks give single signs and overlapping pairs.
 */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  const cut = text.slice(0, longest);
  // Most texts are plain English, and most of the time of indexing goes by here.
  if (plain.test(cut)) for (const run of cut.match(plainRuns) ?? []) addWord(run, words);
  else
    for (const run of apart(cut).match(runs) ?? []) {
      if (unspaced.test(run)) signsOf(run, words);
      else addWord(run, words);
    }
  return words;
}

const plain = /^[\t-~]*$/u;
/** Of an identifier the parts between changes of case; the plural of an abbreviation, `URLs`, is no change. */
const plainRuns = /[A-Z]{2,}s?(?![a-z])|[A-Z]?[a-z]+|[A-Z]+/gu;

/** Lower case, with blanks where an identifier changes its case. */
export function apart(text: string): string {
  return text
    .slice(0, longest)
    .replaceAll(/(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}(?!s(?!\p{Ll}))\p{Ll})/gu, ' ')
    .toLowerCase();
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** Signs of one kind in a row: of scripts without blanks, or letters of the others with their marks. */
const runs =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{M}])+/gu;

/** Words repeat: each is looked at once. `undefined` is one that says nothing. */
const known = new Map<string, Word | undefined>();
const mostKnown = 100_000;

function addWord(run: string, words: Word[]): void {
  let word = known.get(run);
  if (word === undefined && !known.has(run)) {
    if (known.size >= mostKnown) known.clear();
    word = wordOf(run.toLowerCase());
    known.set(run, word);
  }
  if (word !== undefined) words.push(word);
}

function wordOf(said: string): Word | undefined {
  if (said.length < 2 || silent.has(said)) return undefined;
  return { said, term: stemmer(said), weight: weak.has(said) ? 0.4 : 1 };
}

function signsOf(run: string, words: Word[]): void {
  const signs = Array.from(run);
  signs.forEach((sign, index) => {
    if (particles.has(sign)) return;
    words.push({ said: sign, term: sign, weight: 0.5 });
    const next = signs[index + 1];
    if (next === undefined || particles.has(next)) return;
    words.push({ said: sign + next, term: sign + next, weight: 0.7 });
  });
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
