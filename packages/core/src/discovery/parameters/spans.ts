import type { Now } from './calendar.ts';
import { findDates } from './dates.ts';
import { findChineseNames, findEntities } from './entities.ts';
import { findLists } from './lists.ts';
import { findJson, findQuoted, findShapes } from './literals.ts';
import { findNumbers } from './numbers.ts';
import { findPhrases } from './phrases.ts';
import { findPlaces, isCountry, stateCode } from './places.ts';
import type { Reading, Span } from './span.ts';
import { hasHan, wordsOf } from './words.ts';

export function readText(text: string, now?: Now): Reading {
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
  const dates = findDates(outside, now).map(
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
  const ends = new Set(phrases.map(({ end }) => end));
  const chinese = hasHan(outside) ? findChineseNames(outside, (index) => ends.has(index)) : [];
  for (const { start, end } of chinese) {
    entities.push({ start, end, kind: 'entity', text: text.slice(start, end) });
  }
  const places = placeSpans(text, outside, entities);
  const atoms = [...taken, ...places, ...dates, ...numbers, ...entities, ...phrases];
  const spans = [...atoms, ...findLists(text, atoms)].toSorted(
    (one, other) => one.start - other.start || other.end - one.end,
  );
  return { text, words: wordsOf(text), spans: spans.slice(0, maxSpans) };
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
