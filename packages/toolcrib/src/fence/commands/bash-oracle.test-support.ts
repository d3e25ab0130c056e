import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What bash really did with a script. */
export interface Deed {
  /** All commands it tried to start, its own ones included, each with its arguments. */
  readonly started: readonly (readonly string[])[];
  /** The files it made in the folder it ran in. */
  readonly made: readonly string[];
}

/**
 * Before a script runs, every command of the shell itself is switched off and no program is to be found: whatever bash tries
 * to start ends in the handler, which writes it down and succeeds or fails by chance. `printf` stays, to write with.
 */
const prelude = `
PATH=/nowhere
unset BASH_ENV
command_not_found_handle() { printf '%s\\0' "$#" "\${@//$'\\n'/$'\\x02'}" >>"$LOG"; (( RANDOM % 2 )); }
BUILTINS=$(compgen -b); BUILTINS=\${BUILTINS//printf/}
enable -n $BUILTINS
`;

/**
 * Some at a time, because most of them wait. What a script leaves running holds the stream 200: it counts as running until
 * that is let go, or until time is up for the whole group of its processes. When nobody listens any more, none is begun.
 */
const inTurn = (body: string): string => `
run() { timeout -s KILL "$1" /bin/bash -c ': "$(BASH_ENV=$1 bash -c "$0" 200>&1 >/dev/null)"' "$2" "$3"; }
cd "$1" || exit
ulimit -v 2000000 -f 2000
for script in scripts/*; do
  (
    number=\${script##*/}
    IFS= read -r -d '' text <"$script"
    export LOG="$1/logs/$number" LC_ALL=C.UTF-8
    ${body}
  ) </dev/null >/dev/null 2>&1 &
  (( ++started < 8 )) || wait -n
  printf . || exit
done
wait
`;

const runner = inTurn(`
    cd "work/$number" || exit
    run 3 "$text" "$1/prelude"`);

/** Whether bash can be watched on this machine. */
export function hasBash(): boolean {
  return spawnSync('/bin/bash', ['-c', '[[ -x /usr/bin/timeout ]]']).status === 0;
}

/** A view of the machine in which only one folder can be written, without network, whose processes all end together. */
const namespaces = '/usr/bin/unshare --user --map-root-user --mount --net --pid --fork --kill-child';
const walls = 'mount --bind "$0" "$0" && mount -o remount,bind,ro / && exec "$@"';
const jail = [...namespaces.split(' '), '/bin/bash', '-c', walls];

/** Whether there is a jail to run it in; without one, nothing is there for it to start either. */
export function hasJail(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'toolcrib-jail-'));
  const [file = '', ...rest] = jail;
  const probe = spawnSync(file, [...rest, folder, '/bin/bash', '-c', '[[ -w $0 && ! -w / ]]', folder]);
  rmSync(folder, { recursive: true });
  return probe.status === 0;
}

/** A program that only writes down that it was started. */
const trap = `#!/bin/sh
echo "$0" >>"$LOG"; exit 1
`;

const trapRunner = inTurn(`
    cp -r sample "work/$number" && cd "work/$number" || exit
    PATH="$1/traps:$PATH" HOME="$1/home" run 1 "$text"`);

/** Runs each script with the programs of this machine, and tells which of them started a program that is a trap. */
export function watchTraps(scripts: readonly string[], traps: readonly string[]): boolean[] {
  const folder = layOut(scripts);
  try {
    for (const name of ['traps', 'home', 'sample/src']) mkdirSync(join(folder, name), { recursive: true });
    for (const name of traps) writeFileSync(join(folder, 'traps', name), trap, { mode: 0o755 });
    for (const name of ['f', 'x', 'y', 'src/a.ts']) writeFileSync(join(folder, 'sample', name), 'a b\n');
    const repository = { cwd: join(folder, 'sample'), env: { HOME: folder, PATH: '/usr/bin:/bin' } };
    execFileSync('git', ['init', '-q', '--template='], repository);
    execFileSync('git', ['add', '-A'], repository);
    const author = ['-c', 'user.name=x', '-c', 'user.email=x@example.com'];
    execFileSync('git', [...author, 'commit', '-q', '-m', 'x'], repository);
    runIn(folder, trapRunner, { jailed: true });
    return scripts.map((_, index) => readFileSync(join(folder, 'logs', placeOf(index)), 'utf8') !== '');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Files for patterns to match, some of them with names that look like something else. */
const lyingAbout = ['a', 'b', 'ab', 'x', 'foo', 'bar.ts', '-n', '--all', 'y z'];

/** Runs each script in a folder of its own and tells what it did. */
export function watchBash(scripts: readonly string[], { jailed }: { readonly jailed: boolean }): Deed[] {
  const folder = layOut(scripts);
  try {
    writeFileSync(join(folder, 'prelude'), prelude);
    for (const index of scripts.keys()) {
      mkdirSync(join(folder, 'work', placeOf(index)));
      for (const name of lyingAbout) writeFileSync(join(folder, 'work', placeOf(index), name), '');
    }
    runIn(folder, runner, { jailed });
    return scripts.map((_, index) => ({
      started: toCommands(readFileSync(join(folder, 'logs', placeOf(index)), 'utf8')),
      made: readdirSync(join(folder, 'work', placeOf(index))).filter((name) => !lyingAbout.includes(name)),
    }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const placeOf = (index: number): string => String(index).padStart(6, '0');

function layOut(scripts: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolcrib-bash-'));
  for (const name of ['scripts', 'logs', 'work']) mkdirSync(join(folder, name));
  for (const [index, script] of scripts.entries()) {
    writeFileSync(join(folder, 'scripts', placeOf(index)), `${script}\0`);
    writeFileSync(join(folder, 'logs', placeOf(index)), '');
  }
  return folder;
}

function runIn(folder: string, program: string, { jailed }: { readonly jailed: boolean }): void {
  const bash = ['/bin/bash', '--norc', '-c', program, 'runner', folder];
  const [file = '', ...rest] = jailed ? [...jail, folder, ...bash] : bash;
  execFileSync(file, rest, {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { HOME: folder, PATH: '/usr/bin:/bin' },
  });
}

/** Each command is written as the number of its words and the words, in one piece: a newline would end a piece. */
function toCommands(log: string): string[][] {
  const texts = log.replaceAll('\x02', '\n').split('\0');
  const commands: string[][] = [];
  for (let at = 0; at < texts.length - 1; ) {
    const end = at + 1 + Number(texts[at]);
    commands.push(texts.slice(at + 1, end));
    at = end;
  }
  return commands;
}
