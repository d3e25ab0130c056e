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
export const inTurn = (body: string): string => `
run() { timeout -s KILL "$1" /bin/bash -c ': "$(BASH_ENV=$1 bash -c "$0" 200>&1 >"$2" 2>&1)"' "$2" "$3" "\${4:-/dev/null}"; }
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

export const placeOf = (index: number): string => String(index).padStart(6, '0');

export function layOut(scripts: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolcrib-bash-'));
  for (const name of ['scripts', 'logs', 'work']) mkdirSync(join(folder, name));
  for (const [index, script] of scripts.entries()) {
    writeFileSync(join(folder, 'scripts', placeOf(index)), `${script}\0`);
    writeFileSync(join(folder, 'logs', placeOf(index)), '');
  }
  return folder;
}

export function runIn(
  folder: string,
  program: string,
  {
    jailed,
    environment = {},
  }: { readonly jailed: boolean; readonly environment?: Readonly<Record<string, string>> },
): void {
  const bash = ['/bin/bash', '--norc', '-c', program, 'runner', folder];
  const [file = '', ...rest] = jailed ? [...jail, folder, ...bash] : bash;
  execFileSync(file, rest, {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...environment, HOME: folder, PATH: '/usr/bin:/bin' },
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
