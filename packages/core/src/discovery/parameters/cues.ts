import type { Reading } from './span.ts';
import { functionWords } from './stop-words.ts';
import { isHan, type Word } from './words.ts';

/** Between a word and its value at most this many words are read. */
const reach = 9;
const stopsBefore = /[!?;。！？；\n]|\.(?:\s|$)/u;
const weakens = /[,，、(（]/u;

/**
 * How strongly the words around a place announce a value: words before it count more than words behind it, near ones
 * more than far ones, and what belongs to another sentence does not count.
 */
export function cueAt(
  reading: Reading,
  place: { readonly start: number; readonly end: number },
  cues: ReadonlyMap<string, number>,
  walls: readonly { readonly start: number; readonly end: number }[] = [],
): number {
  return before(reading, place.start, cues, walls) + after(reading, place.end, cues, walls);
}

function before(reading: Reading, start: number, cues: ReadonlyMap<string, number>, walls: Walls): number {
  const { text, words } = reading;
  let index = lastWordBefore(words, start);
  let decay = 1;
  let score = 0;
  let right = start;
  const counted = new Set<string>();
  for (let steps = 0; index >= 0 && steps < reach * 2; steps++, index--) {
    const word = words[index] as Word;
    const gap = text.slice(word.end, right);
    if (stopsBefore.test(gap)) break;
    // "a player, Ada Lovelace": right behind the word that announces it, a comma only sets the name off.
    if (weakens.test(gap)) decay *= steps === 0 && cues.has(word.stem) ? 0.9 : 0.5;
    if (crosses(walls, word.end, right)) decay *= 0.3;
    const weight = cues.get(word.stem) ?? 0;
    if (weight > 0 && !counted.has(word.stem)) {
      score += weight * decay;
      counted.add(word.stem);
    } else decay *= fading(word, 0.91, 0.75);
    right = Math.min(right, word.start);
    if (decay < 0.08) break;
  }
  return score;
}

function after(reading: Reading, end: number, cues: ReadonlyMap<string, number>, walls: Walls): number {
  const { text, words } = reading;
  let index = lastWordBefore(words, end) + 1;
  while (index < words.length && (words[index] as Word).start < end) index++;
  let decay = 0.92;
  let score = 0;
  let left = end;
  const counted = new Set<string>();
  for (let steps = 0; index < words.length && steps < reach; steps++, index++) {
    const word = words[index] as Word;
    const gap = text.slice(left, word.start);
    if (stopsBefore.test(gap)) break;
    if (weakens.test(gap)) decay *= 0.3;
    if (crosses(walls, left, word.start)) decay *= 0.3;
    const weight = cues.get(word.stem) ?? 0;
    if (weight > 0 && !functionWords.has(word.text.toLowerCase()) && !counted.has(word.stem)) {
      score += weight * decay;
      counted.add(word.stem);
      decay *= 0.95;
    } else decay *= /^(?:and|or|but)$/iu.test(word.text) ? 0.3 : fading(word, 0.8, 0.6);
    left = Math.max(left, word.end);
    if (decay < 0.08) break;
  }
  return score;
}

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

type Walls = readonly { readonly start: number; readonly end: number }[];

/** Another value of the same sort stands between. */
function crosses(walls: Walls, from: number, to: number): boolean {
  let low = 0;
  let high = walls.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((walls[middle] as Walls[number]).end <= from) low = middle + 1;
    else high = middle;
  }
  const wall = walls[low];
  return wall !== undefined && wall.start < to && wall.start >= from - (wall.end - wall.start);
}

/** The index of the last word that ends at or before a place; -1 when there is none. */
export function lastWordBefore(words: readonly Word[], place: number): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle] as Word).end <= place) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
