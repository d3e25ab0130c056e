import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createStore } from '../store.ts';
import type { RecordingOrders } from './recording-process.test-support.ts';
import type { Verification } from './stored-history.ts';

const program = fileURLToPath(new URL('recording-process.test-support.ts', import.meta.url));

/** A process that records calls. */
export interface Recording {
  readonly child: ChildProcess;
  /** What it has said so far. */
  readonly lines: readonly string[];
  /** Resolves when it says a line that begins so. */
  said(beginning: string): Promise<void>;
  /** The exit code or the signal. */
  ended(): Promise<number | string | null>;
}

/** Starts one; `shell` is run before it, in the same process, and `user` is who it runs as. */
export function startRecording(
  orders: RecordingOrders,
  {
    shell = '',
    user = {},
  }: { readonly shell?: string; readonly user?: { readonly uid?: number; readonly gid?: number } } = {},
): Recording {
  const child = spawn(
    'bash',
    [
      '-c',
      `${shell} exec "$0" "$@"`,
      process.execPath,
      '--disable-warning=ExperimentalWarning',
      program,
      JSON.stringify(orders),
    ],
    { ...user, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => void lines.push(line));
  // Only when everything it has said is read.
  const closed = once(child, 'close') as Promise<[number | null, string | null]>;
  return {
    child,
    lines,
    async said(beginning) {
      while (!lines.some((line) => line.startsWith(beginning))) {
        if (child.exitCode !== null || child.signalCode !== null)
          throw new Error(`it ended before it said "${beginning}": ${lines.join(', ')}`);
        await wait(5);
      }
    },
    async ended() {
      const [code, signal] = await closed;
      return signal ?? code;
    },
  };
}

export interface FaultReport {
  /** Ids that were said to be written and are not there. */
  readonly missing: readonly string[];
  readonly doubled: readonly string[];
  /** Ids that are there although an earlier one of the same process is not. */
  readonly torn: readonly string[];
  readonly records: number;
  readonly verification: Verification;
}

/** Reads a store from its beginning and holds it against what the processes said: `written` is up to which number, by name. */
export async function inspect(
  { place, stateFolder }: Pick<RecordingOrders, 'place' | 'stateFolder'>,
  written: ReadonlyMap<string, number>,
): Promise<FaultReport> {
  const problems: string[] = [];
  const store = createStore({ place, stateFolder, onProblem: ({ message }) => problems.push(message) });
  const counts = new Map<string, number[]>();
  const doubled: string[] = [];
  let records = 0;
  for await (const { callId } of store.history.stream()) {
    records++;
    const [, name = '', number] = /^(.*)_(\d+)$/u.exec(callId) ?? [];
    const seen = counts.get(name) ?? [];
    if (seen[Number(number)] !== undefined) doubled.push(callId);
    seen[Number(number)] = 1;
    counts.set(name, seen);
  }
  const missing: string[] = [];
  for (const [name, last] of written)
    for (let number = 1; number <= last; number++)
      if (counts.get(name)?.[number] === undefined) missing.push(`${name}_${number}`);
  const torn = [...counts].flatMap(([name, seen]) => {
    const gap = Array.from({ length: seen.length - 1 }, (_, at) => seen[at + 1]).indexOf(undefined);
    return gap === -1 ? [] : [`${name}_${gap + 1}`];
  });
  const verification = await store.history.verify();
  await store.close();
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return { missing, doubled, torn, records, verification };
}

export interface KillReport extends FaultReport {
  readonly kills: number;
  /** Records that were said to be written. */
  readonly acknowledged: number;
}

/**
 * Lets processes record into one store and kills each, with a signal that nobody hears, after a time that `random` gives.
 * Some die while they start, some while they write.
 */
export async function killRecordings(
  target: Pick<RecordingOrders, 'place' | 'stateFolder'>,
  options: { readonly kills: number; readonly atOnce: number; readonly random: () => number },
): Promise<KillReport> {
  const written = new Map<string, number>();
  let started = 0;
  const killNext = async (): Promise<void> => {
    while (started < options.kills) {
      const name = `kill${++started}`;
      const recording = startRecording({ ...target, name });
      // A tenth of them dies before it has written anything.
      if (options.random() > 0.1) await recording.said('flushed');
      await wait(options.random() * 150);
      recording.child.kill('SIGKILL');
      await recording.ended();
      const flushed = recording.lines.filter((line) => line.startsWith('flushed ')).at(-1);
      written.set(name, Number(flushed?.split(' ')[1] ?? 0));
    }
  };
  await Promise.all(Array.from({ length: options.atOnce }, killNext));
  const acknowledged = [...written.values()].reduce((sum, last) => sum + last, 0);
  return { kills: started, acknowledged, ...(await inspect(target, written)) };
}
