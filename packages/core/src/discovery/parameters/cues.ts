import type { Reading } from './span.ts';
import { functionWords } from './stop-words.ts';
import { isHan, type Word } from './words.ts';

/** A piece of the text, by where it begins and ends. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** Between a word and its value at most this many words are read. */
const reachBefore = 18;
const reachBehind = 9;
/** What fades to less than this is not looked at any more. */
const faintest = 0.08;

/**
 * How strongly the words around a place announce a value: words before it count more than words behind it, near ones
 * more than far ones, and what belongs to another sentence does not count. `walls` are other values of the same sort.
 */
export function cueAt(
  reading: Reading,
  place: Place,
  announcing: Announcing,
  walls: readonly Place[] = [],
): number {
  const before = lastWordBefore(reading.words, place.start);
  let behind = before + 1;
  while (behind < reading.words.length && (reading.words[behind] as Word).start < place.end) behind++;
  if (!announcing.near(before - reachBefore, behind + reachBehind)) return 0;
  return (
    scoreBefore(reading, before, place.start, announcing.cues, walls) +
    scoreBehind(reading, behind, place.end, announcing.cues, walls)
  );
}

/** The words that announce a slot, and where the text has any of them. */
export interface Announcing {
  readonly cues: ReadonlyMap<string, number>;
  /** Whether such a word stands between two places in the row of words. */
  readonly near: (from: number, to: number) => boolean;
}

export function announcingIn(reading: Reading, cues: ReadonlyMap<string, number>): Announcing {
  const places: number[] = [];
  for (const cue of cues.keys()) for (const place of reading.places.get(cue) ?? []) places.push(place);
  places.sort((one, other) => one - other);
  const near = (from: number, to: number): boolean => {
    let [low, high] = [0, places.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((places[middle] as number) < from) low = middle + 1;
      else high = middle;
    }
    return low < places.length && (places[low] as number) <= to;
  };
  return { cues, near };
}

type Cues = ReadonlyMap<string, number>;

function scoreBefore(
  { text, words }: Reading,
  last: number,
  start: number,
  cues: Cues,
  walls: readonly Place[],
): number {
  let decay = 1;
  let score = 0;
  let right = start;
  const counted = new Set<string>();
  for (let steps = 0; steps < reachBefore && last - steps >= 0 && decay >= faintest; steps++) {
    const word = words[last - steps] as Word;
    const gap = gapOf(text, word.end, right);
    if (gap === 'stop') break;
    // "a player, Ada Lovelace": right behind the word that announces it, a comma only sets the name off.
    if (gap === 'weak') decay *= steps === 0 && cues.has(word.stem) ? 0.9 : 0.5;
    if (walls.length > 0 && crosses(walls, word.end, right)) decay *= 0.3;
    const weight = cues.get(word.stem) ?? 0;
    if (weight > 0 && !counted.has(word.stem)) {
      score += weight * decay;
      counted.add(word.stem);
    } else decay *= fading(word, 0.91, 0.75);
    right = Math.min(right, word.start);
  }
  return score;
}

function scoreBehind(
  { text, words }: Reading,
  first: number,
  end: number,
  cues: Cues,
  walls: readonly Place[],
): number {
  let decay = 0.92;
  let score = 0;
  let left = end;
  const counted = new Set<string>();
  for (let index = first; index < words.length && index - first < reachBehind && decay >= faintest; index++) {
    const word = words[index] as Word;
    const gap = gapOf(text, left, word.start);
    if (gap === 'stop') break;
    if (gap === 'weak') decay *= 0.3;
    if (walls.length > 0 && crosses(walls, left, word.start)) decay *= 0.3;
    const weight = cues.get(word.stem) ?? 0;
    if (weight > 0 && !functionWords.has(word.text.toLowerCase()) && !counted.has(word.stem)) {
      score += weight * decay;
      counted.add(word.stem);
      decay *= 0.95;
    } else decay *= /^(?:and|or|but)$/iu.test(word.text) ? 0.3 : fading(word, 0.8, 0.6);
    left = Math.max(left, word.end);
  }
  return score;
}

/** What stands between two words: the end of a sentence, a comma, or nothing of weight. */
function gapOf(text: string, from: number, to: number): 'stop' | 'weak' | undefined {
  let found: 'weak' | undefined;
  for (let index = from; index < to; index++) {
    const sign = text[index] as string;
    if (sign === ' ') continue;
    if (ends.includes(sign)) return 'stop';
    if (sign === '.' && (index + 1 >= to || /\s/u.test(text[index + 1] as string))) return 'stop';
    if (pauses.includes(sign)) found = 'weak';
  }
  return found;
}

const ends = '!?;。！？；\n';
const pauses = ',，、(（';

/** A preposition or "and" begins something new; "of", "is" and articles lead on to it. */
function fading({ text }: Word, chinese: number, content: number): number {
  if (isHan(text[0])) return chinese;
  const lower = text.toLowerCase();
  if (beginsAnew.has(lower)) return 0.7;
  return functionWords.has(lower) ? 0.94 : content;
}

const beginsAnew: ReadonlySet<string> = new Set(
  'with for in at on by from to using and or but while where which that who'.split(' '),
);

/** Another value of the same sort stands between. */
function crosses(walls: readonly Place[], from: number, to: number): boolean {
  let [low, high] = [0, walls.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((walls[middle] as Place).end <= from) low = middle + 1;
    else high = middle;
  }
  const wall = walls[low];
  return wall !== undefined && wall.start < to && wall.start >= from - (wall.end - wall.start);
}

/** The index of the last word that ends at or before a place; -1 when there is none. */
function lastWordBefore(words: readonly Word[], place: number): number {
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle] as Word).end <= place) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
