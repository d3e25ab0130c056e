import type { Judging, ProgramJudge } from '../judging.ts';
import { literal, valueOf, type ShellWord } from '../shell/shell-word.ts';
import { judgeArrivals, judgeUnnamed } from './arrivals.ts';
import { parseOptions, readArguments } from './options.ts';
import { judgeArguments } from './rule.ts';

const restoreOptions = parseOptions('-q -s: -S -W --quiet --source= --staged --worktree');

/** Without `--staged` it overwrites files with what was committed. */
export const restore: ProgramJudge = (command, judging) => {
  const given = readArguments(command.words, restoreOptions);
  judgeArguments(command, given, { rule: { operands: 'text' }, judging });
  const uses = (...names: string[]): boolean => given.options.some(({ name }) => names.includes(name));
  const staged = uses('-S', '--staged');
  if (staged && !uses('-W', '--worktree')) return;
  judgePutBack(given.operands, { text: command.text, from: staged ? 'commit' : 'index' }, judging);
};

interface PutBack {
  readonly text: string;
  readonly from: 'index' | 'commit';
}

/** Files that are named plainly are looked at; whatever else names them may be any. */
function judgePutBack(paths: readonly ShellWord[], { text, from }: PutBack, judging: Judging): void {
  const isPlain =
    paths.length > 0 && paths.every((word) => /^[^:*?[\\-][^*?[\\]*$/u.test(valueOf(word) ?? ''));
  if (!isPlain) judging.report('discards_changes', text);
  for (const word of isPlain ? paths : []) judging.putsBack(word, from);
}

const checkoutOptions = parseOptions(
  `-b: -q -t --quiet --track? --no-track -B:!discards_changes -f!discards_changes --force!discards_changes
   --ours!discards_changes --theirs!discards_changes -p!discards_changes --detach`,
);
const branchNames = /^(?:main|master|develop|dev|trunk|-|HEAD)$/u;

/** The name of a file restores it without a word: only names that every repository uses for branches pass. */
export const checkout: ProgramJudge = (command, judging) => {
  const given = readArguments(command.words, checkoutOptions);
  judgeArguments(command, given, {
    rule: { operands: 'text', asksUnlessContained: 'runs_project_code' },
    judging,
  });
  const creates = given.options.some(({ name }) => name === '-b');
  const files = given.operands.filter((word) => !branchNames.test(valueOf(word) ?? ''));
  const toBranch = files.length === 0 && given.operands.length === 1 && given.sheltered > 0;
  const paths = given.operands.slice(given.sheltered);
  // Behind two hyphens stand files; before them, where they are taken from.
  if (paths.length > 0 && given.sheltered <= 1 && !creates) {
    const from = given.sheltered === 1 ? 'commit' : 'index';
    judgePutBack(paths, { text: command.text, from }, judging);
  } else if (!creates && !toBranch) judging.report('discards_changes', command.text);
};

const cleanOptions = parseOptions(
  '-d -e: -f -i -n -q -x -X --dry-run --exclude= --force --interactive --quiet',
);

export const clean: ProgramJudge = (command, judging) => {
  const given = readArguments(command.words, cleanOptions);
  judgeArguments(command, given, { rule: { operands: 'text' }, judging });
  const uses = (...names: string[]): boolean => given.options.some(({ name }) => names.includes(name));
  // Without `-f` it does nothing, unless a setting of the repository says otherwise.
  if (uses('-n', '--dry-run')) return;
  judging.report(uses('-x', '-X') ? 'cleans_ignored' : 'cleans_untracked', command.text);
};

const mvOptions = parseOptions('-f -k -n -v --dry-run --force --verbose');

export const mv: ProgramJudge = (command, judging) => {
  const given = readArguments(command.words, mvOptions);
  const sources = given.operands.slice(0, -1);
  const target = given.operands.at(-1);
  const into = valueOf(target) ?? '..';
  // Without force it leaves what is there alone.
  const force = given.options.some(({ name }) => name === '-f' || name === '--force');
  if (force) judgeUnnamed(sources, into, judging);
  judgeArguments(command, given, { rule: { operands: 'write', keeps: true }, judging });
  judgeArrivals(sources, into, judging, force ? 'overwrite' : 'keep');
  if (force && target !== undefined) judging.touch('write', target);
  for (const source of sources) {
    judging.carries(source);
    judging.moves(source, literal(into));
  }
};

const pushOptions = parseOptions(
  `-d!discards_changes -f!force_push -n -q -u -v --all --delete!discards_changes --dry-run --follow-tags
   --force!force_push --force-if-includes!force_push --force-with-lease?!force_push --mirror!force_push --no-verify
   --porcelain --prune!discards_changes --quiet --set-upstream --tags --verbose`,
);

export const push: ProgramJudge = (command, judging) => {
  const given = readArguments(command.words, pushOptions);
  judgeArguments(command, given, { rule: { operands: 'text', asks: 'publishes' }, judging });
  if (given.operands.some((word) => valueOf(word)?.startsWith('+') !== false))
    judging.report('force_push', command.text);
  if (given.operands.some((word) => valueOf(word)?.startsWith(':')))
    judging.report('discards_changes', command.text);
};
