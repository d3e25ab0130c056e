import { type Candidate, cueFor, type Surroundings } from './candidate.ts';
import { findMentions } from './enums.ts';
import type { Choice, Slot } from './slots.ts';
import { functionWords } from './stop-words.ts';
import { currencies, languages } from './translations.ts';

/** Places where the text names one of a slot's choices. */
export function choiceCandidates(slot: Slot, choices: readonly Choice[], around: Surroundings): Candidate[] {
  const mentions = [
    ...findMentions(around.reading, choices, slot.choices.length > 0),
    ...rangeMentions(around, choices),
  ];
  return mentions.map(({ start, end, value, quality }) => ({
    slot,
    start,
    end,
    value,
    how: 'enum',
    score:
      (isDenied(around.reading.text, start) ? 0 : 3) * quality +
      cueFor(slot, around, { start, end }) * (quality < 0.5 ? 1 : 0.6),
  }));
}

/** "not too pricey" does not ask for what is pricey. */
function isDenied(text: string, start: number): boolean {
  return /(?:\b(?:not|isn't|aren't|no|without|except|besides|non)(?:\s(?:too|very|so|that|an?|any))?[\s-]|不要|不是|不太|不用|除了)$/iu.test(
    text.slice(Math.max(0, start - 16), start),
  );
}

/** Several choices named side by side, for a text that holds a list: "Nike and Adidas" as "Nike, Adidas". */
export function joinedChoices(slot: Slot, candidates: readonly Candidate[], text: string): Candidate[] {
  const [first] = candidates;
  const ordered = candidates.toSorted((one, other) => one.start - other.start);
  if (first === undefined || slot.closed || !wantsMany(slot)) return [];
  const run = ordered.filter((one, index) => {
    const previous = ordered[index - 1];
    return (
      previous === undefined || /^[\s,，、和与及and&’s]{1,10}$/u.test(text.slice(previous.end, one.start))
    );
  });
  const last = run.at(-1);
  if (run.length < 2 || last === undefined) return [];
  const value = run.map((one) => String(one.value)).join(', ');
  return [
    {
      ...first,
      start: run[0]?.start ?? 0,
      end: last.end,
      value,
      score: Math.max(...run.map(({ score }) => score)) + 0.5,
    },
  ];
}

/** A string slot that wants several values in one text. */
export function wantsMany({ name, description, type }: Slot): boolean {
  return (
    type === 'string' &&
    (/[a-rt-z]s$/u.test(name) || /^(?:a |the )?list of|comma[- ]separated|列表/iu.test(description))
  );
}

/** "between 1000 and 5000" names the choice `1000-5000元`: the same numbers in the same order. */
function rangeMentions(
  { reading }: Surroundings,
  choices: readonly Choice[],
): { start: number; end: number; value: unknown; quality: number }[] {
  const numbers = reading.spans.filter(({ kind }) => kind === 'number');
  return choices.flatMap(({ value }) => {
    const wanted =
      String(value)
        .match(/\d+(?:\.\d+)?/gu)
        ?.map(Number) ?? [];
    if (wanted.length !== 2) return [];
    const at = numbers.findIndex(
      (span, index) => span.number?.value === wanted[0] && numbers[index + 1]?.number?.value === wanted[1],
    );
    const [first, second] = [numbers[at], numbers[at + 1]];
    return first === undefined || second === undefined
      ? []
      : [{ start: first.start, end: second.end, value, quality: 1 }];
  });
}

/** Currencies and languages have names that everybody knows; the schema need not list them. */
export function commonChoices({ kind, description, examples }: Slot): readonly Choice[] {
  const shown = examples.filter((example) => /^\p{L}+$/u.test(example));
  if (kind.name === 'currency') {
    const spelled = shown.length > 0 && !shown.some((example) => /^[A-Z]{3}$/u.test(example));
    return spelled ? [] : currencies;
  }
  if (kind.name !== 'language') return [];
  const asCode =
    /\bISO\b|\bcode\b|代码/u.test(description) || shown.some((example) => /^[a-z]{2}$/u.test(example));
  return asCode ? sayableLanguages : [];
}

/** "it" and "is" are codes of languages, and nobody means them by it. */
const sayableLanguages: readonly Choice[] = languages.map(({ value, names }) => ({
  value,
  names: names.filter((name) => !functionWords.has(name)),
}));
