import type { ProgramRule } from './rule.ts';

const reads = (options: string): ProgramRule => ({ options, surprises: 'harmless_names' });
/** They have options that write, or that read names of files from a file. */
const readsPlainly = (options: string): ProgramRule => ({ options, surprises: 'contained' });
const tells = (options: string): ProgramRule => ({ options, operands: 'text', surprises: 'harmless' });
const says: ProgramRule = { anything: true };
const sums = reads(`
  -b -c -t -w -z --binary --check --text --tag --quiet --status --warn --ignore-missing -a:`);

const grep: ProgramRule = {
  options: `
      -# -a -A: -b -B: -c -C: -d: -D: -e: -E -f:read -F -G -h -H -i -I -l -L -m: -n -o -P -q -r
      -R~follows_links -s -T -U -v -w -x -y -z -Z --after-context= --basic-regexp --before-context=
      --binary-files= --byte-offset --color? --colour? --context= --count
      --dereference-recursive~follows_links --directories= --exclude= --exclude-dir= --exclude-from=read
      --extended-regexp --file=read --files-with-matches --files-without-match --fixed-strings
      --ignore-case --include= --initial-tab --invert-match --label= --line-buffered --line-number
      --line-regexp --max-count= --no-filename --no-ignore-case --no-messages --null --null-data
      --only-matching --perl-regexp --quiet --recursive --regexp= --silent --text --with-filename
      --word-regexp`,
  operands: 'pattern',
  patternBy: ['-e', '-f', '--regexp', '--file'],
  surprises: 'harmless_names',
};

const fd: ProgramRule = {
  options: `
      -# -0 -1 -a -c: -d: -e: -E: -F -g -H -i -I -l -p -s -t: -u --absolute-path --color= --exclude=
      --extension= --fixed-strings --full-path --glob --hidden --ignore-case --list-details --max-depth=
      --max-results= --min-depth= --no-ignore --no-ignore-vcs --print0 --size= --type= -S:
      -L~follows_links --follow~follows_links`,
  operands: 'pattern',
};

