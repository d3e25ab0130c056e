import { definePlan } from '@toolcrib/core/plan';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openAt, type Place } from '../store/databases/both-databases.test-support.ts';
import { ownSchema, startPostgres, type TestPostgres } from '../store/databases/postgres.test-support.ts';
import { seededRandom } from '../store/seeded-random.test-support.ts';
import { DbosEngine } from './dbos-engine.ts';
import {
  killAmongWorkers,
  samplePlan,
  startWorker,
  type WorkerProcess,
} from './worker-kills.test-support.ts';

let server: TestPostgres;
beforeAll(async () => void (server = await startPostgres()), 60_000);
afterAll(() => server.stop());

function newPlace(): Place & { readonly kind: 'postgres' } {
  return { kind: 'postgres', url: server.url, schema: ownSchema() };
}

/** An engine that only submits and watches. */
function submitter(place: Place & { readonly kind: 'postgres' }): DbosEngine {
  const database = openAt(place);
  const engine = new DbosEngine(() => Promise.reject(new Error('does not work')), {
    place: { ...place, name: 'test' },
    database,
    onProblem: () => undefined,
  });
  onTestFinished(async () => {
    await engine.close();
    await database.close();
  });
  return engine;
}

function callsOf({ told }: WorkerProcess): string[] {
  return told.flatMap(({ words: [word, , callId] }) => (word === 'begun' && callId ? [callId] : []));
}

async function stop(worker: WorkerProcess): Promise<void> {
  worker.child.kill('SIGTERM');
  await worker.ended();
}

// In full: npm run faults:plans -- --engine dbos.
test.each([2, 4])(
  'kill -9 of one of %i workers ends no plan: what had ended is not called again, what was under way is, under its id',
  { timeout: 240_000 },
  async (workers) => {
    const report = await killAmongWorkers(newPlace(), { kills: 2, workers, random: seededRandom(workers) });
    expect(report).toMatchObject({ kills: 2, wrong: [], unfinished: [] });
    expect(report.calls).toBeGreaterThan(20);
  },
);

test('a worker that is asked to end hands over what it does, and the plan goes on in another', {
  timeout: 120_000,
}, async () => {
  const place = newPlace();
  const engine = submitter(place);
  const first = startWorker(place, 'first');
  await first.said('ready');
  const plan = definePlan({
    name: 'handed over',
    nodes: [
      { id: 'quick', tool: 'act' },
      { id: 'slow', tool: 'act', arguments: { only_in: 'second' }, after: ['quick'] },
      { id: 'last', tool: 'act', after: ['slow'] },
    ],
  });
  await engine.submit(plan, { planId: 'moved' });
  await expect.poll(() => callsOf(first)).toEqual(['moved:quick#1', 'moved:slow#1']);
  const second = startWorker(place, 'second');
  await second.said('ready');
  first.child.kill('SIGTERM');
  expect(await first.ended()).toBe(0);
  expect(await engine.result('moved')).toMatchObject({ state: 'succeeded' });
  expect(callsOf(second)).toEqual(['moved:slow#1', 'moved:last#1']);
  await stop(second);
});

test('a PostgreSQL that dies in the middle is waited for: nobody is taken for dead, and the plan goes on', {
  timeout: 120_000,
}, async () => {
  const place = newPlace();
  const engine = submitter(place);
  const workers = ['one', 'two'].map((name) => startWorker(place, name));
  await Promise.all(workers.map((worker) => worker.said('ready')));
  await engine.submit(samplePlan, { planId: 'patient' });
  await expect.poll(() => workers.flatMap(callsOf).length).toBeGreaterThan(2);
  await server.kill();
  await server.restart();
  expect(await engine.result('patient')).toMatchObject({ state: 'succeeded', output: [1, 2, 3, 4, 5, 6] });
  const made = workers.flatMap(callsOf);
  expect(made.toSorted()).toEqual([...new Set(made)].toSorted());
  expect(workers.flatMap(({ told }) => told.filter(({ words }) => words[0] === 'problem'))).toEqual([]);
  await Promise.all(workers.map(stop));
});
