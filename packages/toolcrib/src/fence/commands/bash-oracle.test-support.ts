import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What bash really did with a script. */
export interface Deed {
  /** The names of all commands it tried to start, its own ones included. */
  readonly started: readonly string[];
  /** The files it made in the folder it ran in. */
  readonly made: readonly string[];
}

/**
 * Before a script runs, every command of the shell itself is switched off and no program is to be found: whatever bash tries
 * to start ends in the handler, which writes the name down and succeeds or fails by chance. `declare` stays, to write with.
 */
const prelude = `
PATH=/nowhere
unset BASH_ENV
command_not_found_handle() { declare n=$1; declare -p n >>"$LOG"; (( RANDOM % 2 )); }
BUILTINS=$(compgen -b); BUILTINS=\${BUILTINS//declare/}
enable -n $BUILTINS
`;

const runner = `
cd "$1" || exit
ulimit -v 1000000 -f 2000
for script in scripts/*; do
  number=\${script##*/}
  IFS= read -r -d '' text <"$script"
  cd "work/$number" || exit
  LOG="$1/logs/$number" BASH_ENV="$1/prelude" LC_ALL=C.UTF-8 \\
    /usr/bin/timeout -s KILL 3 /bin/bash -c "$text" </dev/null >/dev/null 2>&1
  cd "$1" || exit
done
`;

/** Whether bash can be watched on this machine. */
export function hasBash(): boolean {
  return spawnSync('/bin/bash', ['-c', '[[ -x /usr/bin/timeout ]]']).status === 0;
}

const jail = ['--unshare-user', '--unshare-all', '--cap-drop', 'ALL', '--die-with-parent', '--new-session'];
const view = (folder: string): string[] => ['--ro-bind', '/', '/', '--dev', '/dev', '--bind', folder, folder];

/** Whether there is a jail to run it in; without one, nothing is there for it to start either. */
export function hasJail(): boolean {
  return spawnSync('bwrap', [...jail, ...view('/tmp'), '/bin/true']).status === 0;
}

/** Runs each script in a folder of its own and tells what it did. */
export function watchBash(scripts: readonly string[], { jailed }: { readonly jailed: boolean }): Deed[] {
  const folder = mkdtempSync(join(tmpdir(), 'toolcrib-bash-'));
  const places = scripts.map((_, index) => String(index).padStart(6, '0'));
  try {
    for (const name of ['scripts', 'logs', 'work']) mkdirSync(join(folder, name));
    writeFileSync(join(folder, 'prelude'), prelude);
    for (const [index, place] of places.entries()) {
      mkdirSync(join(folder, 'work', place));
      writeFileSync(join(folder, 'scripts', place), `${scripts[index]}\0`);
      writeFileSync(join(folder, 'logs', place), '');
    }
    const bash = ['/bin/bash', '--norc', '-c', runner, 'runner', folder];
    const [file = '', ...rest] = jailed ? ['bwrap', ...jail, ...view(folder), ...bash] : bash;
    execFileSync(file, rest, { stdio: 'ignore', env: { HOME: folder } });
    return places.map((place) => ({
      started: readFileSync(join(folder, 'logs', place), 'utf8')
        .split('\n')
        .flatMap((line) => /^declare -- n=(.*)$/u.exec(line)?.[1] ?? [])
        .map(unquoted),
      made: readdirSync(join(folder, 'work', place)),
    }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function unquoted(text: string): string {
  return text.replace(/^"(.*)"$/su, '$1').replaceAll(/\\(["$`\\])/gu, '$1');
}
