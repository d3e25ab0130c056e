import { definePlan, LocalEngine, type NodeRunner, type PlanEngine } from '@toolcrib/core/plan';
import { createPlanWorkshop, engineContract } from '@toolcrib/core/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { newSchema, openAt, type Place } from '../store/databases/both-databases.test-support.ts';
import { startPostgres, type TestPostgres } from '../store/databases/postgres.test-support.ts';
import { PlanWorkers } from '../store/plans/plan-workers.ts';
import { SharedPlans } from '../store/plans/shared-plans.ts';
import { StoredPlans } from '../store/plans/stored-plans.ts';
import { DbosEngine, type DbosEngineOptions } from './dbos-engine.ts';
import { planFormat } from './workflows.ts';

let server: TestPostgres;
beforeAll(async () => void (server = await startPostgres()), 60_000);
afterAll(() => server.stop());

/** An engine as one process has it. It works when it attends. */
function create(run: NodeRunner, place: Place, options: Partial<DbosEngineOptions> = {}): DbosEngine {
  if (place.kind !== 'postgres') throw new Error('only PostgreSQL is shared');
  const database = openAt(place);
  const engine = new DbosEngine(run, {
    place: { ...place, name: 'test' },
    database,
    onProblem: (problem) => {
      throw problem;
    },
    ...options,
  });
  onTestFinished(async () => {
    await engine.close();
    await database.close();
  });
  return engine;
}

async function open(run: NodeRunner, place: Place): Promise<DbosEngine> {
  const engine = create(run, place);
  await engine.attend();
  return engine;
}

async function empty(place: Place): Promise<void> {
  const database = openAt(place);
  const { read } = await database.get();
  for (const table of ['plans', 'plan_nodes', 'plan_calls'] as const) await read.deleteFrom(table).execute();
  await database.close();
}

describe('the contract of engines', () => {
  // One place for all cases, emptied for each: DBOS takes a second to make its tables.
  let place: Place | undefined;
  const cases = engineContract({
    create: async (run) => {
      place ??= newSchema(server.url);
      await empty(place);
      return open(run, place);
    },
    reopen: (run) => open(run, place as Place),
  });
  for (const { title, check } of cases) test(title, check);
});

/** Each node may wait for those before it, and fails as often as it likes. */
const anyPlan = fc
  .array(
    fc.record({
      waits: fc.array(fc.nat(20), { maxLength: 3 }),
      times: fc.constantFrom(0, 0, 0, 1, 2, 5),
      onFailure: fc.constantFrom('skip', { continue_with: 7 }, { retry: 2, delay: 1, otherwise: 'skip' }),
      items: fc.option(fc.nat(3), { nil: undefined }),
    }),
    { minLength: 1, maxLength: 10 },
  )
  .map((nodes) =>
    definePlan({
      name: 'any',
      nodes: nodes.map(({ waits, times, onFailure, items }, index) => ({
        id: `n${index}`,
        tool: 'fail',
        arguments: { times },
        after: index === 0 ? [] : [...new Set(waits.map((wait) => `n${wait % index}`))],
        on_failure: onFailure,
        ...(items !== undefined && { for_each: Array.from({ length: items }, (_, item) => item) }),
      })),
    }),
  );

test('a plan ends on many machines as it does in one process', { timeout: 120_000 }, async () => {
  const shop = createPlanWorkshop();
  const shared = await open(shop.run, newSchema(server.url));
  const end = async (engine: PlanEngine, plan: Parameters<PlanEngine['submit']>[0]): Promise<unknown> => {
    const { planId } = await engine.submit(plan);
    const { state, output } = await engine.result(planId);
    const { nodes } = await engine.status(planId);
    return { state, output, nodes: nodes.map(({ id, state: how, attempts }) => [id, how, attempts]) };
  };
  await fc.assert(
    fc.asyncProperty(anyPlan, async (plan) => {
      const local = new LocalEngine(createPlanWorkshop().run);
      expect(await end(shared, plan)).toEqual(await end(local, plan));
      await local.close();
    }),
    { numRuns: 12, seed: 7 },
  );
});

const one = definePlan({ name: 'one', nodes: [{ id: 'a', tool: 'give', arguments: { value: 1 } }] });

