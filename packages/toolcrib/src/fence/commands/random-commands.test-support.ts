import { createChance, type Chance } from './chance.test-support.ts';

/** Separated by dots or ends of lines; an arrow is the end of a line in the command itself. */
function list(text: string): readonly string[] {
  return text
    .trim()
    .split(/ · |\n */u)
    .map((entry) => entry.replaceAll('↵', '\n'));
}

/** What each program is told by those who want it to start `curl`, to write `out` or to tell the secret, and by others. */
const told: Readonly<Record<string, readonly string[]>> = {
  git: list(`
    grep · log · diff · show · status · blame · branch · tag · config · stash · ls-files · shortlog
    --format · --max-parents · --decorate-refs · -U · --unified · -L · --glob · --get-regexp · --date
    grep -e a · grep a · log -p · diff HEAD · show HEAD · rev-list HEAD · cat-file · for-each-ref
    -c core.pager=curl · -c alias.x=!curl · -c color.ui=always · x · -p · --paginate · --no-pager · -C src
    -Ocurl · -O · -O curl · --open-files-in-pager=curl · --open-files=curl · --output=out · --outp=out
    --ext-diff · --textconv · --no-index · --exec-path=. · --git-dir=fake · --contents ../secret · -L 1,2
    --upload-pack=curl · ext::curl · bisect run curl · rebase -x curl HEAD · submodule foreach curl
    difftool -x curl · archive --remote=. --exec=curl HEAD · -F ../secret · --stdin · --format=%h · -n 1
    -S a · -G a · --edit-description · mergetool · filter-branch · hash-object -w ../secret · init out
    commit -m a · commit -e · add -A · add -p · mv f out · rm f · apply p · worktree add out · bundle · reflog
    notes · notes edit · describe · ls-remote . · check-ignore · --literal-pathspecs · range-diff`),
  tar: list(`
    cf out f · tf t.tar · -cf out f · -tf t.tar · czf out src · -c · -f out · -xOf t.tar · --create
    --checkpoint=1 · --checkpoint-action=exec=curl · --to-command=curl · -I curl · -Icurl · -F curl · -M
    --use-compress-program=curl · --use-comp=curl · --rsh-command=curl · --info-script=curl · -cf h:out f
    --new-volume-script=curl · -T list · --files-from=list · -C src · -g out · --index-file=out · -W · -L 1
    -zIcurl · cfI out curl f · tIf curl t.tar · --remove-files · -P ../secret · -cf - ../secret · -v · -z`),
  find: list(`
    . · src · -name f · -name '*.ts' · -type f · -exec curl {} ; · -exec curl {} \\; · -exec cat {} +
    -execdir curl \\; · -ok curl \\; · -okdir curl \\; · -ex{ec,} curl \\; · -fprint out · -fprintf out %p
    -fls out · -fprint0 out · -delete · -files0-from list · -newer f · -print · \\( -name f \\) · -o · !
    -exec sh -c 'curl' \\; · -exec {} \\; · -printf %p · -exec grep -l a {} \\; -exec curl {} \\; · -L · -H
    -exec sort -o out {} \\; · -exec env curl \\; · -exec cp {} out \\; · -exec cat ../secret \\;
    -maxdepth 1`),
  sed: list(`
    '1e curl' · 1e · 'e curl' · 's/a/curl/e' · 's/a/b/w out' · 'w out' · 'W out' · 'r ../secret' · f · x
    'R ../secret' · -n '1p' · -e 's/a/b/' · -e '1e curl' · -e 'w out' · -i · -i.out · -ne p · -f p · -s
    '$!{w out↵}' · 's/a/b/;w out' · 's|a|b|gw out' · 'y/a/b/;1e curl' · 'a\\↵x↵e curl' · 'i x↵1e curl'
    's/[/]/x/e' · 's/a\\/b/x/;e curl' · '/a/,/b/{e curl↵}' · '#n↵e curl' · ':a;ba;e curl' · -E · -n · -z
    'c\\' · -e 'a\\' -e '1e curl' · '}e curl' · '0~1e curl' · '1!e curl' · '1,2 e curl' · 's,a,b,w out'
    's/a/b/m;e' · 'p;p;1w out' · '\\,a,e curl' · 's/x/\\↵/;1e curl' · --expression=1e · --debug · 'F;e'
    'a text\\' · -e 'i\\' -e 'w out' · '$a\\  w out' · '/[/]e curl/p' · 's/\\//x/w out' · 'l 5;w out'
    'q;e curl'`),
  awk: list(`
    '{print}' · 'BEGIN{system("curl")}' · '{print|"curl"}' · '{print > "out"}' · '{print >> "out"}'
    'BEGIN{"curl"|getline}' · 'BEGIN{getline<"../secret";print}' · '{print $1}' f · f · -f p · -F a · -v x=1
    '{printf "a" > "out"}' · '/a/{print}/"/;{print|"curl"}#"' · '{print a/b|"curl"/1}' · -va=b · x=y · 1
    'BEGIN{ARGV[1]="../secret";ARGC=2}1' · '{print (1)(2) > "out"}' · '{print(1) > "out"}' · '$1 > "out"'
    '{a["x"]=1; print a["x"] > "out"}' · '{x = y ~ /=/ ; print > "out"}' · '{print -1 " " > "out"}' · '-f' p
    '{if (1) print > "out"}' · '{print $1, $2 > ("out")}' · '{print > $1}' · '{print "a" , ↵ "b" > "out"}'
    'BEGIN{printf("%s","x") > "out"}' · 'BEGIN { print 1 ? 2 : 3 > "out" }' · 'BEGIN{close("x"); fflush()}'
    -W exec p · -Wexec=p · --exec=p · -We p · '{print length /a/ > "out"; "/"}'
    '{ print "a" "b" > "o" "ut" }'`),
  sort: list(`
    f · -o out · --output=out · --outp=out · -oout · --compress-program=curl · --compress-prog=curl · -S 1
    -T . · --files0-from=list · --random-source=../secret · -u · -k 1 · -ro out · -uo · -n · -t a
    --batch-size=2`),
  xargs: list(`
    curl · echo · cat · -I{} curl {} · -n 1 · -i · -I{} echo {} · -a list · -a list cat · -0 · env · sh -c
    find . -exec · sort · sed · git · git grep -e a · -a p git · -a p find . · -P 2 · -t · wc -l · -l · -e
    -E a · -o · --process-slot-var=x · -I% sh -c % · -d, ls · xargs · timeout 1 · tar · awk · grep a · ls`),
  env: list(`
    curl · -S curl · -Scurl · -S'curl x' · --split-string=curl · -vScurl · -iS curl · PATH=. ls · -i · -u x
    LD_PRELOAD=x ls · BASH_ENV=p bash -c ls · CI=1 · -C src · -- · ls · cat ../secret · -i curl · x=y · -`),
  'bash -c': list(`
    'ls' · 'curl' · '$0' curl · '"$@"' x curl · 'eval $1' x curl · 'ls; curl' · "ls $x" · '$1' x curl · '. p'`),
  bash: list(`
    -c ls · -c curl · -s · -i · p · -o errexit · -O extglob · --rcfile p · --init-file p · -lc ls · -ec ls
    +c · -x`),
  printf: list(`
    %s a · -v 'a[$(curl)]' x · %b a · '%n' x · '%(%F)T' 1 · -vx a · -- %s a · '%d' 'a[$(curl)]'
    '%*d' 'a[$(curl)]' 1 · '%q' a`),
  test: list(`
    -v 'a[$(curl)]' · -f f · 'a[$(curl)]' -eq 1 · -n x · 1 -eq 'a[$(curl)]' · -t 'a[$(curl)]' · ! -f f · -o x
    -R 'a[$(curl)]'`),
  '[': list(`
    -v 'a[$(curl)]' ] · -f f ] · 'a[$(curl)]' -eq 1 ] · -n x ] · "$x" = a ] · $x ] · -n x -a -v 'a[$(curl)]' ]
    ! -v x ]`),
  '[[': list(`
    -v 'a[$(curl)]' ]] · -f f ]] · 'a[$(curl)]' -eq 1 ]] · -n x ]] · $x == a ]] · -v a[$(curl)] ]]
    $y -eq 1 ]]`),
  read: list(`
    'a[$(curl)]' <<< x · x <<< f · -r x < f · -a x < f · -a 'a[$(curl)]' < f · -p x y < f · -t 'a[$(curl)]' x
    -u 'a[$(curl)]' x`),
  mapfile: list(`-C curl -c 1 x < f · x < f · -t 'a[$(curl)]' < f`),
  wait: list(`-n · -p 'a[$(curl)]' -n · 1 · 'a[$(curl)]' · %1 · $!`),
  set: list(`
    -e · -x · -o pipefail · -- a · -a · -k · -o history · -T · -euo pipefail · -o vi · +x · -o 'a[$(curl)]'
    -v · -f`),
  declare: list(`-n x=y · -i x='a[$(curl)]' · x=1 · -a 'x=($(curl))' · -x PATH=.`),
  export: list(`
    CI=1 · PATH=traps · CI='a[$(curl)]' · -f x · -n CI · CI · LD_PRELOAD=x · x=y · BASH_ENV=p · 'a[$(curl)]'=1`),
  let: list(`'a[$(curl)]' · 1+1`),
  exit: list(`'a[$(curl)]' · 0 · $y`),
  trap: list(`curl EXIT · '' INT`),
  alias: list(`ls=curl`),
  eval: list(`curl · ls`),
  command: list(`-v curl · curl · -V ls · -p curl · -p ls · ls · -pv ls · -- · eval curl`),
  exec: list(`curl · -a x curl · -c curl · -l ls · ls · > out · 3< f · {x}> out`),
  builtin: list(`eval curl · echo a · printf %s a · test -f f · test -v 'a[$(curl)]'`),
  timeout: list(`1 curl · -s KILL 1 ls · -k 1 1 ls · 1 env curl · --preserve-status 1 ls · 1 sort · 1`),
  nice: list(`curl · -n 5 ls · -5 ls · -n ls · ls · --adjustment=1 curl`),
  nohup: list(`ls · curl · sort f`),
  setsid: list(`ls · curl · -w ls · -f ls`),
  stdbuf: list(`-oL ls · -o L curl · -i0 sort f · -e 0 ls`),
  time: list(`ls · curl · -p ls · -o out ls · -f %e ls · --output=out ls`),
  split: list(`
    f · f out · -l 1 f · --filter=curl f · --filt=curl f · -l1 -a1 f out · --additional-suffix=x f
    -n 2 f src/`),
  uniq: list(`f · f out · -c f · -c f out · - out`),
  xxd: list(`f · f out · -r f out · -p f · -i f · -pc f out · -c8 f · -l 2`),
  tee: list(`out · -a out · - · out x · -p out`),
  touch: list(`out · -r f out · -d now f · -- -x · -c out · -f out`),
  mkdir: list(`out · -p out/a · -m 755 out · --parents out/b · -Z out`),
  rmdir: list(`src · out · -p out/a`),
  cp: list(`
    f out · -t src f · -r src out · -b f x · --backup=t f x · -S y f x · -l f out · -s f out · -T f out
    --parents src/a.ts out · -a . out · ../secret out · -u f x · --suffix=z f x`),
  mv: list(`
    f out · -t src f · -b f x · -n f x · -S q -b f x · --backup f x · -T f out · --suffix=q f x · f x src`),
  ln: list(`
    -s f out · f out · -sf f x · -sr f src/out · -s ../secret out · -t src f · -b f x · -s f · -S q f x
    -sT f out`),
  rm: list(`f · -f f · -rf src · -d src · -i f · -- -x · f x`),
  chmod: list(`+x f · 644 f · -R 644 src · --reference=x f · -x f · u+s f · 777 f · a-w f`),
  truncate: list(`-s 0 f · -s 1 out · -r f out · --size=0 x`),
  gzip: list(`
    f · -k f · -c f · -d z.gz · -r src · -S .x f · -N z.gz · -t z.gz · --suffix=.y f · -kf f · -9 f · -l z.gz`),
  gunzip: list(`
    z.gz · -k z.gz · -c z.gz · -k g-gz · -k g.z · -k g_z · -N z.gz · -S .q g.q · -f f · a.tgz · -kf z.gz
    -kq g-z · -k a.taz`),
  bzip2: list(`-k f · -d b.bz2 · -c f · f · -kd b.bz · -z f · -kd a.tbz2 · -kdf f`),
  bunzip2: list(`-k b.bz2 · -k b.bz · -k a.tbz · -k f · -kf b.bz2`),
  xz: list(`
    -k f · -d k.xz · -c f · -kd k.lzma · -S .x -k f · -kd a.txz · --files=list · -l k.xz · -F lzma -k f
    -kT1 f · -kd a.tlz`),
  unxz: list(`-k k.xz · -k k.lzma · -c k.xz · -k a.txz`),
  zstd: list(`
    f · -k f · -d s.zst · -o out f · -c f · --rm f · -r src · --filelist=list · -kd a.tzst · -t s.zst
    -l s.zst · --train f · -q f`),
  zcat: list(`z.gz · -f f · z · -S .x g.x · -r src · -l z.gz · -k z.gz · -N z.gz`),
  zip: list(`
    out f · -li out f · -x x @ out f · -T -TT curl out f · -TTcurl -T out f · -r out src · -m out f · -q out f · -b . out f
    -O out2 out f · --out=o2 out f · -u out f · -@ out · -j out src/a.ts · -T out f · -lf out2 out f
    -x f out x · -sf out f`),
  unzip: list(`
    -l a.zip · -p a.zip · a.zip · -o a.zip · -t a.zip · -d out a.zip · -Z a.zip · -v a.zip · -lP x a.zip`),
  patch: list(`
    -i p · -p1 -i p · -o out -i p · -r out -i p · f p · -e -i p · --dry-run -i p · -b -i p · -z x -i p`),
  diff: list(`
    f x · -u f x · -r . src · -l f x · --paginate f x · --to-file=f x · -X list f x · -D x f x
    --line-format=x f x · f - · -F x f f`),
  cmp: list(`f x · -l f x · f`),
  grep: list(`
    a f · -r a . · -f list f · -e a f · --include=f -r a · -R a . · --exclude-from=list a f · -P a f · -z a f
    -d recurse a .`),
  file: list(`
    f · -C -m f · -f list · -m f x · -z z.gz · -p f · -Cm f · -i f · -S f · --magic-file=f x · -d`),
  wc: list(`f · -l f · --files0-from=list · --files0=list`),
  du: list(`. · -s . · --files0-from=list · -X list . · -L . · -D x`),
  ls: list(`-la · src · -R · --color=always · -w 1 · -I x · --hyperlink · -D · .`),
  cat: list(`f · -n f · - · ../secret · -A x · list`),
  head: list(`-n 1 f · -1 f · -c 2 f`),
  tail: list(`-n 1 f · -1 f · --pid=1 f`),
  tac: list(`f · -r f · -s a f`),
  cut: list(`-c 1 f · -d a -f 1 f · -f 1`),
  column: list(`-t f · -s a f · -J f`),
  strings: list(`f · @list · -n 1 f · -a f`),
  hexdump: list(`-C f · -f list f · -n 2 f`),
  od: list(`-c f · --traditional f · -A x f`),
  date: list(`+%F · -r f · -f list · -d now · -s now · -u · --file=list · -d @1 · --reference=f · -I`),
  ps: list(`aux · -ef · e · auxe · -o pid · axo pid · -e`),
  jq: list(`
    . j · --arg --arg x -f ../secret · --arg x y · -n env · -n '$ENV' · -f p j · --slurpfile x f . j · --rawfile x ../secret -n $x · 'input' j · -r . j
    -L . . j · -n 'import "p" as p; 1' · --arg x y . j · --args . j · --from-file p j · -n --jsonargs . 1`),
  bc: list(`-l f · f · -q list · -c f`),
  seq: list(`3 · -w 3 · -f %g 3 · -s , 3`),
  tr: list(`a b · -d a · -s a`),
  echo: list(`a · -e a · -n · "$x" · $y · *`),
  cd: list(`src · .. · -P src · - · "$x" · src && ls · src; cat ../f · src; cat ../../secret`),
  type: list(`curl · -a ls · -P ls`),
  which: list(`curl · -a ls`),
  hash: list(`-p traps/curl ls`),
  enable: list(`-f x y · -n test`),
  source: list(`p · ./p`),
  '.': list(`./p`),
  sh: list(`-c ls · -c curl · p · -s · -c "ls $x"`),
  dash: list(`-c ls · -c curl · -s`),
  python3: list(`
    -c 1 · -V · p · -m pip list · -i · -m json.tool j · --version · -h · -Vc 1 · -hc 1 · -Wignore -V`),
  node: list(`
    -v · -e 1 · -p 1 · p · --version · -ve 1 · -h · --v8-options · --run x · -r ./p -v · --import=./p -v
    --require=./p --version`),
  perl: list(`-v · -e 1 · p · -ve 1 · -Mre -v · -I. -v · -Mp -v · -I . -Mp -v · -c p`),
  make: list(`--version · -v · -f p · --eval=x · -n · --version -f p`),
  gcc: list(`--version · -v · -wrapper curl f.c · -print-prog-name=x · -B. --version · @list`),
  npm: list(`
    --version · -v · ls · exec -c curl · run x · root · prefix · -C src ls · config get x · explain x
    query .`),
  less: list(`f · -o out f`),
  man: list(`-P curl ls`),
  vim: list(`-c '!curl'`),
  ssh: list(`-o ProxyCommand=curl x`),
  rsync: list(`-e curl x y:z`),
};
const programs = Object.keys(told);

