/** A word of a text and where it stands. Chinese is cut into overlapping pairs of characters, which need no dictionary. */
export interface Word {
  readonly text: string;
  readonly stem: string;
  readonly start: number;
  readonly end: number;
}

const latinWord = /[\p{L}\p{N}]+/gu;
const han = /\p{Script=Han}/u;

export function isHan(character: string | undefined): boolean {
  return character !== undefined && character >= firstSign && han.test(character);
}

/** Whether a text has a Chinese character in it. */
export function hasHan(text: string): boolean {
  for (let at = 0; at < text.length; at++) if ((text[at] as string) >= firstSign) return han.test(text);
  return false;
}

/** No Chinese character comes before: an expression is slow to find that a letter is none. */
const firstSign = '\u2e80';

/** Words in the order they stand. Linear in the text. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(latinWord)) {
    for (const [part, offset] of runsOf(match[0])) pushRun(words, part, match.index + offset);
  }
  return words;
}

/** `Canon相机` is two runs: one of letters, one of Chinese characters. */
function runsOf(text: string): [string, number][] {
  if (!han.test(text)) return [[text, 0]];
  const runs: [string, number][] = [];
  let start = 0;
  for (let index = 1; index <= text.length; index++) {
    if (index === text.length || isHan(text[index]) !== isHan(text[start])) {
      runs.push([text.slice(start, index), start]);
      start = index;
    }
  }
  return runs;
}

function pushRun(words: Word[], run: string, start: number): void {
  if (!isHan(run[0])) {
    words.push({ text: run, stem: stem(run), start, end: start + run.length });
    return;
  }
  if (run.length === 1) words.push({ text: run, stem: run, start, end: start + 1 });
  for (let index = 0; index + 1 < run.length; index++) {
    const pair = run.slice(index, index + 2);
    words.push({ text: pair, stem: pair, start: start + index, end: start + index + 2 });
  }
}

/** `getUserByID_list` as `get user by id list`. */
export function nameWords(name: string): string[] {
  return name
    .slice(0, 200)
    .replaceAll(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replaceAll(/(\p{L})(\d)/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

const suffixes = [
  'ations',
  'ation',
  'ments',
  'ment',
  'ings',
  'ing',
  'ions',
  'ion',
  'ities',
  'ity',
  'ies',
  'ers',
  'er',
  'ors',
  'or',
  'ed',
  'es',
  'als',
  'al',
  'ly',
  'ure',
  'ive',
  's',
  'e',
  'y',
];

/** A word without its endings, so that `departing`, `departs` and `departure` agree. Coarse on purpose. */
export function stem(word: string): string {
  let lower = word.toLowerCase();
  if (lower.length < 4 || han.test(lower)) return lower;
  for (let round = 0; round < 4; round++) {
    const suffix = suffixes.find((end) => lower.endsWith(end) && lower.length - end.length >= 3);
    if (suffix === undefined || (suffix === 's' && lower.endsWith('ss'))) break;
    lower = lower.slice(0, -suffix.length);
  }
  // city and cities, movie and movies
  if (lower.length > 3 && lower.endsWith('i')) lower = lower.slice(0, -1);
  const doubled = /([^aeiouls])\1$/u.test(lower);
  return doubled ? lower.slice(0, -1) : lower;
}

/** Two words are the same but for the ending of a plural. */
export function sameWord(one: string, other: string): boolean {
  const [first, second] = [one.toLowerCase(), other.toLowerCase()];
  if (first === second) return true;
  const [short, long] = first.length < second.length ? [first, second] : [second, first];
  if (short.length < 3 || !long.endsWith('s')) return false;
  return (
    long === `${short}s` ||
    long === `${short}es` ||
    (short.endsWith('y') && long === `${short.slice(0, -1)}ies`)
  );
}

/** Full-width signs as their plain forms; every character keeps its place. */
export function toPlainWidth(text: string): string {
  return text.replaceAll(/[\uFF01-\uFF5E\u3000]/gu, (sign) =>
    sign === '\u3000' ? ' ' : keptSigns.has(sign) ? sign : String.fromCharCode(sign.charCodeAt(0) - 0xfee0),
  );
}

/** These say more in their wide form: they end a clause even without a blank. */
const keptSigns: ReadonlySet<string> = new Set(['，', '！', '？', '：', '；', '（', '）']);

/** The words that lie wholly between two places of the text. */
export function wordsBetween(words: readonly Word[], start: number, end: number): Word[] {
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle] as Word).start < start) low = middle + 1;
    else high = middle;
  }
  const found: Word[] = [];
  for (let index = low; index < words.length && found.length < 40; index++) {
    const word = words[index] as Word;
    if (word.end > end) break;
    found.push(word);
  }
  return found;
}
