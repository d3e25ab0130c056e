import type { ProgramJudge } from '../judging.ts';
import { checkout, clean, mv, push, restore } from './git-judges.ts';
import { diffOptions, logOptions, walkOptions } from './git-options.ts';
import { toJudge, type ProgramRule } from './rule.ts';
import { bySubcommand, listed, type Subcommand } from './subcommands.ts';

/** A file may turn up as an option only where it cannot do more than that. */
const looks = (options: string): ProgramJudge =>
  toJudge({ options, operands: 'text', surprises: 'contained' });
const does = (options: string, rule: ProgramRule = {}): ProgramJudge =>
  toJudge({ options, operands: 'text', ...rule });
/** Hooks of the repository run with it. */
const withHooks = (options: string): ProgramJudge =>
  does(options, { asksUnlessContained: 'runs_project_code' });

const stashOptions = '-a -k -m: -q -S -u --all --include-untracked --keep-index --message= --quiet --staged';

const stash = bySubcommand({
  options: stashOptions,
  subcommands: listed({
    'push save': does(stashOptions),
    'list show': looks(logOptions),
    'pop apply': does('-q --index --quiet'),
    branch: withHooks(''),
    'drop clear': 'drops_stash',
  }),
});

/** What git may be told. Settings of a hostile repository are held off by the environment it is started with. */
export const gitSubcommands: ReadonlyMap<string, Subcommand> = listed({
  status: looks(
    `-b -s -u? -v -z --ahead-behind --branch --column? --ignored? --long --no-column --no-renames --porcelain?
     --renames --short --show-stash --untracked-files? --verbose`,
  ),
  // Beside a path outside the repository it compares any two files.
  diff: toJudge({ options: diffOptions, operands: 'names', surprises: 'contained' }),
  'log whatchanged': looks(logOptions),
  show: looks(logOptions),
  reflog: bySubcommand({
    options: logOptions,
    subcommands: listed({ show: looks(logOptions), 'expire delete': 'discards_changes' }),
    others: looks(logOptions),
  }),
  'diff-tree diff-index diff-files rev-list': looks(`${walkOptions} -r -t --root --no-commit-id --objects`),
  shortlog: looks(
    '-c -e -n -s -w? --all --email --format= --group= --no-merges --numbered --since= --summary --until=',
  ),
  blame: looks(
    '-b -c -C -e -f -l -L: -M -n -p -s -t -w --date= --line-porcelain --porcelain --reverse --root --show-email',
  ),
  grep: looks(
    `-# -a -A: -B: -c -C: -e: -E -F -G -h -H -i -I -l -L -m: -n -o -p -P -q -r -v -w -W -z --all-match --and --break
     --cached --color? --column --context= --count --extended-regexp --files-with-matches --files-without-match
     --fixed-strings --function-context --heading --ignore-case --invert-match --line-number --max-depth= --name-only
     --no-color --not --null --only-matching --or --perl-regexp --quiet --show-function --untracked --word-regexp`,
  ),
  'ls-files': looks(
    `-c -d -i -k -m -o -s -t -u -v -x: -z --abbrev? --cached --deduplicate --deleted --directory --eol --error-unmatch
     --exclude= --exclude-standard --full-name --ignored --killed --modified --others --stage --unmerged`,
  ),
  'ls-tree': looks(
    '-d -l -r -t -z --abbrev? --format= --full-name --full-tree --long --name-only --name-status',
  ),
  'cat-file': looks('-e -p -s -t --batch-check? --batch?'),
  'rev-parse': looks(
    `-q --abbrev-ref? --absolute-git-dir --all --branches? --git-dir --git-common-dir --is-bare-repository
     --is-inside-git-dir --is-inside-work-tree --show-cdup --show-prefix --show-toplevel --short? --symbolic
     --symbolic-full-name --tags? --verify`,
  ),
  describe: looks(
    '--abbrev= --all --always --candidates= --contains --dirty? --exact-match --first-parent --long --match= --tags',
  ),
  'merge-base': looks('-a --all --fork-point --independent --is-ancestor --octopus'),
  'name-rev show-ref show-branch count-objects cherry range-diff check-ignore check-attr version': looks(
    '-a -d -H -q -s -v --all --heads --human-readable --name-only --no-index --quiet --short --tags --verbose --verify',
  ),
  'for-each-ref': looks('--contains? --count= --format= --merged? --no-merged? --points-at= --sort='),
  branch: does(
    `-a -c -d -D!discards_changes -f!discards_changes -i -l -m -M!discards_changes -q -r -u: -v --abbrev? --all
     --color? --column? --contains? --copy --delete --edit-description!unknown_option --force!discards_changes
     --format= --list --merged? --move --no-color --no-column --no-contains? --no-merged? --no-track --points-at=
     --quiet --remotes --set-upstream-to= --show-current --sort= --track? --unset-upstream --verbose`,
  ),
  tag: does(
    `-# -a -d!discards_changes -f!discards_changes -F:read -l -m: -n? --annotate --contains? --delete!discards_changes
     --file=read --force!discards_changes --format= --list --merged? --message= --no-merged? --points-at= --sort=`,
  ),
  remote: bySubcommand({
    options: '-v --verbose',
    subcommands: listed({
      'get-url': looks('--all --push'),
      'add set-url remove rm rename': 'changes_settings',
    }),
  }),
  config: bySubcommand({
    options: `-l -z --bool --default= --get --get-all --get-regexp --global --int --list --local --name-only --null
      --path --show-origin --show-scope --type=`,
    subcommands: listed({ 'get list': looks('--all --show-origin --show-scope --local --global') }),
    // A name alone is read, a name with a value is written.
    others: ({ words, text }, judging) => {
      if (words.length > 0) judging.report('changes_settings', text);
    },
  }),
  bisect: bySubcommand({
    options: '',
    subcommands: listed({
      'start good bad new old skip reset log': withHooks('--no-checkout --first-parent'),
    }),
  }),
  worktree: bySubcommand({
    options: '',
    subcommands: listed({ list: looks('-v -z --porcelain --verbose') }),
  }),
  submodule: bySubcommand({
    options: '-q --quiet',
    subcommands: listed({ 'status summary': looks('--cached --recursive') }),
  }),
  notes: bySubcommand({ options: '', bare: looks(''), subcommands: listed({ 'list show': looks('') }) }),
  add: does(
    `-A -f -i!unknown_option -n -N -p!unknown_option -u -v --all --chmod= --dry-run --force --ignore-errors
     --intent-to-add --no-all --refresh --renormalize --update --verbose`,
  ),
  mv,
  rm: does(
    '-f!discards_changes -n -q -r!recursive_delete --cached --dry-run --force!discards_changes --ignore-unmatch --quiet',
    // What it would lose it leaves, unless it is forced.
    { operands: 'write', keeps: true },
  ),
  init: does('-b: -q --initial-branch= --quiet', { operands: 'write', keeps: true }),
  apply: does(
    `-p: -R -v --3way --cached --check --directory= --exclude= --ignore-whitespace --include= --index --numstat
     --recount --reject --reverse --stat --summary --verbose --whitespace=`,
    { operands: 'read', asksUnlessContained: 'unpacks', scatters: true },
  ),
  commit: withHooks(
    `-a -F:read -i -m: -n -o -q -s -v --all --allow-empty --allow-empty-message --amend --author= --date= --dry-run
     --file=read --fixup= --include --message= --no-edit --no-gpg-sign --no-status --no-verify --only --porcelain
     --quiet --reset-author --short --signoff --squash= --trailer= --verbose`,
  ),
  switch: withHooks(
    `-c: -C:!discards_changes -d -q -t --create= --detach --discard-changes!discards_changes -f!discards_changes
     --force!discards_changes --force-create=!discards_changes --guess --no-guess --orphan= --quiet --track?`,
  ),
  merge: withHooks(
    `-m: -n -q -s: -v -X: --abort!discards_changes --commit --continue --edit? --ff --ff-only --log? --message=
     --no-commit --no-edit --no-ff --no-stat --no-verify --quiet --squash --stat --strategy= --strategy-option=
     --verbose`,
  ),
  'cherry-pick revert': withHooks(
    '-m: -n -s -x --abort!discards_changes --allow-empty --continue --mainline= --no-commit --no-edit --quit --signoff --skip',
  ),
  rebase: does(
    `-q -v --abort!discards_changes --autosquash --autostash --continue --keep-base --merge --no-autostash --onto=
     --quiet --quit --skip!discards_changes --verbose`,
    { asks: 'rewrites_history' },
  ),
  reset: does(
    '-q --hard!discards_changes --keep!discards_changes --merge!discards_changes --mixed --quiet --soft -N --intent-to-add',
  ),
  clean,
  restore,
  checkout,
  stash,
  push,
  'fetch pull clone ls-remote': 'downloads',
  'filter-branch filter-repo replace': 'rewrites_history',
  'gc prune': 'discards_changes',
});
