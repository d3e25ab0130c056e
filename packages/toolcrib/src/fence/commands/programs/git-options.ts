/** What every comparison may be told. No `--output`, no `--ext-diff`, no `--no-index`; in a submodule it would follow other settings. */
export const diffOptions = `-# -a -b -B? -C? -D -G: -i -l: -M? -O:read -p -R -s -S: -u -U? -w -z --abbrev? --binary --cached --check
  --color? --color-moved? --color-words? --compact-summary --cumulative --diff-algorithm= --diff-filter= --dirstat?
  --exit-code --find-copies? --find-renames? --full-index --function-context --histogram --ignore-all-space
  --ignore-blank-lines --ignore-space-at-eol --ignore-space-change --inter-hunk-context= --merge-base --minimal
  --name-only --name-status --no-color --no-ext-diff --no-patch --no-prefix --no-renames --no-textconv --numstat --patch
  --patch-with-stat --patience --pickaxe-regex --quiet --raw --relative? --shortstat --staged --stat?
  --submodule?~runs_project_code --summary --text --unified? --word-diff? --word-diff-regex=`;

/** What every walk through the history may be told. */
export const walkOptions: string = `${diffOptions} -c -E -F -g -m -n: -P --abbrev-commit --after= --all --all-match --ancestry-path
  --author= --basic-regexp --before= --boundary --branches? --cherry --cherry-mark --cherry-pick --committer= --count
  --date= --date-order --decorate? --decorate-refs= --extended-regexp --first-parent --fixed-strings --follow --format=
  --full-history --glob= --graph --grep= --invert-grep --left-right --max-count= --max-parents= --merges --min-parents=
  --no-abbrev-commit --no-decorate --no-merges --no-notes --no-walk? --oneline --parents --perl-regexp --pretty?
  --regexp-ignore-case --remotes? --reverse --right-only --left-only --simplify-by-decoration --since= --skip= --source
  --sparse --stdin --tags? --topo-order --until= --walk-reflogs`;

/** Of them, only those that tell a story know the lines of a file. */
export const logOptions: string = `${walkOptions} -L:`;
