import type { Now } from './calendar.ts';
import { findDates } from './dates.ts';
import { findEntities, findSaidNames } from './entities.ts';
import { findLists } from './lists.ts';
import { findJson, findQuoted, findShapes } from './literals.ts';
import { findNumbers } from './numbers.ts';
import { findPhrases } from './phrases.ts';
import { findPlaces, isCountry, stateCode } from './places.ts';
import type { Reading, Span } from './span.ts';
import { hasHan, type Word, wordsOf } from './words.ts';

/** What a text alone does not say: when it was said, and whether its writer puts the day before the month. */
export interface ReadSettings {
  readonly now?: Now | undefined;
  readonly dayFirst?: boolean;
}

export function readText(text: string, settings: ReadSettings = {}): Reading {
  const quoted: Span[] = [];
  for (const literal of [...findJson(text), ...findQuoted(text)]) {
    if (quoted.some((other) => literal.start < other.end && other.start < literal.end)) continue;
    const shape = literal.kind === 'quoted' ? wholeShape(literal.value) : undefined;
    const quote = literal.kind === 'quoted' ? { quoted: true as const } : { json: literal.json };
    quoted.push({
      start: literal.start,
      end: literal.end,
      kind: shape ?? literal.kind,
      text: literal.value,
      ...quote,
    });
  }
  const outside = masked(text, quoted);
  const dates = findDates(outside, settings).map(
    (date): Span => ({
      start: date.start,
      end: date.end,
      kind: 'date',
      text: text.slice(date.start, date.end),
      date,
    }),
  );
  const shapes = findShapes(outside)
    .filter((shape) => !dates.some((date) => date.start <= shape.start && shape.end <= date.end))
    .map((shape): Span => ({ start: shape.start, end: shape.end, kind: shape.kind, text: shape.value }));
  const taken = [...quoted, ...shapes];
  const numbers = findNumbers(
    masked(
      outside,
      shapes.filter(({ kind }) => kind !== 'formula'),
    ),
  ).map(
    (number): Span => ({
      start: number.start,
      end: number.end,
      kind: 'number',
      text: text.slice(number.start, number.end),
      number,
    }),
  );
  const entities = findEntities(
    masked(
      outside,
      shapes.filter(({ kind }) => kind === 'url' || kind === 'email' || kind === 'path'),
    ),
  )
    .filter(({ start, end }) => !dates.some((date) => date.start <= start && end <= date.end))
    .map(({ start, end }): Span => ({ start, end, kind: 'entity', text: text.slice(start, end) }));
  const decimals = numbers.filter((span) => /\d[.,]\d/u.test(span.text));
  const phrases = findPhrases(masked(outside, [...taken, ...decimals]))
    .filter(
      ({ start, end }) =>
        !dates.some((date) => date.start <= start && end <= date.end) &&
        /\p{L}/u.test(text.slice(start, end)),
    )
    .map(({ start, end }): Span => ({ start, end, kind: 'phrase', text: text.slice(start, end) }));
  const names = [...entities, ...chineseNames(text, outside, phrases)];
  const places = [
    ...chinesePlaces(phrases),
    ...placeSpans(text, outside, names),
    ...shaped(text, outside, addresses, 'place'),
  ];
  const periods = shaped(text, outside, periodWords, 'period');
  const atoms = withinMarked([...taken, ...places, ...dates, ...numbers, ...periods, ...names, ...phrases]);
  const spans = [...atoms, ...findLists(text, atoms)].toSorted(
    (one, other) => one.start - other.start || other.end - one.end,
  );
  const words = wordsOf(text);
  return { text, words, places: placesOf(words), spans: spans.slice(0, maxSpans) };
}

