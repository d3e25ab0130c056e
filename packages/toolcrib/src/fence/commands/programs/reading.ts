import { startOf, valueOf, type ShellWord } from '../shell/shell-word.ts';
import { lookerJudges } from './looker-judges.ts';
import { lookers } from './lookers.ts';
import { plainName } from './plain-name.ts';
import { scriptJudges } from './scripts.ts';
import { wrapperJudges } from './wrappers.ts';

/** Commands of the shell that change nothing but the shell, which ends with the line. */
const ofTheShell = 'cd exit return break continue times export read set wait printf test [';

/** What only looks as long as it declares nothing that it writes. Those that start others are as harmless as these. */
const readers: ReadonlySet<string> = new Set([
  ...Object.keys({ ...lookers, ...lookerJudges, ...scriptJudges, ...wrapperJudges }),
  ...ofTheShell.split(' '),
  'find',
]);

const readingSubcommands: ReadonlySet<string> = new Set(
  `status diff log whatchanged show shortlog blame grep ls-files ls-tree cat-file rev-parse describe merge-base name-rev
   show-ref show-branch count-objects cherry range-diff check-ignore check-attr version for-each-ref`.split(
    /\s+/u,
  ),
);

/** Whether a command that is allowed and declares nothing that it writes does no more than look or wait. */
export function onlyReads(program: string, words: readonly ShellWord[]): boolean {
  const name = plainName(program);
  if (name !== 'git') return readers.has(name);
  const [subcommand, ...more] = words.filter((word) => !startOf(word).startsWith('-'));
  const said = valueOf(subcommand) ?? '';
  // With a name it makes one.
  return readingSubcommands.has(said) || (said === 'branch' && more.length === 0);
}