/** Programs that look at files or say something, and what they may be told. Nothing here writes or starts anything. */
export const lookers: Readonly<Record<string, ProgramRule>> = {
  ls: reads(
    `
      -a -A -b -B -c -C -d -D -f -F -g -G -h -H -i -I: -k -l -L -m -n -N -o -p -q -Q -r -R -s -S -t -T: -u
      -U -v -w: -x -X -Z -1 --all --almost-all --author --classify? --color? --directory --file-type
      --format= --full-time --group-directories-first --hide= --human-readable --ignore= --inode
      --no-group --numeric-uid-gid --quoting-style= --recursive --reverse --si --size --sort= --time=
      --time-style=`,
  ),
  cat: reads(
    `
      -A -b -e -E -n -s -t -T -u -v --number --number-nonblank --show-all --show-ends --show-nonprinting
      --show-tabs --squeeze-blank`,
  ),
  tac: reads('-b -r -s: --before --regex --separator='),
  rev: reads(''),
  head: reads('-# -c: -n: -q -v -z --bytes= --lines= --quiet --silent --verbose'),
  tail: reads('-# -c: -f -F -n: -q -s: -v -z --bytes= --follow? --lines= --quiet --retry --silent --verbose'),
  nl: reads('-b: -d: -f: -h: -i: -l: -n: -p -s: -v: -w: --body-numbering= --number-format= --number-width='),
  wc: readsPlainly('-c -l -L -m -w --bytes --chars --lines --max-line-length --words'),
  cut: reads(
    `
      -b: -c: -d: -f: -n -s -z --bytes= --characters= --complement --delimiter= --fields= --only-delimited
      --output-delimiter=`,
  ),
  fold: reads('-b -s -w: --bytes --spaces --width='),
  fmt: reads('-c -g: -p: -s -t -u -w: --split-only --uniform-spacing --width='),
  paste: reads('-d: -s -z --delimiters= --serial'),
  join: reads('-1: -2: -a: -e: -i -j: -o: -t: -v: -z --check-order --header --ignore-case --nocheck-order'),
  expand: reads('-i -t: --initial --tabs='),
  unexpand: reads('-a -t: --all --first-only --tabs='),
  column: reads(`
    -c: -e -n -o: -R: -s: -t -x --json --output-separator= --separator= --table -N: --table-columns=`),
  comm: reads('-1 -2 -3 -z --check-order --nocheck-order --output-delimiter= --total'),
  cmp: reads('-b -i: -l -n: -s --bytes= --print-bytes --quiet --silent --verbose'),
  diff: reads(
    `
      -# -a -b -B -c -C: -d -E -i -I: -N -p -q -r~follows_links -s -t -T -u -U: -w -W: -x: -X:read -y -Z --brief
      --color? --context? --exclude= --exclude-from=read --ignore-all-space --ignore-blank-lines
      --ignore-case --ignore-matching-lines= --ignore-space-change --ignore-trailing-space --label=
      --left-column --minimal --new-file --no-dereference --normal --recursive~follows_links --report-identical-files
      --side-by-side --strip-trailing-cr --suppress-common-lines --text --unified? --width=`,
  ),
  stat: reads('-c: -f -L -t --dereference --file-system --format= --printf= --terse'),
  file: readsPlainly(`
    -0 -b -h -i -I -k -L -N -r -s -v --brief --dereference --mime --mime-encoding --mime-type
    --no-dereference`),
  du: readsPlainly(
    `
      -# -0 -a -b -c -d: -h -H -k -l -m -P -s -S -t: -x --all --apparent-size --bytes --exclude=
      --human-readable --max-depth= --one-file-system --si --summarize --threshold= --time? --total`,
  ),
  df: reads(`
    -a -h -H -i -k -l -P -t: -T -x: --human-readable --inodes --local --output? --print-type --total
    --type=`),
  realpath: reads(`
    -e -L -m -P -q -s -z --canonicalize-existing --canonicalize-missing --relative-base= --relative-to=
    --strip`),
  readlink: reads(`
    -e -f -m -n -q -v -z --canonicalize --canonicalize-existing --canonicalize-missing --no-newline`),
  md5sum: sums,
  sha1sum: sums,
  sha224sum: sums,
  sha256sum: sums,
  sha384sum: sums,
  sha512sum: sums,
  shasum: sums,
  b2sum: sums,
  cksum: sums,
  base64: reads('-d -i -w: --decode --ignore-garbage --wrap='),
  od: reads(`
    -a -A: -b -c -d -f -h -i -j: -l -N: -o -s -S: -t: -v -w? -x --address-radix= --format= --read-bytes=
    --skip-bytes=`),
  hexdump: reads('-b -c -C -d -e: -n: -o -s: -v -x --canonical --length= --skip='),
  zcat: reads('-f'),
  bc: { options: '-l -q -s -w --mathlib --quiet --standard --warn' },
  shellcheck: reads(`
    -a -e: -f: -i: -o: -s: -S: --color? --exclude= --format= --include= --severity= --shell=`),
  tree: readsPlainly(
    `
      -a -C -d -D -f -F -h -i -I: -J -L: -n -N -p -P: -q -r -s -t -u -X --charset= --dirsfirst --du
      --filelimit= --filesfirst --fromfile --gitignore --ignore-case --matchdirs --noreport --prune
      --sort? -l~follows_links`,
  ),
  grep,
  egrep: grep,
  fgrep: grep,
  rg: {
    options: `
        -# -0 -a -A: -B: -c -C: -e: -E: -f:read -F -g: -H -i -I -l -L~follows_links -m: -M: -n -N -o -p -P
        -q -r: -s -S -t: -T: -u -U -v -w -x --after-context= --before-context= --block-buffered
        --byte-offset --case-sensitive --color= --colors= --column --context= --context-separator= --count
        --count-matches --crlf --debug --encoding= --engine= --field-match-separator= --file=read --files
        --files-with-matches --files-without-match --fixed-strings --follow~follows_links --glob=
        --glob-case-insensitive --heading --hidden --iglob= --ignore-case --invert-match --json
        --line-buffered --line-number --line-regexp --max-columns= --max-count= --max-depth=
        --max-filesize= --multiline --multiline-dotall --no-config --no-filename --no-heading --no-ignore
        --no-ignore-parent --no-ignore-vcs --no-line-number --no-messages --null --one-file-system
        --only-matching --passthru --path-separator= --pcre2 --pretty --quiet --regexp= --replace=
        --smart-case --sort= --sortr= --stats --text --threads= --trim --type= --type-list --type-not=
        --unrestricted --version --vimgrep --with-filename --word-regexp -j:`,
    operands: 'pattern',
    patternBy: ['-e', '-f', '--regexp', '--file', '--files', '--type-list'],
  },
  fd,
  fdfind: fd,
  // They can write by an option or an operand, and so take no surprises.
  sort: {
    options: `
        -b -c -C -d -f -g -h -i -k: -m -M -n -o:write -r -R -s -S: -t: -u -V -z --check?
        --dictionary-order --field-separator= --general-numeric-sort --human-numeric-sort --ignore-case
        --ignore-leading-blanks --key= --merge --month-sort --numeric-sort --output=write --parallel=
        --random-sort --reverse --sort= --stable --unique --version-sort --zero-terminated`,
  },
  uniq: {
    options: `
        -c -d -D -f: -i -s: -u -w: -z --all-repeated? --check-chars= --count --ignore-case --repeated
        --skip-chars= --skip-fields= --unique`,
    operands: 'in_out',
  },
  tr: tells('-c -C -d -s -t --complement --delete --squeeze-repeats --truncate-set1'),
  // They only say something.
  echo: says,
  true: says,
  false: says,
  ':': says,
  expr: says,
  sleep: says,
  whoami: says,
  groups: says,
  arch: says,
  basename: tells('-a -s: -z --multiple --suffix='),
  dirname: tells('-z --zero'),
  seq: tells('-# -f: -s: -w --equal-width --format= --separator='),
  pwd: tells('-L -P'),
  which: tells('-a -s --all'),
  type: tells('-a -f -p -P -t'),
  id: tells('-g -G -n -r -u -z --group --groups --name --real --user'),
  uname: tells(`
    -a -i -m -n -o -p -r -s -v --all --kernel-name --kernel-release --machine --operating-system`),
  nproc: tells('--all --ignore='),
  uptime: tells('-p -s --pretty --since'),
  free: tells('-b -g -h -k -l -m -t --giga --human --mega --total'),
  printenv: tells('-0 --null'),
  tty: tells('-s'),
  locale: tells('-a -m'),
  hostname: { operands: 'none' },
};
