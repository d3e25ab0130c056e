import { type Candidate, cueFor, type Surroundings } from './candidate.ts';
import { wantsMany } from './choice-candidates.ts';
import { commandIn } from './commands.ts';
import { findMentions } from './enums.ts';
import { topicIn } from './free-text.ts';
import { likeness } from './likeness.ts';
import type { KindName } from './slot-kinds.ts';
import type { Slot } from './slots.ts';
import type { Span, SpanKind } from './span.ts';
import { languages } from './translations.ts';
import { convert, unitOf } from './units.ts';
import { trimmed } from './trim-phrase.ts';
import { stringValue } from './values.ts';

/** How natural a sort of span is for a sort of slot. What is not listed does not go there. */
const affinities: Readonly<Record<KindName, Partial<Record<SpanKind, number>>>> = {
  email: { email: 4, quoted: 1 },
  url: { url: 4, quoted: 1.5, path: 0.5, code: 1 },
  path: { path: 3.5, url: 1.5, quoted: 1.8, code: 1 },
  date: { date: 3, quoted: 0.6 },
  time: { date: 3, quoted: 0.6 },
  moment: { date: 3, quoted: 0.6 },
  year: { number: 2.2, date: 1.5, quoted: 0.5 },
  phone: { phone: 3.5, number: 2, quoted: 1.5, code: 0.5 },
  id: { code: 2.2, quoted: 1.8, number: 1.4, entity: 0.5, email: 0.2, phone: 1.5 },
  place: { place: 3, entity: 2, quoted: 1.2, phrase: 0.1, code: 0.2 },
  person: { entity: 2, quoted: 1.6, email: 1, phrase: 0.1, code: 0.2 },
  language: { entity: 1.2, quoted: 0.8, phrase: -0.5 },
  currency: { entity: 0.8, quoted: 0.8, code: 0.5 },
  unit: { quoted: 0.8 },
  free: { quoted: 2.4, phrase: -0.2, entity: 0, code: 0 },
  name: { quoted: 2.2, entity: 1.8, phrase: 0.6, code: 0.6 },
  period: { period: 3, date: 1, quoted: 1.5, phrase: 0, entity: 0 },
  formula: { formula: 3.5, quoted: 2, code: 0.3 },
  other: {
    quoted: 1.6,
    entity: 0.9,
    phrase: 0.6,
    code: 0.5,
    formula: 0.5,
    period: 0.4,
    path: 0.4,
    url: 0.2,
    date: 0.2,
    email: 0.1,
    number: -0.8,
  },
};

export function stringCandidates(slot: Slot, around: Surroundings): Candidate[] {
  const { text } = around.reading;
  const said = topicIn(slot, text) ?? commandIn(slot, text);
  const found: Candidate[] = [
    ...(said === undefined ? [] : [{ slot, ...said, how: 'text' as const, score: 3 }]),
    ...exampleCandidates(slot, around),
    ...measureCandidates(slot, around),
    ...unitCandidates(slot, around),
    ...languageCandidates(slot, around),
  ];
  for (const span of around.reading.spans) {
    if (span.kind === 'list' && wantsMany(slot)) found.push(...listAsText(slot, span, around));
    const affinity = affinityOf(slot, span);
    const place = affinity === undefined ? undefined : trimmed(span, slot, around);
    const read = place === undefined ? undefined : stringValue(slot, place);
    if (affinity === undefined || place === undefined || read === undefined) continue;
    const cue = cueFor(slot, around, place);
    const counted = place.start > span.start && /^\d/u.test(span.text) ? 0.05 : 0;
    const score =
      counted +
      affinity +
      cue +
      read.fit +
      likeness(slot, place, span, around) -
      (slot.required || cue > 0.5 ? 0 : 1);
    const loose = place.kind === 'phrase' || place.kind === 'entity' ? { loose: true as const } : {};
    found.push({ slot, start: place.start, end: place.end, value: read.value, how: 'text', score, ...loose });
  }
  return found;
}

/** In quotation marks anything may be meant literally. */
export function affinityOf({ kind, name, description }: Slot, span: Span): number | undefined {
  const table = affinities[kind.name];
  const natural = table[span.kind];
  const own =
    span.kind === 'path' && span.text.includes('*')
      ? wildcardAffinity(`${name} ${description}`, natural)
      : natural;
  return span.quoted === true ? Math.max(own ?? -9, table.quoted ?? -9) : own;
}

