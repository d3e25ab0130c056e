import { spawnSync } from 'node:child_process';
import { definePlan, LocalEngine } from '@toolcrib/core/plan';
import { createPlanWorkshop, engineContract, type PlanWorkshop } from '@toolcrib/core/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { newSchema, newSqlite, openAt, type Place } from '../databases/both-databases.test-support.ts';
import { startPostgres, type TestPostgres } from '../databases/postgres.test-support.ts';
import { ownLife, RunnerWatch } from './runner-life.ts';
import { createPlanSeal } from './plan-seal.ts';
import { StoredPlans, type StoredPlansOptions } from './stored-plans.ts';

let server: TestPostgres;
beforeAll(async () => void (server = await startPostgres()), 60_000);
afterAll(() => server.stop());

function newPlace(kind: 'sqlite' | 'postgres'): Place {
  if (kind === 'postgres') return newSchema(server.url);
  const { place, remove } = newSqlite();
  onTestFinished(remove);
  return place;
}

/** A store as one process has it. */
function open(place: Place, options: StoredPlansOptions = {}): StoredPlans {
  const database = openAt(place);
  const plans = new StoredPlans(database, { interval: 50, ...options });
  onTestFinished(async () => {
    await plans.idle();
    await database.close();
  });
  return plans;
}

describe.each(['sqlite', 'postgres'] as const)('%s keeps the contract of engines', (kind) => {
  let place: Place;
  const cases = engineContract({
    create: (run) => {
      place = newPlace(kind);
      return new LocalEngine(run, { store: open(place) });
    },
    reopen: (run) => new LocalEngine(run, { store: open(place) }),
  });
  for (const { title, check } of cases) test(title, check);
});

describe.each(['sqlite', 'postgres'] as const)('%s, shared by two engines that live', (kind) => {
  const held = definePlan({
    name: 'shared',
    nodes: [
      { id: 'held', tool: 'hold', arguments: { value: 1 } },
      { id: 'after', tool: 'give', arguments: { value: '{{nodes.held.output}}' } },
    ],
  });

  async function twoEngines(): Promise<{ shop: PlanWorkshop; here: LocalEngine; there: LocalEngine }> {
    const place = newPlace(kind);
    const shop = createPlanWorkshop();
    const here = new LocalEngine(shop.run, { store: open(place) });
    const there = new LocalEngine(shop.run, { store: open(place) });
    onTestFinished(async () => void (await Promise.all([here.close(), there.close()])));
    await there.attend();
    return { shop, here, there };
  }

  test('one runs a plan, the other tells how it stands, hears of it and waits for its end', async () => {
    const { shop, here, there } = await twoEngines();
    await here.submit(held, { planId: 'one' });
    await expect.poll(() => shop.held()).toBe(1);
    expect(await there.submit(held, { planId: 'one' })).toMatchObject({ state: 'running' });
    expect(await there.resume('one')).toMatchObject({ state: 'running' });
    const heard: string[] = [];
    onTestFinished(there.watch('one', ({ type }) => heard.push(type)));
    const ended = there.result('one');
    shop.release(1);
    expect(await ended).toMatchObject({ state: 'succeeded', output: { after: 1 } });
    await expect.poll(() => heard.at(-1)).toBe('plan-end');
    expect(shop.made.map(({ tool }) => tool)).toEqual(['hold', 'give']);
  });

  test('what one is asked to cancel the other ends', async () => {
    const { shop, here, there } = await twoEngines();
    await here.submit(held, { planId: 'one' });
    await expect.poll(() => shop.held()).toBe(1);
    await there.cancel('one', 'enough');
    expect(await there.result('one')).toMatchObject({
      state: 'cancelled',
      failure: { code: 'plan_cancelled' },
    });
    expect(shop.held()).toBe(0);
  });

  test('what one had cancelled the other resumes and decides, although the one still lives', async () => {
    const { shop, here, there } = await twoEngines();
    const paying = definePlan({
      name: 'paying',
      nodes: [{ id: 'pay', tool: 'pay', arguments: { value: 1 } }],
    });
    await here.submit(paying, { planId: 'one' });
    await expect.poll(() => shop.held()).toBe(1);
    await expect(there.resume('one', { decisions: { pay: { decision: 'retry' } } })).rejects.toMatchObject({
      code: 'plan_runs',
    });
    await there.cancel('one', 'enough');
    expect(await here.result('one')).toMatchObject({ state: 'cancelled' });
    const undecided = [{ name: 'pay', callId: 'one:pay#1' }];
    expect(await there.status('one')).toMatchObject({ state: 'cancelled', undecided });
    await there.resume('one', { decisions: { pay: { decision: 'done', output: 7 } } });
    expect(await there.result('one')).toMatchObject({ state: 'succeeded', output: { pay: 7 } });
    expect(await here.status('one')).toMatchObject({ state: 'succeeded' });
    expect(shop.made).toHaveLength(1);
  });

  test('what one lets go of the other goes on with at once', async () => {
    const { shop, here, there } = await twoEngines();
    await here.submit(held, { planId: 'one' });
    await expect.poll(() => shop.held()).toBe(1);
    shop.release(1);
    await here.close();
    expect(await there.result('one')).toMatchObject({ state: 'succeeded' });
  });
});

test('a runner is dead when its process is gone, and one of another machine when it gives no sign for a while', () => {
  const own = ownLife('own');
  const watch = new RunnerWatch(0);
  expect(watch.isDead(own)).toBe(false);
  expect(watch.isDead(undefined)).toBe(true);
  const { pid, status } = spawnSync(process.execPath, ['-e', '']);
  expect([status, watch.isDead({ ...own, pid })]).toEqual([0, true]);
  // The number is used again, by somebody else.
  expect(watch.isDead({ ...own, started: '1' })).toBe(true);
  const far = { ...own, machine: 'elsewhere', runner: 'far' };
  expect(watch.isDead(far)).toBe(false);
  expect(watch.isDead({ ...far, beat: 1 })).toBe(false);
  expect(watch.isDead({ ...far, beat: 1 })).toBe(true);
});

test.each(['sqlite', 'postgres'] as const)(
  '%s: what another user has left is taken up by a worker, and by nobody else',
  async (kind) => {
    const place = newPlace(kind);
    const shop = createPlanWorkshop();
    const first = new LocalEngine(shop.run, { store: open(place, { seal: createPlanSeal('a', []) }) });
    const held = definePlan({
      name: 'held',
      nodes: [{ id: 'a', tool: 'hold', arguments: { value: 1 } }],
    });
    await first.submit(held, { planId: 'left' });
    await expect.poll(() => shop.held()).toBe(1);
    await first.close();
    const seal = createPlanSeal('b', []);
    const others = open(place, { seal });
    const stranger = new LocalEngine(shop.run, { store: others });
    await stranger.attend();
    expect(await others.waiting()).toEqual(['left']);
    await stranger.close();
    expect(shop.made).toHaveLength(1);
    const worker = new LocalEngine(shop.run, { store: open(place, { seal, adoptsAll: true }) });
    onTestFinished(() => worker.close());
    await worker.attend();
    await expect.poll(() => shop.made.length).toBe(2);
    shop.release(1);
    expect(await worker.result('left')).toMatchObject({ state: 'succeeded' });
  },
);