function placesOf(words: readonly Word[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  words.forEach(({ stem }, index) => {
    const known = places.get(stem);
    if (known === undefined) places.set(stem, [index]);
    else known.push(index);
  });
  return places;
}

const maxSpans = 3000;

/** A quoted address, path or date is that, too. */
function wholeShape(text: string): 'email' | 'url' | 'path' | undefined {
  const [shape] = text.length < 300 ? findShapes(text) : [];
  if (shape === undefined || shape.start > 0 || shape.end < text.length) return undefined;
  return shape.kind === 'email' || shape.kind === 'url' || shape.kind === 'path' ? shape.kind : undefined;
}

/** The text with pieces replaced by signs that nothing matches, every character in its place. */
function masked(text: string, pieces: readonly { readonly start: number; readonly end: number }[]): string {
  if (pieces.length === 0) return text;
  let result = '';
  let at = 0;
  for (const { start, end } of pieces.toSorted((one, other) => one.start - other.start)) {
    if (start < at) continue;
    result += text.slice(at, start) + '\uFFFC'.repeat(end - start);
    at = end;
  }
  return result + text.slice(at);
}

/** "123 Main Street, Anytown": a number, a name and a sort of street. */
const addresses =
  /(?<![\w.])\d{1,6}[A-Z]? (?:[\p{L}.]{1,20} ){1,4}(?:[Ss]treet|[Ss]t|[Aa]venue|[Aa]ve|[Rr]oad|[Rr]d|[Bb]oulevard|[Bb]lvd|[Ll]ane|[Ll]n|[Dd]rive|[Ww]ay|[Cc]ourt|[Ss]quare|Real|[Hh]ighway)\b\.?(?:, ?\p{Lu}\p{L}{1,20}(?: \p{Lu}\p{L}{1,20}){0,2}(?:, ?[A-Z]{2}\b)?)?/gu;

/** "the past 60 days", "过去五年": a length of time counted from now. */
const periodWords =
  /\b(?:(?:last|past|previous|next|coming) (?:\d{1,4}|two|three|four|five|six|seven|eight|nine|ten|twelve|few|couple of) (?:seconds|minutes|hours|days|weeks|months|quarters|years|decades)|(?:last|past|this|next|previous|current) (?:day|week|weekend|month|quarter|year|decade|century|season))\b|(?:过去|最近|未来|近)(?:的)?(?:\d{1,4}|[一二三四五六七八九十两半几]{1,3})(?:个)?(?:年|月|周|星期|天|小时|季度)|(?:上|本|下|这)(?:个)?(?:月|周|星期|季度|年度)(?![一二三四五六日天])/giu;

function shaped(text: string, outside: string, pattern: RegExp, kind: 'place' | 'period'): Span[] {
  return [...outside.matchAll(pattern)].map(({ 0: found, index }): Span => {
    const end = index + found.trimEnd().length;
    return { start: index, end, kind, text: text.slice(index, end) };
  });
}

/** 广州白云机场: a known place that goes on to a sort of place. */
function chinesePlaces(phrases: readonly Span[]): Span[] {
  return phrases
    .filter(
      ({ text }) =>
        hasHan(text) && text.length <= 16 && placeEnding.test(text) && findPlaces(text)[0]?.start === 0,
    )
    .map((phrase): Span => ({ ...phrase, kind: 'place' }));
}

const placeEnding =
  /(?:机场|站|广场|大厦|公园|[区县路街镇村]|大学|医院|酒店|中心|港|码头|博物馆|商场|[岛山湖])$/u;

/** Phrases that begin with a name in letters, "Canon相机", and names that are announced as such. */
function chineseNames(text: string, outside: string, phrases: readonly Span[]): Span[] {
  if (!hasHan(outside)) return [];
  const found = findSaidNames(outside).map(
    ({ start, end }): Span => ({ start, end, kind: 'entity', text: text.slice(start, end) }),
  );
  phrases.forEach((phrase, index) => {
    if (/^[A-Z][A-Za-z0-9-]{1,30}\p{Script=Han}{2,6}$/u.test(phrase.text))
      found.push({ ...phrase, kind: 'entity' });
    const next = phrases[index + 1];
    const joined = next === undefined ? '' : text.slice(phrase.start, next.end);
    if (next !== undefined && /^[A-Z][A-Za-z0-9-]{1,30} \p{Script=Han}{2,6}$/u.test(joined)) {
      found.push({ start: phrase.start, end: next.end, kind: 'entity', text: joined });
    }
  });
  return found;
}

/** Marks names that are a part of another name or of a phrase. Linear after sorting. */
function withinMarked(spans: readonly Span[]): Span[] {
  const ordered = spans.toSorted((one, other) => one.start - other.start || other.end - one.end);
  const furthest = { name: -1, phrase: -1 };
  return ordered.map((span) => {
    if (span.kind === 'phrase') furthest.phrase = Math.max(furthest.phrase, span.end);
    if (span.kind !== 'entity') return span;
    const within = span.end <= furthest.name ? 'name' : span.end < furthest.phrase ? 'phrase' : undefined;
    furthest.name = Math.max(furthest.name, span.end);
    return within === undefined ? span : { ...span, within };
  });
}

/** Known places that no name covers, and names with what they lie in behind them: "Naples, Florida". */
function placeSpans(text: string, outside: string, entities: readonly Span[]): Span[] {
  const known = findPlaces(outside)
    .filter(({ start, end }) => !entities.some((entity) => entity.start <= start && end <= entity.end))
    .map(({ start, end }): Span => ({ start, end, kind: 'entity', text: text.slice(start, end) }));
  const joined: Span[] = [];
  for (const { start, end, text: city } of [...entities, ...known]) {
    if (isCountry(city)) continue;
    const region = /^,\s?(\p{Lu}(?:\p{L}|\.(?=\p{L})){1,20}(?:\s\p{Lu}\p{L}{1,20})?)/u.exec(
      text.slice(end, end + 60),
    );
    const name = region?.[1] ?? '';
    const first = name.split(' ')[0] ?? '';
    const whole =
      stateCode(name) !== undefined || isCountry(name)
        ? name
        : stateCode(first) !== undefined || isCountry(first)
          ? first
          : undefined;
    if (region === null || whole === undefined) continue;
    const last = end + region[0].indexOf(name) + whole.length;
    joined.push({ start, end: last, kind: 'place', text: text.slice(start, last) });
  }
  return [...known, ...joined];
}