/** `src/*.ts` is a pattern of names rather than a path, and no regular expression. */
function wildcardAffinity(words: string, natural: number | undefined): number | undefined {
  if (/pattern|glob|wildcard|通配/iu.test(words) && !/\breg(?:ular|ex)|正则/iu.test(words)) return 3.5;
  return natural === undefined ? undefined : natural - 2;
}

/** Names of languages are known to everybody, and are given as they were said. */
function languageCandidates(slot: Slot, around: Surroundings): Candidate[] {
  if (slot.kind.name !== 'language' || slot.choices.length > 0) return [];
  const names = languages
    .flatMap(({ names: all }) => all.slice(1))
    .map((value) => ({ value, names: [value] }));
  return findMentions(around.reading, names).map(({ start, end }) => {
    const value = around.reading.text.slice(start, end);
    return {
      slot,
      start,
      end,
      value,
      how: 'text' as const,
      score: 2.2 + cueFor(slot, around, { start, end }),
    };
  });
}

/** "4 inches" holds the unit, too, behind the number. */
function unitCandidates(slot: Slot, around: Surroundings): Candidate[] {
  if (slot.kind.name !== 'unit') return [];
  return around.reading.spans.flatMap((span) => {
    const name = span.number?.unit;
    if (name === undefined || unitOf(name) === undefined) return [];
    const start = around.reading.text.toLowerCase().indexOf(name, span.end);
    return [
      {
        slot,
        start,
        end: start + name.length,
        value: name,
        how: 'text' as const,
        score: 3 + cueFor(slot, around, span),
      },
    ];
  });
}

/** A description's own examples are values of the right sort: where the text holds one, it is likely meant. */
function exampleCandidates(slot: Slot, around: Surroundings): Candidate[] {
  const choices = slot.examples
    .filter((example) => /\p{L}/u.test(example))
    .map((value) => ({ value, names: [value] }));
  if (choices.length === 0) return [];
  return findMentions(around.reading, choices).flatMap(({ start, end, value: example, quality }) => {
    const dated = slot.kind.name === 'date' || slot.kind.name === 'time' || slot.kind.name === 'moment';
    const read = dated
      ? { value: example }
      : stringValue(slot, { start, end, kind: 'phrase', text: String(example) });
    if (read === undefined) return [];
    const score = 2.3 * quality + cueFor(slot, around, { start, end }) * 0.8;
    return [{ slot, start, end, value: read.value, how: 'enum' as const, score }];
  });
}

/** "5km", "30 minutes": a number written with its unit, where the examples are. */
function measureCandidates(slot: Slot, around: Surroundings): Candidate[] {
  const shown = slot.examples
    .map((example) => /^\d+(?:\.\d+)?(\s?)(\p{L}+)$/u.exec(example))
    .find((match) => match !== null);
  const unit = shown === undefined ? undefined : unitOf(shown[2] as string);
  if (shown === undefined || unit === undefined) return [];
  return around.reading.spans.flatMap((span) => {
    const said = span.number?.unit === undefined ? undefined : unitOf(span.number.unit);
    const value =
      said === undefined || span.number === undefined ? undefined : convert(span.number.value, said, unit);
    if (value === undefined) return [];
    return [
      {
        slot,
        start: span.start,
        end: span.end,
        value: `${value}${shown[1]}${shown[2]}`,
        how: 'text' as const,
        score: 2.2 + cueFor(slot, around, span),
      },
    ];
  });
}

function listAsText(slot: Slot, span: Span, around: Surroundings): Candidate[] {
  const members = (span.items ?? []).map((item) => trimmed(item, slot, around));
  const kept = members.filter((member) => member !== undefined);
  const [first] = kept;
  const last = kept.at(-1);
  if (kept.length < 2 || first === undefined || last === undefined) return [];
  const place = { start: first.start, end: last.end };
  const affinity = affinityOf(slot, first) ?? -1;
  const value = kept.map(({ text }) => text).join(', ');
  return [{ slot, ...place, value, how: 'text', score: affinity + cueFor(slot, around, place) + 0.8 }];
}
