import { functionWords } from './stop-words.ts';
import { wordsOf } from './words.ts';

const longest = 4000;
const entry = /^\s*(?:[-*]\s+)?((?:[\w-]{1,40},\s){0,6}[\w-]{1,40}):\s(.+)$/u;

/** What each choice does, as descriptions of tools list it: `- now: the current time`, `add, subtract: a duration`. */
export function explanationsIn(description: string): ReadonlyMap<string, ReadonlySet<string>> {
  const explained = new Map<string, ReadonlySet<string>>();
  for (const line of description.slice(0, longest).split(/\n|;\s/u)) {
    const [, names = '', text = ''] = entry.exec(line) ?? [];
    // Names of parameters stand in backquotes and say nothing about what is done.
    const stems = wordsOf(text.replaceAll(/`[^`]*`/gu, ' '))
      .filter((word) => !functionWords.has(word.text.toLowerCase()))
      .map((word) => word.stem);
    for (const name of names.split(',')) if (name !== '') explained.set(name.trim(), new Set(stems));
  }
  return explained;
}