test('without a worker a plan waits, which is told; more than may be under way are refused', async () => {
  const place = newSchema(server.url);
  const problems: unknown[] = [];
  const shop = createPlanWorkshop();
  const front = create(shop.run, place, { limit: 2, onProblem: ({ code }) => problems.push(code) });
  await front.submit(one, { planId: 'first' });
  await front.submit(one, { planId: 'second' });
  expect(problems).toEqual(['no_worker', 'no_worker']);
  await expect(front.submit(one, { planId: 'third' })).rejects.toMatchObject({ code: 'too_many_plans' });
  expect(await front.submit(one, { planId: 'first' })).toMatchObject({ state: 'running' });
  const worker = await open(shop.run, place);
  expect(await front.result('first')).toMatchObject({ state: 'succeeded', output: { a: 1 } });
  expect(await worker.result('second')).toMatchObject({ state: 'succeeded' });
  expect(await front.submit(one, { planId: 'third' })).toMatchObject({ state: 'running' });
  expect(await front.result('third')).toMatchObject({ state: 'succeeded' });
});

test('a process works for one database: another one is an error that says so', async () => {
  const { run } = createPlanWorkshop();
  await open(run, newSchema(server.url));
  const other = create(run, newSchema(server.url));
  await expect(other.attend()).rejects.toMatchObject({ code: 'engine_taken' });
});

test('an engine of one process leaves the plans of workers alone', async () => {
  const place = newSchema(server.url);
  const shop = createPlanWorkshop();
  const front = create(shop.run, place, { onProblem: () => undefined });
  await front.submit(one, { planId: 'theirs' });
  const database = openAt(place);
  const store = new StoredPlans(database, { interval: 10 });
  const local = new LocalEngine(shop.run, { store });
  onTestFinished(async () => {
    await local.close();
    await store.idle();
    await database.close();
  });
  await local.attend();
  await local.submit(one, { planId: 'own' });
  await local.result('own');
  expect(await local.status('theirs')).toMatchObject({ state: 'running', sequence: 1 });
  expect(shop.made).toHaveLength(1);
});

test('a plan that was removed can be submitted anew under its id, and is run', async () => {
  const place = newSchema(server.url);
  const shop = createPlanWorkshop();
  const engine = await open(shop.run, place);
  for (const turn of [1, 2]) {
    await empty(place);
    await engine.submit(one, { planId: 'again' });
    expect(await engine.result('again')).toMatchObject({ state: 'succeeded' });
    expect(shop.made).toHaveLength(turn);
  }
});

test('a worker that the others gave up by mistake begins anew, and its plan goes on', {
  timeout: 60_000,
}, async () => {
  const place = newSchema(server.url);
  const shop = createPlanWorkshop();
  const problems: string[] = [];
  const engine = create(shop.run, place, { onProblem: ({ code }) => problems.push(code) });
  await engine.attend();
  const held = definePlan({ name: 'held', nodes: [{ id: 'a', tool: 'hold', arguments: { value: 1 } }] });
  await engine.submit(held, { planId: 'held' });
  await expect.poll(() => shop.held()).toBe(1);
  const database = openAt(place);
  const workers = new PlanWorkers(database);
  for (const { id } of await workers.heardWithin(60_000)) await workers.end(id);
  await database.close();
  await expect.poll(() => problems).toEqual(['worker_given_up']);
  await expect.poll(() => shop.made.length).toBe(2);
  shop.release(1);
  expect(await engine.result('held')).toMatchObject({ state: 'succeeded', output: { a: 1 } });
  expect(new Set(shop.made.map(({ callId }) => callId))).toEqual(new Set(['held:a#1']));
});

test('a plan of another format is left to workers that understand it', async () => {
  const place = newSchema(server.url) as Place & { readonly kind: 'postgres' };
  const shop = createPlanWorkshop();
  const engine = await open(shop.run, place);
  const database = openAt(place);
  onTestFinished(() => database.close());
  const newer = new SharedPlans(database, { schema: place.schema, format: planFormat + 1 });
  await newer.create({
    planId: 'newer',
    plan: one,
    agent: undefined,
    task: undefined,
    input: {},
    submittedAt: Date.now(),
    state: 'running',
    deadline: undefined,
    endedAt: undefined,
    failure: undefined,
    output: undefined,
    sequence: 1,
  });
  await engine.submit(one, { planId: 'own' });
  expect(await engine.result('own')).toMatchObject({ state: 'succeeded' });
  expect(await engine.status('newer')).toMatchObject({ state: 'running', sequence: 1 });
  expect(await newer.undriven()).toEqual(['newer']);
});

test('a call that cannot even be begun fails its node, and nobody waits for it', async () => {
  const engine = await open(() => Promise.reject(new Error('no hands')), newSchema(server.url));
  await engine.submit(one, { planId: 'broken' });
  expect(await engine.result('broken')).toMatchObject({
    state: 'failed',
    failure: { node: 'a', code: 'internal_error' },
  });
});
