import { commonOptions, type OptionName } from '../command-line.ts';
import { chapters, pageOf } from './manual.ts';
import { optionPages } from './options.ts';

/** What a word may become: words that are known, or the names of tools. */
export interface Completions {
  readonly words: readonly string[];
  readonly tools: boolean;
}

/**
 * What may stand in place of the last of the typed words.
 *
 * @param typed what comes after `toolcrib`, the last one unfinished and perhaps empty
 */
export function complete(typed: readonly string[]): Completions {
  const last = typed.at(-1) ?? '';
  const before = typed.slice(0, -1);
  const [command, verb] = before.filter((word) => !word.startsWith('-'));
  const value = valuesOf(before.at(-1));
  if (value !== undefined) return among(value, last);
  if (command === undefined) return among(last.startsWith('-') ? toFlags(commonOptions) : allNames(), last);
  const page = pageOf(command);
  if (page === undefined) return nothing;
  if (last.startsWith('-')) return among(toFlags([...page.options, ...commonOptions]), last);
  if (verb !== undefined) return takesTool(page.uses, verb) ? tools : nothing;
  const firstWords = page.uses.flatMap(({ words }) => words.split(' ')[0] ?? '');
  if (firstWords.includes('NAME') && toolCommands.includes(page.name)) return tools;
  return among(
    firstWords.flatMap((word) => word.split('|')).filter((word) => /^[a-z]/u.test(word)),
    last,
  );
}

const nothing: Completions = { words: [], tools: false };
const tools: Completions = { words: [], tools: true };
/** Commands whose NAME is that of a tool. */
const toolCommands = ['describe', 'call', 'explain'];

function takesTool(uses: readonly { readonly words: string }[], verb: string): boolean {
  return verb === 'add' && uses.some(({ words }) => words === 'add NAME');
}

function among(words: readonly string[], start: string): Completions {
  return { words: [...new Set(words)].filter((word) => word.startsWith(start)), tools: false };
}

function allNames(): string[] {
  return chapters.flatMap(({ pages }) =>
    pages.flatMap(({ name, wire }) => (wire === undefined ? [name] : [name, wire])),
  );
}

function toFlags(options: readonly OptionName[]): string[] {
  return options.map((name) => `--${name}`);
}

/** The values of an option that are words, such as those of `--tier`; undefined when the next word is none of them. */
function valuesOf(option: string | undefined): string[] | undefined {
  const page = option?.startsWith('--') ? optionPages[option.slice(2) as OptionName] : undefined;
  if (page?.value === undefined) return undefined;
  return page.value.includes('|') ? page.value.split('|') : [];
}
