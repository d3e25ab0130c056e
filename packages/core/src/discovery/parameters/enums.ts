import { nearestNames } from '../../tool/nearest-names.ts';
import type { Reading } from './span.ts';
import { functionWords } from './stop-words.ts';
import type { Choice } from './slots.ts';
import { translationsOf } from './translations.ts';
import { hasHan, nameWords, sameWord, stem, type Word, wordsOf } from './words.ts';

/** A choice that the text names, and where. */
export interface Mention {
  readonly start: number;
  readonly end: number;
  readonly value: unknown;
  /** 1 for the choice's own words, less for words that mean it. */
  readonly quality: number;
}

/** Every place where a text names one of the choices, by its words in any form, its gloss or its translation. */
export function findMentions(reading: Reading, choices: readonly Choice[], closed = false): Mention[] {
  const found: Mention[] = [];
  for (const choice of choices.slice(0, 300)) {
    choice.names.forEach((name, index) => {
      found.push(...placesOf(reading, name, choice.value, index === 0 ? 1 : 0.6));
    });
    for (const name of translationsOf(String(choice.value)))
      found.push(...placesOf(reading, name, choice.value, 0.9));
  }
  if (found.length > 0 || !closed) return withoutInner(found);
  const near = misspelled(reading, choices);
  return near.length > 0 ? near : reordered(reading.text, choices);
}

/** When no choice is named, a word that is a slip away from one. */
function misspelled({ words }: Reading, choices: readonly Choice[]): Mention[] {
  const names = choices
    .map(({ value }) => String(value).toLowerCase())
    .filter((name) => /^\p{L}{5,30}$/u.test(name));
  if (names.length === 0) return [];
  for (const { text, start, end } of words.slice(0, 300)) {
    const lower = text.toLowerCase();
    if (lower.length < 5 || functionWords.has(lower)) continue;
    const [nearest] = nearestNames(
      lower,
      names.filter((name) => name[0] === lower[0]),
    );
    const choice = choices.find(({ value }) => String(value).toLowerCase() === nearest);
    if (choice !== undefined && nearest !== undefined && nearest.length > 5)
      return [{ start, end, value: choice.value, quality: 0.75 }];
  }
  return [];
}

/** 放在门前 for the choice 门前放置: three quarters of its characters close together, two of them side by side. */
function reordered(text: string, choices: readonly Choice[]): Mention[] {
  const found: Mention[] = [];
  for (const { value } of choices.slice(0, 50)) {
    const name = String(value);
    if (name.length < 4 || name.length > 12 || !hasHan(name)) continue;
    for (let index = 0; index + 2 <= name.length; index++) {
      const at = text.indexOf(name.slice(index, index + 2));
      if (at < 0) continue;
      const around = text.slice(Math.max(0, at - name.length), at + name.length + 2);
      const shared = name.split('').filter((character) => around.includes(character)).length;
      if (shared / name.length < 0.75) continue;
      found.push({ start: at, end: at + 2, value, quality: 0.75 });
      break;
    }
  }
  return found;
}

function placesOf(reading: Reading, name: string, value: unknown, quality: number): Mention[] {
  if (name.trim() === '') return [];
  if (hasHan(name)) return literalPlaces(reading.text, name, value, quality);
  if (!/[\p{L}\p{N}]/u.test(name)) return [];
  const spelled = wordsOf(name).map(({ text }) => text.toLowerCase());
  if (spelled.length === 0 || spelled.length > 12) return [];
  if (/^\d+$/u.test(name)) return numberPlaces(reading, Number(name), value, quality * 0.3);
  const asWritten = wordPlaces(
    reading,
    spelled,
    value,
    quality,
    (word, part) => word.text.toLowerCase() === part,
  );
  if (asWritten.length > 0) return asWritten;
  const parts = /^[\w-]+$/u.test(name) ? nameWords(name) : spelled;
  const exact = wordPlaces(reading, parts, value, quality, (word, part) => sameWord(word.text, part));
  // Other endings of a word often mean it, too: "African" for Africa. Short stems would meet by chance.
  return exact.length > 0
    ? exact
    : wordPlaces(reading, parts, value, quality * 0.75, (word, part) => likelyForm(word, part));
}

function literalPlaces(text: string, name: string, value: unknown, quality: number): Mention[] {
  const found: Mention[] = [];
  for (let at = text.indexOf(name); at >= 0 && found.length < 20; at = text.indexOf(name, at + name.length)) {
    const alone =
      name.length > 1 ||
      /[级等度优风型温速质性]/u.test(text[at + 1] ?? '') ||
      /[级度]/u.test(text[at - 1] ?? '') ||
      /[是为“"':：]/u.test(text[at - 1] ?? '');
    if (alone)
      found.push({
        start: at,
        end: at + name.length,
        value,
        quality: quality * (name.length === 1 ? 0.8 : 1),
      });
  }
  return found;
}

function likelyForm(word: Word, part: string): boolean {
  const common = stem(part);
  return (
    word.stem === common &&
    (common.length > 3 || /^(?:s|ing|ning|ed|er)?$/u.test(word.text.toLowerCase().replace(part, '')))
  );
}

/** "three star" names the choice 3; a number alone is weak, its surroundings must speak for it. */
function numberPlaces({ spans }: Reading, wanted: number, value: unknown, quality: number): Mention[] {
  return spans
    .filter(({ number }) => number?.value === wanted && number.weak === undefined)
    .map(({ start, end }) => ({ start, end, value, quality }));
}

function wordPlaces(
  { words, text, places }: Reading,
  parts: readonly string[],
  value: unknown,
  quality: number,
  same: (word: Word, part: string) => boolean,
): Mention[] {
  const found: Mention[] = [];
  for (const index of places.get(stem(parts[0] as string)) ?? []) {
    if (index + parts.length > words.length || found.length >= 20) break;
    if (!parts.every((part, offset) => same(words[index + offset] as Word, part))) continue;
    const [first, last] = [words[index] as Word, words[index + parts.length - 1] as Word];
    const short =
      /^\p{L}+$/u.test(parts[0] as string) &&
      parts.length === 1 &&
      (parts[0] as string).length <= 2 &&
      text.slice(first.start, first.end) !== String(value);
    if (!short) found.push({ start: first.start, end: last.end, value, quality });
  }
  return found;
}

/** Of mentions that overlap, the longest; of equal ones the better. */
function withoutInner(mentions: readonly Mention[]): Mention[] {
  const ordered = mentions.toSorted(
    (one, other) => other.end - other.start - (one.end - one.start) || other.quality - one.quality,
  );
  const kept: Mention[] = [];
  for (const mention of ordered) {
    if (!kept.some((other) => mention.start < other.end && other.start < mention.end)) kept.push(mention);
  }
  return kept.toSorted((one, other) => one.start - other.start);
}
