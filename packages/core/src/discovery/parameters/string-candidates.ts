import { type Candidate, cueFor, type Surroundings } from './candidate.ts';
import { wantsMany } from './choice-candidates.ts';
import { findMentions } from './enums.ts';
import { likeness } from './likeness.ts';
import type { KindName } from './slot-kinds.ts';
import type { Slot } from './slots.ts';
import type { Span, SpanKind } from './span.ts';
import { functionWords } from './stop-words.ts';
import { languages } from './translations.ts';
import { convert, unitOf } from './units.ts';
import { stringValue } from './values.ts';
import { isHan, stem, type Word, wordsBetween } from './words.ts';

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
  const found = [
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
      likeness(slot, place, around) -
      (slot.required || cue > 0.5 ? 0 : 1);
    const loose = place.kind === 'phrase' || place.kind === 'entity' ? { loose: true as const } : {};
    found.push({ slot, start: place.start, end: place.end, value: read.value, how: 'text', score, ...loose });
  }
  return found;
}

/** In quotation marks anything may be meant literally. */
export function affinityOf({ kind }: Slot, span: Span): number | undefined {
  const table = affinities[kind.name];
  const own = table[span.kind];
  return span.quoted === true ? Math.max(own ?? -9, table.quoted ?? -9) : own;
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
    const read = stringValue(slot, { start, end, kind: 'phrase', text: String(example) });
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

/** A phrase without the words that only name the slot or the tool: "Indian" of "Indian cuisine". */
export function trimmed(span: Span, slot: Slot, around: Surroundings): Span | undefined {
  if (span.kind === 'entity') return withoutSort(span, slot);
  if (span.kind !== 'phrase') return span;
  if (isHan(span.text.match(/\p{L}/u)?.[0])) return trimmedChinese(span, slot);
  const { text } = around.reading;
  const inside = wordsBetween(around.reading.words, span.start, span.end);
  const isName = (word: Word): boolean =>
    slot.nameStems.has(word.stem) ||
    around.toolStems.has(word.stem) ||
    functionWords.has(word.text.toLowerCase());
  let [from, to] = [0, inside.length];
  // "renewable" of "renewable energy sources": what stands before the slot's own name is its value.
  const named = inside.findIndex(
    (word, index) => index > 0 && slot.nameStems.has(word.stem) && !generic.has(word.stem),
  );
  if (named > 0 && !isName(inside[0] as Word)) to = named;
  while (to > from && isName(inside[to - 1] as Word)) to--;
  while (from < to && isName(inside[from] as Word)) from++;
  // "version number 5"
  if (to - from === 2 && /^(?:number|no|id|code|nr)$/iu.test((inside[from] as Word).text)) from++;
  // "3 chairs" are chairs; "3 months" are no thing.
  if (to - from > 1 && /^\d+$/u.test((inside[from] as Word).text)) from++;
  if (from > 0 && to - from === 1 && unitOf((inside[from] as Word).text) !== undefined) return undefined;
  while (to - from > 1 && (slot.cues.get((inside[to - 1] as Word).stem) ?? 0) >= 0.4) to--;
  if (from === to) return undefined;
  const [start, end] = [(inside[from] as Word).start, (inside[to - 1] as Word).end];
  // A part of a word is no word: "QKD" of "QKD-Protocol".
  if (start === span.start && end === span.end) return span;
  if (/^[-/+#&'’]/u.test(text.slice(end, end + 1)) || /[-/+#&'’]$/u.test(text.slice(start - 1, start)))
    return span;
  return { ...span, start, end, text: text.slice(start, end) };
}

/** "Bang Khen District" is the district Bang Khen; the sort is named by the slot. */
function withoutSort(span: Span, slot: Slot): Span {
  const match = /\s(District|Province|County|Region|Subdistrict)$/u.exec(span.text);
  if (match === null || !slot.nameStems.has(stem(match[1] as string))) return span;
  return { ...span, end: span.end - match[0].length, text: span.text.slice(0, -match[0].length) };
}

/** Chinese has no blanks: what the description says in the same characters is cut off at both ends. */
function trimmedChinese(span: Span, { cues, kind }: Slot): Span | undefined {
  const place = /(?:类别|类型|类|领域|方面)?[下中里内上]$|(?<=.{2})(?:类别|类型|类)$/u.exec(span.text);
  let text =
    place === null || span.text.length - place[0].length < 2 ? span.text : span.text.slice(0, place.index);
  // 3个苹果 are 苹果.
  const counted =
    /^\d+(?:\.\d+)?[个位名张本件次种款台条间瓶杯盒箱袋匹斤吨只头辆份套块]?(?=\p{Script=Han}{2})/u.exec(
      text,
    )?.[0] ?? '';
  text = text.slice(counted.length);
  let start = span.start + counted.length;
  while (text.length > 3 && (cues.get(text.slice(0, 2)) ?? 0) > 0) {
    text = text.slice(2);
    start += 2;
  }
  while (kind.name !== 'free' && text.length > 3 && (cues.get(text.slice(-2)) ?? 0) > 0)
    text = text.slice(0, -2);
  if (text.length === 2 && (cues.get(text) ?? 0) > 0) return undefined;
  return { ...span, start, end: start + text.length, text };
}

const generic: ReadonlySet<string> = new Set(['name', 'title', 'text', 'type', 'list', 'number'].map(stem));
