import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { launchIn, type Hold } from './hold.ts';
import { createPrivateFolder } from './private-folder.ts';
import { defaultLimits, type Layer } from './processes.ts';
import type { ProtectedPaths } from './protected-paths.ts';
import { runTree } from './run-tree.ts';
import { StartError } from './start-error.ts';
import { spawnSupervised } from './supervised-tree.ts';
import { findSupervisor, type Supervisor } from './supervisor.ts';
import { findProgram } from './trusted-programs.ts';

/** What this machine can hold processes with; found out by trying. */
export interface Machine {
  readonly supervisor: Supervisor | undefined;
  /** How processes are held in a layer; undefined, with the reason kept, when a trial has failed. */
  hold(layer: Layer): Promise<Hold | undefined>;
  describe(): Promise<readonly MachinePart[]>;
}

/** One part of what can hold a process. */
export interface MachinePart {
  readonly name: 'perl' | 'bubblewrap' | 'namespaces' | 'proc' | 'landlock';
  readonly works: boolean;
  /** Where it is, which one, or why it does not work. */
  readonly detail: string;
}

let known: Machine | undefined;

/** Looked at once: what a machine can do does not change while we run. */
export function thisMachine(): Machine {
  known ??= createMachine();
  return known;
}

function createMachine(): Machine {
  const supervisor = findSupervisor();
  const bwrap = findProgram('bwrap');
  const landlock = once(() => (supervisor === undefined ? Promise.resolve(0) : landlockVersion(supervisor)));

  const tried = {
    bubblewrap: once(async () => {
      if (supervisor === undefined || bwrap === undefined) return { failed: 'not found' };
      const base = {
        layer: 'bubblewrap',
        supervisor,
        bubblewrap: bwrap,
        confined: true,
        proc: true,
      } as const;
      return tryOut({ ...base, landlock: (await landlock()) > 0 });
    }),
    namespaces: once(async () => {
      if (supervisor === undefined) return { failed: 'no perl' };
      const base = { layer: 'namespaces', supervisor, confined: true } as const;
      const withLandlock = (await landlock()) > 0;
      const whole = await tryOut({ ...base, landlock: withLandlock, proc: true });
      // A container hides parts of its `/proc`, and then the system lets nobody have one of his own.
      return 'hold' in whole ? whole : tryOut({ ...base, landlock: withLandlock, proc: false }, whole.failed);
    }),
    checks: once(async () => {
      const bare = { layer: 'checks', supervisor, confined: false, landlock: false, proc: false } as const;
      if (supervisor === undefined || (await landlock()) < 1) return { hold: bare };
      const confined = await tryOut({ ...bare, confined: true, landlock: true });
      return 'hold' in confined ? confined : { hold: bare };
    }),
  };

  return {
    supervisor,
    async hold(layer) {
      const trial = await tried[layer]();
      return 'hold' in trial ? trial.hold : undefined;
    },
    async describe() {
      const [bubblewrap, namespaces, version] = await Promise.all([
        tried.bubblewrap(),
        tried.namespaces(),
        landlock(),
      ]);
      const part = (name: MachinePart['name'], works: boolean, detail: string): MachinePart => ({
        name,
        works,
        detail,
      });
      const perl = supervisor?.perl;
      return [
        part('perl', perl !== undefined, perl ?? 'not found'),
        part('bubblewrap', 'hold' in bubblewrap, 'hold' in bubblewrap ? (bwrap ?? '') : bubblewrap.failed),
        part(
          'namespaces',
          'hold' in namespaces,
          'hold' in namespaces ? 'user, pid, net, ipc, mount' : namespaces.failed,
        ),
        part(
          'proc',
          'hold' in namespaces && namespaces.hold.proc,
          'hold' in namespaces ? (namespaces.why ?? '') : namespaces.failed,
        ),
        part('landlock', version > 0, version > 0 ? `version ${version}` : 'not in this kernel'),
      ];
    },
  };
}

type Trial =
  | { readonly hold: Hold /** Why it is not a better one. */; readonly why?: string | undefined }
  | { readonly failed: string };

function once<T>(look: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined;
  return () => (answer ??= look());
}

async function landlockVersion({ perl, text }: Supervisor): Promise<number> {
  try {
    const { stdout } = await promisify(execFile)(perl, ['-e', text, 'landlock'], { env: {} });
    return Number(stdout);
  } catch {
    return 0;
  }
}

/** Ends with a number of its own for each thing that a hold must not let through. */
const trialScript = [
  '(read -r line < "$1") 2>/dev/null && exit 11',
  '(echo changed > "$1") 2>/dev/null',
  'echo inside > file || exit 13',
  'test "$2" = checks && exit 0',
  'test $$ -gt 99 && exit 14',
  'test -e /proc/net/dev || exit 0',
  'lines=0; while read -r line; do lines=$((lines + 1)); done < /proc/net/dev',
  'test $lines -gt 3 && exit 15',
  'exit 0',
].join('\n');

const nothing: ProtectedPaths = { always: [], whenThere: [] };

/** Runs a command that tries to get out. Starting it is not enough: it must be held. */
async function tryOut(hold: Hold, why?: string): Promise<Trial> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'toolcrib-trial-')));
  const folder = createPrivateFolder(base);
  try {
    const root = join(base, 'project');
    const outside = join(base, 'outside');
    mkdirSync(root);
    writeFileSync(outside, 'secret');
    const request = {
      argv: ['/bin/sh', '-c', trialScript, 'sh', outside, hold.layer],
      directory: root,
    } as const;
    const place = { root, stateFolder: base, folder, protectedPaths: nothing, limits: defaultLimits };
    const tree = await spawnSupervised(
      launchIn(hold, request, { ...place, proxy: undefined, purpose: 'run' }),
    );
    const { exitCode, stderr } = await runTree(tree, { maxOutputBytes: 4096 });
    if (readFileSync(outside, 'utf8') !== 'secret') return { failed: 'what is outside can be written' };
    return exitCode === 0
      ? { hold, why }
      : { failed: `trial ended with ${exitCode}: ${String(stderr).trim()}` };
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    const { cause, code } = error;
    return { failed: cause instanceof Error ? `${cause.message} (${code})` : error.message };
  } finally {
    await folder.remove();
    rmSync(base, { recursive: true, force: true });
  }
}
