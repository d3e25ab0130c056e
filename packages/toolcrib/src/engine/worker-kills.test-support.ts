import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { definePlan } from '@toolcrib/core/plan';
import { openAt, type Place } from '../store/databases/both-databases.test-support.ts';
import { DbosEngine } from './dbos-engine.ts';

/** A line that a worker has told. */
interface Told {
  readonly worker: string;
  readonly words: readonly string[];
}

/** A worker in a process of its own. */
export interface WorkerProcess {
  readonly name: string;
  readonly child: ChildProcess;
  readonly told: readonly Told[];
  said(word: string): Promise<void>;
  ended(): Promise<number | string>;
}

export function startWorker(
  place: Place,
  name: string,
  { concurrency = 2, onLine }: { concurrency?: number; onLine?: (told: Told) => void } = {},
): WorkerProcess {
  const file = fileURLToPath(new URL('worker-process.test-support.ts', import.meta.url));
  const child = spawn(
    process.execPath,
    ['--no-warnings', file, JSON.stringify(place), name, String(concurrency)],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const told: Told[] = [];
  const closed = once(child, 'close');
  const waiting = new Map<string, () => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const one = { worker: name, words: line.split(' ') };
    told.push(one);
    onLine?.(one);
    waiting.get(line)?.();
  });
  return {
    name,
    child,
    told,
    async said(word) {
      if (told.some(({ words }) => words[0] === word)) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.set(word, resolve);
      await Promise.race([
        promise,
        closed.then(() => Promise.reject(new Error(`${name} never said ${word}`))),
      ]);
    },
    async ended() {
      await closed;
      return child.exitCode ?? child.signalCode ?? '';
    },
  };
}

export interface WorkerKillReport {
  readonly kills: number;
  readonly plans: number;
  readonly calls: number;
  /** Calls that were under way when their worker was killed, and were made once more. */
  readonly repeated: number;
  readonly unfinished: readonly string[];
  readonly wrong: readonly string[];
}

/** A list, a fan-out over it, a diamond and a row, with outputs that are large and small. */
export const samplePlan = definePlan({
  name: 'shared',
  concurrency: 6,
  nodes: [
    { id: 'list', tool: 'act', arguments: { value: [1, 2, 3, 4, 5, 6] } },
    {
      id: 'each',
      tool: 'act',
      for_each: '{{nodes.list.output}}',
      arguments: { value: '{{item}}', pause: 30 },
    },
    { id: 'large', tool: 'act', after: ['list'], arguments: { value: 'x'.repeat(60_000) } },
    { id: 'left', tool: 'act', arguments: { value: '{{nodes.large.output}}', pause: 50 } },
    { id: 'right', tool: 'act', after: ['large'] },
    { id: 'row', tool: 'act', after: ['left', 'right'] },
    { id: 'last', tool: 'act', arguments: { value: ['{{nodes.row.output}}', '{{nodes.each.output}}'] } },
  ],
  output: '{{nodes.last.output[1]}}',
});

/**
 * Kills workers again and again while they work on plans together, each time another one at another point; one that is killed
 * is replaced. `random` gives numbers from 0 up to 1.
 */
export async function killAmongWorkers(
  place: Place & { readonly kind: 'postgres' },
  {
    kills,
    workers,
    random,
  }: { readonly kills: number; readonly workers: number; readonly random: () => number },
): Promise<WorkerKillReport> {
  const told: Told[] = [];
  let begun = 0;
  let step: { readonly at: number; readonly reached: () => void } | undefined;
  const onLine = (line: Told): void => {
    told.push(line);
    if (line.words[0] === 'begun' && ++begun === step?.at) step.reached();
  };
  let started = 0;
  const start = (): WorkerProcess => startWorker(place, `w${++started}`, { onLine });
  const alive = Array.from({ length: workers }, start);
  await Promise.all(alive.map((worker) => worker.said('ready')));
  const killed = new Set<string>();

  const database = openAt(place);
  const engine = new DbosEngine(() => Promise.reject(new Error('only submits')), {
    place: { ...place, name: 'test' },
    database,
    onProblem: () => undefined,
  });
  const unfinished: string[] = [];
  const enough = new AbortController();
  let plans = 0;
  const submitter = async (own: number): Promise<void> => {
    for (let count = 1; !enough.signal.aborted; count++) {
      const planId = `plan-${own}-${count}`;
      plans++;
      await engine.submit(samplePlan, { planId });
      const { state, output } = await engine.result(planId);
      if (state !== 'succeeded' || JSON.stringify(output) !== '[1,2,3,4,5,6]') unfinished.push(planId);
    }
  };
  const submitting = Promise.all([1, 2, 3].map(submitter));
  for (let kill = 0; kill < kills; kill++) {
    const { promise, resolve } = Promise.withResolvers<void>();
    step = { at: begun + 1 + Math.floor(random() * 25), reached: resolve };
    await promise;
    await wait(random() * 40);
    const [victim] = alive.splice(Math.floor(random() * alive.length), 1) as [WorkerProcess];
    killed.add(victim.name);
    victim.child.kill('SIGKILL');
    await victim.ended();
    alive.push(start());
    // Now and then the others are alone for a while.
    if (random() < 0.5) await alive.at(-1)?.said('ready');
  }
  enough.abort();
  await submitting;
  for (const { child } of alive) child.kill('SIGTERM');
  for (const worker of alive) await worker.ended();
  await engine.close();
  await database.close();
  return { kills, plans, unfinished, ...judge(told, killed) };
}

/** Holds what all of them told against what may happen. */
function judge(
  told: readonly Told[],
  killed: ReadonlySet<string>,
): Pick<WorkerKillReport, 'calls' | 'repeated' | 'wrong'> {
  const last = new Map<string, { readonly worker: string; readonly callId: string }>();
  const wrong: string[] = [];
  let [calls, repeated] = [0, 0];
  for (const { worker, words } of told) {
    const [word, key = '', callId = ''] = words;
    if (word === 'problem') wrong.push(`${worker} told of ${key}`);
    if (word === 'late') wrong.push(`${worker} called ${key}, which had ended`);
    if (word !== 'begun') continue;
    calls++;
    const before = last.get(key);
    last.set(key, { worker, callId });
    if (before === undefined) continue;
    repeated++;
    if (!killed.has(before.worker))
      wrong.push(`${key} was called by ${worker}, though ${before.worker} lived`);
    if (before.callId !== callId) wrong.push(`${key} was called as ${callId}, before as ${before.callId}`);
  }
  return { calls, repeated, wrong };
}
