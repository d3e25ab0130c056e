import type { CommandWord, ParsedCommand } from '@toolcrib/core';
import type { ReasonWord } from './reasons.ts';
import { startOf, valueOf, type ShellWord } from './shell/shell-word.ts';
import { plainName } from './programs/plain-name.ts';
import { builtinJudges } from './programs/builtins.ts';
import { shellJudges } from './programs/shells.ts';
import { wrapperJudges } from './programs/wrappers.ts';

/** A command that nothing is known of. Rules that deny or ask are taken to match it; rules that allow are not. */
export const anyCommand: ParsedCommand = Object.freeze({ words: Object.freeze([{ start: '' }]) });

/** A command as rules see it. */
export function toRuleCommand([first, ...rest]: readonly ShellWord[]): ParsedCommand {
  const program = valueOf(first);
  if (first === undefined) return anyCommand;
  return { words: [program === undefined ? toWord(first) : plainName(program), ...rest.map(toWord)] };
}

function toWord(word: ShellWord): CommandWord {
  return valueOf(word) ?? { start: startOf(word) };
}

/** Programs whose judges hand on the command that they start. */
export function isWrapper(program: string): boolean {
  const name = plainName(program);
  return Object.hasOwn(wrapperJudges, name) || Object.hasOwn(shellJudges, name);
}

/** What leaves open which command a program starts that is there to start others. */
const leavesOpen: ReadonlySet<ReasonWord> = new Set([
  'unknown_option',
  'unknown_value',
  'shell_builtin',
  'unusual_syntax',
  'runs_inline_code',
  'changes_shell',
]);

/** Options of git that bring settings along, which may name programs. */
const gitSettings = /^-(?:c|-config-env|-exec-path)/u;

/** Whether a program may start any command, after its judge has reported that. */
export function mayStartAny(program: string, words: readonly ShellWord[], reported: ReasonWord): boolean {
  const name = plainName(program);
  if (name === 'git') {
    const isSet = reported === 'unknown_option' && words.some((word) => gitSettings.test(startOf(word)));
    return isSet || reported === 'unknown_subcommand';
  }
  const startsOthers = isWrapper(name) || Object.hasOwn(builtinJudges, name) || name === 'find';
  return startsOthers && leavesOpen.has(reported);
}

/** `find` takes what a word becomes for expressions, `-exec` among them. */
export function hidesExpressions(program: string, words: readonly ShellWord[]): boolean {
  return (
    plainName(program) === 'find' &&
    words.some(
      (word) => (word.kind === 'dynamic' && word.splits) || (word.kind === 'pattern' && word.start === ''),
    )
  );
}

/** Programs that start the one behind their own words, and the subcommand with which they do. */
const runners: Readonly<Record<string, readonly string[] | 'always'>> = {
  ...Object.fromEntries(
    `npx pnpx bunx sudo doas su watch parallel flock ionice taskset chrt strace ltrace script busybox toybox unshare
      nsenter chroot setpriv runuser cross-env dotenv direnv c8 nyc hyperfine entr`
      .split(/\s+/u)
      .map((name) => [name, 'always'] as const),
  ),
  npm: ['exec', 'x'],
  pnpm: ['exec', 'dlx'],
  yarn: ['exec', 'dlx'],
  bun: ['x'],
  uv: ['run'],
  poetry: ['run'],
  pipx: ['run'],
  rustup: ['run'],
  lerna: ['exec'],
  nx: ['exec'],
  bundle: ['exec'],
  composer: ['exec'],
};

/** What a runner may start, for rules that deny or ask: which of its words is the program is not for us to say. */
export function startedByRunner(program: string, words: readonly ShellWord[]): readonly ParsedCommand[] {
  const name = plainName(program);
  const rule = Object.hasOwn(runners, name) ? runners[name] : undefined;
  if (rule === undefined) return [];
  const behind = rule === 'always' ? 0 : words.findIndex((word) => rule.includes(valueOf(word) ?? '')) + 1;
  if (rule !== 'always' && behind === 0) return [];
  return words
    .slice(behind)
    .flatMap((word, index) =>
      startOf(word).startsWith('-')
        ? []
        : [{ ...toRuleCommand(words.slice(behind + index)), isWrapper: true }],
    )
    .slice(0, maxGuesses);
}

/** Behind more words than this nobody names a program. */
const maxGuesses = 20;
