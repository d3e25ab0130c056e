import type { ProgramJudge } from '../judging.ts';
import { valueOf } from '../shell/shell-word.ts';
import { parseOptions, readArguments } from './options.ts';
import { judgeArguments } from './rule.ts';
import { judgeArrivals } from './writer-judges.ts';

const restoreOptions = parseOptions(
  '-q -s: -S -W!discards_changes --quiet --source= --staged --worktree!discards_changes',
);

/** Without `--staged` it overwrites files with what was committed. */
export const restore: ProgramJudge = (command, judging) => {
  const given = readArguments(command.words, restoreOptions);
  judgeArguments(command, given, { rule: { operands: 'text' }, judging });
  const staged = given.options.some(({ name }) => name === '-S' || name === '--staged');
  if (!staged) judging.report('discards_changes', command.text);
};

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
  if (!creates && !toBranch) judging.report('discards_changes', command.text);
};

const mvOptions = parseOptions('-f -k -n -v --dry-run --force --verbose');

export const mv: ProgramJudge = (command, judging) => {
  const given = readArguments(command.words, mvOptions);
  // Without force it leaves what is there alone.
  const content = given.options.some(({ name }) => name === '-f' || name === '--force')
    ? 'overwrite'
    : 'keep';
  judgeArguments(command, given, { rule: { operands: 'write', keeps: true }, judging });
  judgeArrivals(given.operands.slice(0, -1), valueOf(given.operands.at(-1)) ?? '..', judging, content);
  for (const source of given.operands.slice(0, -1)) judging.carries(source);
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
