import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openAt, type Place } from '../store/databases/both-databases.test-support.ts';
import type { LazyDatabase } from '../store/databases/lazy-database.ts';
import { createClient } from '../store/databases/postgres.ts';
import { decideAsReceived, expectedOutput, payingPlan } from '../store/plans/paying.test-support.ts';
import type { PlanKillReport } from '../store/plans/plan-kills.test-support.ts';
import { doubled, startReceiver } from '../store/receiver.test-support.ts';
import { DbosEngine } from './dbos-engine.ts';

type SharedPlace = Place & { readonly kind: 'postgres' };

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

interface StartWorkerOptions {
  /** Where its payments go. @default nowhere */
  readonly url?: string;
  readonly concurrency?: number;
  readonly onLine?: (told: Told) => void;
}

export function startWorker(
  place: Place,
  name: string,
  { url = '', concurrency = 2, onLine }: StartWorkerOptions = {},
): WorkerProcess {
  const file = fileURLToPath(new URL('worker-process.test-support.ts', import.meta.url));
  const child = spawn(
    process.execPath,
    ['--no-warnings', file, JSON.stringify(place), name, String(concurrency), url],
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
      if (told.some(({ words }) => words.join(' ') === word)) return;
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

/** An engine that only submits, watches and decides; and its database. */
export function openSubmitter(place: SharedPlace): {
  readonly engine: DbosEngine;
  readonly database: LazyDatabase;
} {
  const database = openAt(place);
  const engine = new DbosEngine(() => Promise.reject(new Error('only submits')), {
    place: { ...place, name: 'test' },
    database,
    onProblem: () => undefined,
  });
  return { engine, database };
}

/**
 * A worker that stands still while its machine is cut off: the others take over what it has. Resolves when they have. It does
 * not know of it, and goes on when it is woken.
 */
export async function freeze(
  { child, name }: WorkerProcess,
  database: LazyDatabase,
  place: SharedPlace,
): Promise<void> {
  child.kill('SIGSTOP');
  const { read } = await database.get();
  const { id } = await read
    .selectFrom('plan_workers')
    .select('id')
    .where('name', '=', name)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  // Its lock is what it is missed by; otherwise only its silence is, fifteen seconds later.
  const client = await createClient(place);
  await client.connect();
  await client.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'
     and (classid::bigint << 32) + objid::bigint = hashtextextended($1, 0)`,
    [`toolcrib ${place.schema} worker ${id}`],
  );
  await client.end();
  for (;;) {
    const row = await read
      .selectFrom('plan_workers')
      .select('ended_at')
      .where('id', '=', id)
      .executeTakeFirst();
    if (row?.ended_at !== null) return;
    await wait(20);
  }
}

/** Wakes a frozen worker, and resolves when it has noticed that it was given up, and has joined the others anew. */
export async function wake(worker: WorkerProcess, database: LazyDatabase): Promise<void> {
  worker.child.kill('SIGCONT');
  await worker.said('problem worker_given_up');
  const { read } = await database.get();
  const joined = read
    .selectFrom('plan_workers')
    .select('id')
    .where('name', '=', worker.name)
    .where('ended_at', 'is', null);
  while ((await joined.executeTakeFirst()) === undefined) await wait(20);
}

export interface WorkerKillReport extends PlanKillReport {
  /** Workers that were frozen instead of killed, and woken when others had taken over. */
  readonly frozen: number;
}

interface WorkerKillOptions {
  readonly kills: number;
  readonly workers: number;
  /** Which share of the kills freezes and wakes a worker instead. */
  readonly freezing: number;
  /** Numbers from 0 up to 1. */
  readonly random: () => number;
}

/**
 * Kills or freezes workers again and again while they work on plans together, each time another one at another point; one
 * that is killed is replaced. A person decides about what is parked, as soon as nobody is frozen who could still send it.
 */
export async function killAmongWorkers(
  place: SharedPlace,
  { kills, workers, freezing, random }: WorkerKillOptions,
): Promise<WorkerKillReport> {
  const receiver = await startReceiver({ answer: () => wait(5 + random() * 60) });
  const { url } = receiver;
  const told: Told[] = [];
  let begun = 0;
  let step: { readonly at: number; readonly reached: () => void } | undefined;
  const onLine = (line: Told): void => {
    told.push(line);
    if (['begun', 'paying'].includes(line.words[0] ?? '') && ++begun === step?.at) step.reached();
  };
  let started = 0;
  const start = (): WorkerProcess => startWorker(place, `w${++started}`, { url, onLine });
  const alive = Array.from({ length: workers }, start);
  await Promise.all(alive.map((worker) => worker.said('ready')));
  const lost = new Set<string>();

  const { engine, database } = openSubmitter(place);
  const unfinished: string[] = [];
  const enough = new AbortController();
  let waking: Promise<void> = Promise.resolve();
  let [plans, unknown, arrived, frozen] = [0, 0, 0, 0];
  const finish = async (planId: string): Promise<void> => {
    let { state, output } = await engine.result(planId);
    while (state === 'parked') {
      await waking;
      const looked = await decideAsReceived(engine, planId, url);
      unknown += looked.unknown.length;
      arrived += looked.arrived.length;
      ({ state, output } = await engine.result(planId));
    }
    if (state !== 'succeeded' || JSON.stringify(output) !== expectedOutput(planId)) unfinished.push(planId);
  };
  const submitter = async (own: number): Promise<void> => {
    for (let count = 1; !enough.signal.aborted; count++) {
      const planId = `plan-${own}-${count}`;
      plans++;
      await engine.submit(payingPlan, { planId, input: { plan: planId } });
      await finish(planId);
    }
  };
  const submitting = Promise.all([1, 2, 3].map(submitter));
  for (let kill = 0; kill < kills; kill++) {
    const { promise, resolve } = Promise.withResolvers<void>();
    step = { at: begun + 1 + Math.floor(random() * 25), reached: resolve };
    await promise;
    await wait(random() * 40);
    const [victim] = alive.splice(Math.floor(random() * alive.length), 1) as [WorkerProcess];
    lost.add(victim.name);
    if (random() < freezing) {
      frozen++;
      await victim.said('ready');
      waking = freeze(victim, database, place)
        .then(() => wait(random() * 300))
        .then(() => wake(victim, database));
      await waking;
      alive.push(victim);
    } else {
      victim.child.kill('SIGKILL');
      await victim.ended();
      alive.push(start());
      // Now and then the others are alone for a while.
      if (random() < 0.5) await alive.at(-1)?.said('ready');
    }
  }
  enough.abort();
  await submitting;
  for (const { child } of alive) child.kill('SIGTERM');
  for (const worker of alive) await worker.ended();
  await engine.close();
  await database.close();
  await receiver.stop();
  const { wrong, ...judged } = judge(told, lost);
  const all = [...wrong, ...doubled(receiver)];
  return {
    kills,
    frozen,
    ...judged,
    payments: receiver.received.size,
    unknown,
    arrived,
    unfinished,
    wrong: all,
  };
}

/** Holds what all of them told against what may happen. `lost` are those that were killed or frozen. */
function judge(
  told: readonly Told[],
  lost: ReadonlySet<string>,
): Pick<WorkerKillReport, 'calls' | 'repeated' | 'wrong'> {
  const last = new Map<string, { readonly worker: string; readonly callId: string }>();
  const wrong: string[] = [];
  let [calls, repeated] = [0, 0];
  for (const { worker, words } of told) {
    const [word, key = '', callId = ''] = words;
    const isExpected = key === 'worker_given_up' && lost.has(worker);
    if (word === 'problem' && !isExpected) wrong.push(`${worker} told of ${key}`);
    if (word === 'late' && !lost.has(worker)) wrong.push(`${worker} called ${key}, which had ended`);
    if (word !== 'begun') continue;
    calls++;
    const before = last.get(key);
    last.set(key, { worker, callId });
    if (before === undefined) continue;
    repeated++;
    if (!lost.has(before.worker)) wrong.push(`${key} was called by ${worker}, though ${before.worker} lived`);
    if (before.callId !== callId) wrong.push(`${key} was called as ${callId}, before as ${before.callId}`);
  }
  return { calls, repeated, wrong };
}