/** Words that fit everywhere. */
const words = list(`
  f · x · src · . · - · -- · -n · -l · -r · -a · -e · -o · -f · -i · -c · -p · -O · -I · -x · -S · curl
  'curl x' · out · -o out · --output=out · ../secret · -f list · --help · --version · 1 · -1 · * · *f · -* · ./*
  src/* · ? · [a-z] · {f,x} · -{n,e} · {-e,1e} · -ex{ec,} · --out{put,}=out · $x · "$x" · $(echo f)
  "$(echo curl)" · $y · "-$x" · <(ls) · <(curl) · \`curl\` · 'a[$(curl)]' · $z · "$z" · > out · >> out · 2> out
  < f · &> out · <<< curl · >| out · 2>&1 · >&2 · < ../secret · 1<> out · >&out · '$(curl)' · \\; · + · {} · a=b
  +x · @list · %x · $'curl' · $"curl" · -\\n · -""n · -'n' · "-"e · --\\help`);
const joints = ['; ', ' && ', ' || ', ' | ', '\n', ' & ', ' |& '];
const before = [
  '',
  '',
  '',
  '',
  '',
  '',
  'timeout 1 ',
  'env ',
  'nice ',
  'command ',
  'CI=1 ',
  '! ',
  'time ',
  'x=f; ',
  'y=curl; ',
  'builtin ',
];
const around: readonly ((line: string) => string)[] = [
  (line) => `(${line})`,
  (line) => `{ ${line}; }`,
  (line) => `if ${line}; then ls; fi`,
  (line) => `for y in f curl 'a[$(curl)]'; do ${line}; done`,
  (line) => `while read -r x; do ${line}; break; done < list`,
  (line) => `x=$(${line}); echo "$x"`,
  (line) => `echo "$(${line})"`,
  (line) => `cat <(${line})`,
  (line) => `y='a[$(curl)]'; ${line}`,
  (line) => `cat <<'E' | ${line}\ncurl\nE`,
];

/** Command lines for the programs of this machine, one after the other, the same ones for the same seed. */
export function* randomCommands(seed: number): Generator<string, never> {
  const chance = createChance(seed);
  for (;;) {
    let line = command(chance);
    for (let more = chance.below(3); more > 1; more--) line += chance.one(joints) + command(chance);
    yield chance.happens(0.15) ? chance.one(around)(line) : line;
  }
}

function command({ below, one, happens }: Chance): string {
  const program = one(programs);
  const parts = [one(told[program] ?? words)];
  for (let more = below(4); more > 1; more--)
    parts.push(one(happens(0.6) ? (told[program] ?? words) : words));
  if (happens(0.2)) parts.unshift(one(words));
  return `${one(before)}${program} ${parts.join(' ')}`;
}
