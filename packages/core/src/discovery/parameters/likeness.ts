import type { Surroundings } from './candidate.ts';
import { isCountry, isKnownPlace } from './places.ts';
import type { Slot } from './slots.ts';
import type { Span } from './span.ts';
import { functionWords, openers } from './stop-words.ts';
import { hasHan, type Word, wordsBetween } from './words.ts';

/** How much a span looks like what a slot wants, beyond its kind. `whole` is the span before it was trimmed. */
export function likeness(slot: Slot, span: Span, whole: Span, around: Surroundings): number {
  const words = wordsBetween(around.reading.words, span.start, span.end);
  let score = sortOf(slot, span, words);
  score -= ofTheQuestion(slot, span, words, around);
  if (span.kind === 'phrase') score += phraseLikeness(span.text, words);
  score += byOf(whole, around.reading.text) + compoundName(span, words, around);
  // "Invoice: …" is a heading.
  if (/^\s?[:：]/u.test(around.reading.text.slice(span.end, span.end + 2))) score -= 1.5;
  // Of two names in one place the longer is the whole one.
  if (span.within !== undefined) score -= span.within === 'name' ? 0.6 : 0.1;
  return score;
}

function sortOf(slot: Slot, { kind, text }: Span, words: readonly Word[]): number {
  const sort = slot.kind.name;
  if (sort === 'place')
    return isKnownPlace(text) ? placeFit(slot, text) : hasHan(text) && kind === 'phrase' ? 0.5 : 0;
  if (sort !== 'person') return 0;
  if (isKnownPlace(text) || (hasHan(text) && /[市省区县国]$/u.test(text))) return -1;
  if (kind !== 'entity') return 0;
  return words.length > 1 || hasHan(text) ? 0.5 : -0.2;
}

/** A country where a country is asked for, a city where a city is. */
function placeFit({ name, description }: Slot, place: string): number {
  const about = `${name} ${description}`;
  const wantsCountry = /country|nation|国家/iu.test(about);
  const wantsCity = /city|town|城市/iu.test(about);
  if (wantsCountry === wantsCity) return 1;
  return isCountry(place) === wantsCountry ? 1.5 : 0;
}

/** "the ID", "air quality index": words of the question, not of the answer. */
function ofTheQuestion(
  slot: Slot,
  { kind, text }: Span,
  words: readonly Word[],
  { vocabulary }: Surroundings,
): number {
  const shouted = kind === 'entity' && /^[\p{Lu}\d]+$/u.test(text);
  if (kind !== 'phrase' && !shouted) return 0;
  const isSmall = (word: Word): boolean =>
    functionWords.has(word.text.toLowerCase()) || asked.has(word.text.toLowerCase());
  if (words.every((word) => vocabulary.has(word.stem) || isSmall(word))) return 1.2;
  if (words.every((word) => vocabulary.has(word.stem) || slot.cues.has(word.stem) || isSmall(word)))
    return shouted ? 1.2 : 0.5;
  return 0;
}

/** "the boiling point of water", "the fine for speeding": what is asked stands before, what it is asked of behind. */
function byOf({ kind, start, end }: Span, text: string): number {
  if (kind !== 'phrase') return 0;
  if (/^ of\b/u.test(text.slice(end, end + 4))) return -0.4;
  if (/^ (?:for|about)\b/u.test(text.slice(end, end + 7))) return -0.2;
  // "200 grams of brown rice": what is measured.
  if (/\d\s?\p{L}{1,12} of $/u.test(text.slice(Math.max(0, start - 20), start))) return 0.5;
  return text[start - 1] === '的' && /^[，。？！吗呢]|^$/u.test(text.slice(end, end + 1)) ? -0.25 : 0;
}

/** "Arctic tern": a name goes on in small letters, unless these belong to the question. */
function compoundName({ kind, text }: Span, words: readonly Word[], { vocabulary }: Surroundings): number {
  const last = words.at(-1);
  if (kind !== 'phrase' || words.length < 2 || last === undefined || hasHan(text)) return 0;
  return /^\p{Lu}\p{Ll}/u.test(text) && /^\p{Ll}/u.test(last.text) && !vocabulary.has(last.stem) ? 0.4 : 0;
}

const judging: ReadonlySet<string> = new Set(
  'new favorite typical usual preferred personalized best better average latest nearest closest current good great nice cheapest fastest highest lowest largest tallest recent total exact specific important interesting available possible different certain'.split(
    ' ',
  ),
);

const asked: ReadonlySet<string> = new Set(
  'info information details detail data list results result'.split(' '),
);

/** Numbers with what they count, verbs and bits of abbreviations are seldom values of their own. */
function phraseLikeness(text: string, words: readonly Word[]): number {
  const [first] = words;
  if (/^\d/u.test(text)) return -1;
  if (first === undefined || words.length > 1) return 0;
  const lower = first.text.toLowerCase();
  return openers.has(lower) || judging.has(lower) || /^[a-z]{3,}ed$/u.test(text) ? -0.7 : 0;
}
