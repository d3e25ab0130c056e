import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchIn, unconfined, type Hold } from './hold.ts';
import { createPrivateFolder } from './private-folder.ts';
import { defaultLimits, type Layer } from './processes.ts';
import type { ProtectedPaths } from './protected-paths.ts';
import { findSupervisor, type Supervisor } from './supervisor.ts';
import { findProgram } from './trusted-programs.ts';

/** What this machine can hold processes with; found out by trying, which takes a moment once. */
export interface Machine {
  readonly supervisor: Supervisor | undefined;
  /** How processes are held in a layer; undefined when this machine does not have it. */
  hold(layer: Layer): Hold | undefined;
  /** What works and what does not, for a person who wants to know. */
  describe(): readonly MachinePart[];
}

/** One part of what can hold a process. */
export interface MachinePart {
  readonly name: 'perl' | 'bubblewrap' | 'namespaces' | 'proc' | 'landlock' | 'broker' | 'seatbelt';
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
  const landlock = once(() => (supervisor === undefined ? 0 : landlockVersion(supervisor)));
  const tried = {
    bubblewrap: once((): Trial => {
      if (supervisor === undefined) return { failed: 'no perl' };
      if (bwrap === undefined) return { failed: 'not found' };
      const parts = { confined: true, landlock: landlock() > 0, proc: true };
      return tryWithBroker({ layer: 'bubblewrap', supervisor, bubblewrap: bwrap, ...parts });
    }),
    namespaces: once((): Trial => {
      if (supervisor === undefined) return { failed: 'no perl' };
      const base = { layer: 'namespaces', supervisor, confined: true, landlock: landlock() > 0 } as const;
      const whole = tryWithBroker({ ...base, proc: true });
      // A container hides parts of its `/proc`, and then the system lets nobody have one of his own.
      return 'hold' in whole
        ? whole
        : { ...tryOut({ ...base, proc: false, broker: false }), less: whole.failed };
    }),
    seatbelt: once((): Trial => {
      if (process.platform !== 'darwin') return { failed: 'macOS only' };
      if (!existsSync(sandboxExec)) return { failed: 'not found' };
      return tryOut({ layer: 'seatbelt', seatbelt: sandboxExec, supervisor: undefined, ...unconfined });
    }),
    checks: once((): Trial => {
      const bare = { layer: 'checks', supervisor, ...unconfined } as const;
      const confined = landlock() > 0 && tryWithBroker({ ...bare, confined: true, landlock: true });
      return confined && 'hold' in confined ? confined : { hold: bare };
    }),
  };

  return {
    supervisor,
    hold(layer) {
      const trial = tried[layer]();
      return 'hold' in trial ? trial.hold : undefined;
    },
    describe() {
      if (process.platform === 'darwin') return [partOf('seatbelt', tried.seatbelt(), sandboxExec)];
      if (process.platform !== 'linux') return [];
      const perl = supervisor?.perl;
      const bubblewrap = tried.bubblewrap();
      const namespaces = tried.namespaces();
      const version = landlock();
      return [
        { name: 'perl', works: perl !== undefined, detail: perl ?? 'not found' },
        partOf('bubblewrap', bubblewrap, `${bwrap}, ${versionOf(bwrap)}`),
        partOf('namespaces', namespaces, 'user, process, network, ipc, mount'),
        'less' in namespaces
          ? { name: 'proc', works: false, detail: namespaces.less ?? '' }
          : partOf('proc', namespaces, 'of its own'),
        { name: 'landlock', works: version > 0, detail: version > 0 ? `version ${version}` : 'not there' },
        brokerPart([bubblewrap, namespaces, tried.checks()]),
      ];
    },
  };
}

/** Never another one that stands earlier in a path. */
const sandboxExec = '/usr/bin/sandbox-exec';

/** What came of it; `less` tells why it is not a better one. */
type Trial = ({ readonly hold: Hold } | { readonly failed: string }) & {
  readonly less?: string | undefined;
  /** Why it has no broker. */
  readonly broker?: string | undefined;
};

function partOf(name: MachinePart['name'], trial: Trial, detail: string): MachinePart {
  return 'hold' in trial ? { name, works: true, detail } : { name, works: false, detail: trial.failed };
}

