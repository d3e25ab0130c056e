import { setTimeout as wait } from 'node:timers/promises';
import { definePlan } from '@toolcrib/core/plan';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Place } from '../store/databases/both-databases.test-support.ts';
import { ownSchema, startPostgres, type TestPostgres } from '../store/databases/postgres.test-support.ts';
import { expectedOutput, payingPlan } from '../store/plans/paying.test-support.ts';
import { startReceiver } from '../store/receiver.test-support.ts';
import { seededRandom } from '../store/seeded-random.test-support.ts';
import {
  freeze,
  killAmongWorkers,
  openSubmitter,
  startWorker,
  wake,
  type WorkerProcess,
} from './worker-kills.test-support.ts';

let server: TestPostgres;
beforeAll(async () => void (server = await startPostgres()), 60_000);
afterAll(() => server.stop());

type SharedPlace = Place & { readonly kind: 'postgres' };

function newPlace(): SharedPlace {
  return { kind: 'postgres', url: server.url, schema: ownSchema() };
}

/** An engine that only submits, watches and decides; closed with the test. */
function submitter(place: SharedPlace): ReturnType<typeof openSubmitter> {
  const opened = openSubmitter(place);
  onTestFinished(async () => {
    await opened.engine.close();
    await opened.database.close();
  });
  return opened;
}

function callsOf({ told }: WorkerProcess): string[] {
  return told.flatMap(({ words: [word, , callId] }) => (word === 'begun' && callId ? [callId] : []));
}

async function stop(worker: WorkerProcess): Promise<void> {
  worker.child.kill('SIGTERM');
  await worker.ended();
}

// In full: npm run faults:plans -- --engine dbos.
test.each([
  ['is killed', 2, 0],
  ['is frozen, and woken when others have taken over,', 3, 1],
])(
  'a worker that %s repeats no payment and ends no plan',
  { timeout: 240_000 },
  async (_, workers, freezing) => {
    const random = seededRandom(workers);
    const report = await killAmongWorkers(newPlace(), { kills: 2, workers, freezing, random });
    expect(report).toMatchObject({ kills: 2, frozen: 2 * freezing, wrong: [], unfinished: [] });
    expect(report.calls).toBeGreaterThan(5);
    expect(report.payments).toBeGreaterThan(5);
  },
);

test('a worker that is asked to end hands over what it does, and the plan goes on in another', {
  timeout: 120_000,
}, async () => {
  const place = newPlace();
  const { engine } = submitter(place);
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

test('a PostgreSQL that dies in the middle is waited for: nobody is taken for dead, and every payment is made once', {
  timeout: 120_000,
}, async () => {
  const place = newPlace();
  const { engine } = submitter(place);
  const receiver = await startReceiver({ answer: () => wait(50) });
  onTestFinished(() => receiver.stop());
  const { url } = receiver;
  const workers = ['one', 'two'].map((name) => startWorker(place, name, { url }));
  await Promise.all(workers.map((worker) => worker.said('ready')));
  await engine.submit(payingPlan, { planId: 'patient', input: { plan: 'patient' } });
  await expect.poll(() => receiver.received.size).toBeGreaterThan(0);
  await server.kill();
  await server.restart();
  const { state, output } = await engine.result('patient');
  expect([state, JSON.stringify(output)]).toEqual(['succeeded', expectedOutput('patient')]);
  expect([...receiver.received.values()]).toEqual([1, 1, 1, 1, 1]);
  expect(workers.flatMap(({ told }) => told.filter(({ words }) => words[0] === 'problem'))).toEqual([]);
  await Promise.all(workers.map(stop));
});

const onePayment = definePlan({
  name: 'one payment',
  nodes: [
    { id: 'pay', tool: 'pay', arguments: { key: 'rent' } },
    { id: 'note', tool: 'act', arguments: { value: '{{nodes.pay.output.receipt}}' } },
  ],
});

test('a payment of a frozen worker is not made again, and its plan waits for a person although the worker wakes', {
  timeout: 120_000,
}, async () => {
  const place = newPlace();
  const { engine, database } = submitter(place);
  const answered = Promise.withResolvers<void>();
  const receiver = await startReceiver({ answer: () => answered.promise });
  onTestFinished(() => receiver.stop());
  const { url } = receiver;
  const first = startWorker(place, 'first', { url });
  await first.said('ready');
  await engine.submit(onePayment, { planId: 'rent' });
  await expect.poll(() => receiver.received.get('rent')).toBe(1);
  const second = startWorker(place, 'second', { url });
  await second.said('ready');
  await freeze(first, database, place);
  const { state, failure } = await engine.result('rent');
  expect([state, failure]).toMatchObject([
    'parked',
    { node: 'pay', code: 'outcome_unknown', message: expect.stringContaining('first') as string },
  ]);
  // The receiver answers the worker that was frozen: what that one makes of it comes too late.
  answered.resolve();
  await wake(first, database);
  expect(await engine.status('rent')).toMatchObject({ state: 'parked' });
  expect(receiver.received.get('rent')).toBe(1);
  const output = { receipt: 'rent' };
  await engine.resume('rent', { decisions: { pay: { decision: 'done', output } }, by: 'ada' });
  expect(await engine.result('rent')).toMatchObject({ state: 'succeeded', output: { note: 'rent' } });
  expect(receiver.received.get('rent')).toBe(1);
  await Promise.all([first, second].map(stop));
});
