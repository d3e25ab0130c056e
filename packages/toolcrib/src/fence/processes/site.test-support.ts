import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createProcessesIn, type ProcessesOptions } from './create-processes.ts';
import { unconfined, type Hold } from './hold.ts';
import { thisMachine } from './machine.ts';
import type { ProcessOutcome, Processes, RunRequest } from './processes.ts';
import { systemReads } from './system-reads.ts';

/** A hold, and what it promises. */
export interface TestedHold {
  readonly name: string;
  /** Undefined when this machine does not have it. */
  readonly hold: Hold | undefined;
  /** Files outside the project cannot be opened. */
  readonly files: boolean;
  /** Nothing outside can be seen or reached: processes, network, sockets; protected paths cannot be written. */
  readonly walled: boolean;
  /** Protected names cannot be made, in any folder; nothing shows on the disk meanwhile. */
  readonly brokered: boolean;
  /** The supervisor is there: limits are set, what came out is counted, and nobody gets away. */
  readonly supervised: boolean;
  /** With one part switched off, what the others have to hold alone is tried again, and nothing else. */
  readonly whole: boolean;
}

/** Every layer, and those made of two parts also with one of the two switched off. */
export function testedHolds(): readonly TestedHold[] {
  const machine = thisMachine();
  const [checks, namespaces, bubblewrap] = (['checks', 'namespaces', 'bubblewrap'] as const).map((layer) =>
    machine.hold(layer),
  );
  const { supervisor } = machine;
  const bare: Hold = { layer: 'checks', supervisor: undefined, ...unconfined };
  const without = (hold: Hold | undefined, part: 'landlock' | 'broker'): Hold | undefined =>
    hold && { ...hold, broker: false, [part]: false };
  const walled = { files: true, walled: true, supervised: true };
  const open = { files: false, walled: false, brokered: false };
  const part = { brokered: false, whole: false };
  return [
    { name: 'no supervisor', hold: bare, ...open, supervised: false, whole: true },
    { name: 'checks', hold: supervisor && { ...bare, supervisor }, ...open, supervised: true, whole: true },
    {
      name: 'checks with Landlock',
      hold: checks?.landlock ? checks : undefined,
      files: true,
      walled: false,
      brokered: checks?.broker ?? false,
      supervised: true,
      whole: false,
    },
    { name: 'namespaces', hold: namespaces, ...walled, brokered: namespaces?.broker ?? false, whole: true },
    { name: 'namespaces without broker', hold: without(namespaces, 'broker'), ...walled, ...part },
    { name: 'namespaces without Landlock', hold: without(namespaces, 'landlock'), ...walled, ...part },
    { name: 'bubblewrap', hold: bubblewrap, ...walled, brokered: bubblewrap?.broker ?? false, whole: true },
    { name: 'bubblewrap without broker', hold: without(bubblewrap, 'broker'), ...walled, ...part },
    { name: 'bubblewrap without Landlock', hold: without(bubblewrap, 'landlock'), ...walled, ...part },
  ];
}

/** A project with an outside, both in a folder that goes with the test. */
export interface Site {
  readonly root: string;
  /** A folder beside the project that holds the file `canary`. */
  readonly outside: string;
  readonly stateFolder: string;
  processes(hold: Hold, options?: Partial<ProcessesOptions>): Processes;
  remove(): void;
}

export function createSite(parent: string = tmpdir()): Site {
  const base = realpathSync(mkdtempSync(join(parent, 'toolcrib-site-')));
  const [root, outside, stateFolder] = ['project', 'outside', 'state'].map((name) => {
    mkdirSync(join(base, name));
    return join(base, name);
  }) as [string, string, string];
  writeFileSync(join(outside, 'canary'), 'untouched');
  return {
    root,
    outside,
    stateFolder,
    processes: (hold, options) =>
      createProcessesIn(() => hold, { root, stateFolder, mode: 'best_effort', ...options }),
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
}

/** What a line for bash says and how it ends. */
export async function bash(
  processes: Processes,
  line: string,
  request: Partial<RunRequest> & Pick<RunRequest, 'directory'>,
): Promise<Omit<ProcessOutcome, 'stdout' | 'stderr'> & { readonly stdout: string; readonly stderr: string }> {
  const outcome = await processes.run({ argv: ['/bin/bash', '--norc', '-c', line], ...request });
  return { ...outcome, stdout: outcome.stdout.toString(), stderr: outcome.stderr.toString() };
}

/** What a line for bash says in a process that starts no others, and how it ends. */
export async function sayAlone(
  processes: Processes,
  line: string,
  directory: string,
): Promise<{ readonly out: string; readonly exitCode: number | null }> {
  const running = await processes.start({
    argv: ['/bin/bash', '--norc', '-c', line],
    directory,
    writes: 'nothing',
    lone: true,
    reads: systemReads(),
  });
  running.stdin.end();
  const out = await text(running.stdout);
  return { out, exitCode: (await running.exited).exitCode };
}

/** The living processes of the machine whose command line holds a word. */
export function processesWith(word: string): string[] {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/u.test(name)) return false;
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'latin1').includes(word);
    } catch {
      return false;
    }
  });
}