/** Of the strongest layer that works. */
function brokerPart(trials: readonly Trial[]): MachinePart {
  const strongest = trials.find((trial) => 'hold' in trial);
  const works = strongest !== undefined && 'hold' in strongest && strongest.hold.broker;
  const detail = works ? 'seccomp notification' : (strongest?.broker ?? 'no layer');
  return { name: 'broker', works, detail };
}

function once<T>(look: () => T): () => T {
  let answer: { readonly value: T } | undefined;
  return () => (answer ??= { value: look() }).value;
}

/** What it says itself, such as `bubblewrap 0.8.0`. */
function versionOf(program: string | undefined): string {
  return program === undefined ? '' : String(spawnSync(program, ['--version'], { env: {} }).stdout).trim();
}

/** Milliseconds for one trial, of which it needs a few. */
const trialTime = 5000;

/** 0 where the system does not have it. */
function landlockVersion({ perl, confineText }: Supervisor): number {
  const { stdout } = spawnSync(perl, ['-e', confineText, 'landlock'], { env: {}, timeout: trialTime });
  return Math.max(0, Number(stdout) || 0);
}

/** Ends with a number of its own for each thing that a hold must not let through. */
const trialScript = [
  '(read -r line < "$1") 2>/dev/null && exit 11',
  '(echo changed > "$1") 2>/dev/null',
  'echo inside > file || exit 13',
  'test "$2" = checks && exit 0',
  '(mkdir kept; echo changed > kept/file) 2>/dev/null && exit 16',
  'test "$2" = "checks broker" && exit 0',
  // Refused by the sandbox, and not by the closed port; and a second name for a file that may only be read.
  'if test "$2" = seatbelt; then',
  '  mkdir kept 2>/dev/null && exit 16',
  '  case "$( (/bin/bash -c "exec 3<>/dev/tcp/127.0.0.1/9") 2>&1)" in *refused*) exit 15;; esac',
  '  (ln "$3" second && echo changed > second) 2>/dev/null',
  '  exit 0',
  'fi',
  'test $$ -gt 99 && exit 14',
  'test -e /proc/net/dev || exit 0',
  'lines=0; while read -r line; do lines=$((lines + 1)); done < /proc/net/dev',
  'test $lines -gt 3 && exit 15',
  'exit 0',
].join('\n');

const kept: ProtectedPaths = {
  names: ['kept'],
  everywhere: [],
  fixed: [],
  mounted: [],
  placeholders: ['kept'],
};

/** With the broker where it works. The kernel must have Landlock and a recent seccomp, and nobody else may listen. */
function tryWithBroker(hold: Omit<Hold, 'broker'>): Trial {
  const brokered: Trial = hold.landlock
    ? tryOut({ ...hold, broker: true })
    : { failed: 'no Landlock, which it needs' };
  return 'hold' in brokered ? brokered : { ...tryOut({ ...hold, broker: false }), broker: brokered.failed };
}

/** Runs a command that tries to get out. That it starts is not enough: it must be held. */
function tryOut(hold: Hold): Trial {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'toolcrib-trial-')));
  try {
    const root = join(base, 'project');
    const outside = join(base, 'outside');
    mkdirSync(root);
    const readable = join(base, 'readable');
    for (const path of [outside, readable]) writeFileSync(path, 'secret');
    const place = { root, stateFolder: base, folder: createPrivateFolder(base), protectedPaths: kept };
    const {
      file,
      arguments: given,
      environment,
    } = launchIn(
      hold,
      {
        argv: [
          '/bin/sh',
          '-c',
          trialScript,
          'sh',
          outside,
          hold.broker ? `${hold.layer} broker` : hold.layer,
          readable,
        ],
        directory: root,
        reads: [readable],
      },
      { ...place, protectedFiles: [], limits: defaultLimits, proxy: undefined, purpose: 'terminal' },
    );
    const { status, stderr } = spawnSync(file, given, { cwd: root, env: environment, timeout: trialTime });
    if (status !== 0) return { failed: `trial ended with ${status}: ${String(stderr).trim()}` };
    const touched = [outside, readable].some((path) => readFileSync(path, 'utf8') !== 'secret');
    return touched ? { failed: 'what is outside can be written' } : { hold };
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}
