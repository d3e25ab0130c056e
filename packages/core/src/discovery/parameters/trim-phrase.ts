import type { Surroundings } from './candidate.ts';
import type { Slot } from './slots.ts';
import type { Span } from './span.ts';
import { functionWords } from './stop-words.ts';
import { unitOf } from './units.ts';
import { isHan, stem, type Word, wordsBetween } from './words.ts';

/** A phrase without the words that only name the slot or the tool: "Indian" of "Indian cuisine". */
export function trimmed(span: Span, slot: Slot, around: Surroundings): Span | undefined {
  if (span.kind === 'entity') return withoutSort(span, slot);
  if (span.kind !== 'phrase') return span;
  if (isHan(span.text.match(/\p{L}/u)?.[0])) return trimmedChinese(span, slot);
  const { text } = around.reading;
  const inside = wordsBetween(around.reading.words, span.start, span.end);
  // "Premier League" is a name, also where a league is asked for.
  const isProper = (word: Word): boolean => /^\p{Lu}/u.test(word.text) && word !== inside[0];
  const isName = (word: Word): boolean =>
    functionWords.has(word.text.toLowerCase()) ||
    (!isProper(word) && (slot.nameStems.has(word.stem) || around.toolStems.has(word.stem)));
  let [from, to] = [0, inside.length];
  // "How do I grow tomatoes": behind a person stands what they do.
  if (to > 1 && doer.test(text.slice(Math.max(0, span.start - 12), span.start))) from++;
  // "renewable" of "renewable energy sources": what stands before the slot's own name is its value.
  const named = inside.findIndex(
    (word, index) =>
      index > from && slot.nameStems.has(word.stem) && !generic.has(word.stem) && !isProper(word),
  );
  if (named > 0 && !isName(inside[from] as Word)) to = named;
  while (to > from && isName(inside[to - 1] as Word)) to--;
  while (from < to && isName(inside[from] as Word)) from++;
  // "version number 5"
  if (to - from === 2 && /^(?:number|no|id|code|nr)$/iu.test((inside[from] as Word).text)) from++;
  // "3 chairs" are chairs; "3 months" are no thing.
  if (to - from > 1 && /^\d+$/u.test((inside[from] as Word).text)) from++;
  if (from > 0 && to - from === 1 && unitOf((inside[from] as Word).text) !== undefined) return undefined;
  while (to - from > 1 && slot.described.has((inside[to - 1] as Word).stem)) to--;
  if (from === to) return undefined;
  const [start, end] = [(inside[from] as Word).start, (inside[to - 1] as Word).end];
  // A part of a word is no word: "QKD" of "QKD-Protocol".
  if (start === span.start && end === span.end) return span;
  if (/^[-/+#&'’]/u.test(text.slice(end, end + 1)) || /[-/+#&'’]$/u.test(text.slice(start - 1, start)))
    return span;
  return { ...span, start, end, text: text.slice(start, end) };
}

const doer = /\b(?:i|you|we|they|how to|can|could|should|would|will|must|please)\s$/iu;

/** "Bang Khen District" is the district Bang Khen; the sort is named by the slot. */
function withoutSort(span: Span, slot: Slot): Span {
  const match = /\s(District|Province|County|Region|Subdistrict)$/u.exec(span.text);
  if (match === null || !slot.nameStems.has(stem(match[1] as string))) return span;
  return { ...span, end: span.end - match[0].length, text: span.text.slice(0, -match[0].length) };
}

/** Chinese has no blanks: what the description says in the same characters is cut off at both ends. */
function trimmedChinese(span: Span, { described, kind }: Slot): Span | undefined {
  const place = /(?:类别|类型|类|领域|方面)?(?<![公英])[下中里内上]$|(?<=.{2})(?:类别|类型|类)$/u.exec(
    span.text,
  );
  let text =
    place === null || span.text.length - place[0].length < 2 ? span.text : span.text.slice(0, place.index);
  // 3个苹果 are 苹果.
  const counted =
    /^\d+(?:\.\d+)?[个位名张本件次种款台条间瓶杯盒箱袋匹斤吨只头辆份套块]?(?=\p{Script=Han}{2})/u.exec(
      text,
    )?.[0] ?? '';
  text = text.slice(counted.length);
  let start = span.start + counted.length;
  while (text.length > 3 && described.has(text.slice(0, 2))) {
    text = text.slice(2);
    start += 2;
  }
  while (kind.name !== 'free' && text.length > 3 && described.has(text.slice(-2))) text = text.slice(0, -2);
  if (text.length === 2 && described.has(text)) return undefined;
  return { ...span, start, end: start + text.length, text };
}

const generic: ReadonlySet<string> = new Set(['name', 'title', 'text', 'type', 'list', 'number'].map(stem));
