import type { Candidate, Surroundings, ToolWords } from './candidate.ts';
import type { Slot } from './slots.ts';
import { functionWords } from './stop-words.ts';
import { wordsOf } from './words.ts';

/** What each choice does, as descriptions of tools list it: `- now: the current time`, `add, subtract: a duration`. */
export function explanationsIn(tool: ToolWords | undefined): ReadonlyMap<string, ReadonlySet<string>> {
  const explained = new Map<string, ReadonlySet<string>>();
  const lines = (tool?.description ?? '').slice(0, longest).split(/\n|;\s/u);
  for (const line of lines) {
    const [, names = '', text = ''] = entry.exec(line) ?? [];
    // Names of parameters stand in backquotes and say nothing about what is done.
    const stems = wordsOf(text.replaceAll(/`[^`]*`/gu, ' '))
      .filter((word) => !functionWords.has(word.text.toLowerCase()))
      .map((word) => word.stem);
    for (const name of names.split(',')) if (name !== '') explained.set(name.trim(), new Set(stems));
  }
  return explained;
}

const longest = 4000;
const entry = /^\s*(?:[-*]\s+)?((?:[\w-]{1,40},\s){0,6}[\w-]{1,40}):\s(.+)$/u;
const score = 1.6;

/** Where the text names no choice, a word that explains only one of them may mean it. */
export function explainedCandidates(slot: Slot, { reading, explanations }: Surroundings): Candidate[] {
  const own = slot.choices.flatMap(({ value }) => {
    const stems = explanations.get(String(value));
    return stems === undefined ? [] : [{ value, stems }];
  });
  if (own.length < 2) return [];
  return reading.words.flatMap(({ stem, start, end }) => {
    const [only, another] = own.filter(({ stems }) => stems.has(stem));
    return only === undefined || another !== undefined
      ? []
      : [{ slot, start, end, value: only.value, how: 'enum' as const, score }];
  });
}
