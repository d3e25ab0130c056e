import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ToolService } from '@toolcrib/core';
import { createNodeRunner, definePlan, LocalEngine } from '@toolcrib/core/plan';
import { createPlanWorkshop } from '@toolcrib/core/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { newSchema, newSqlite, openAt, type Place } from '../databases/both-databases.test-support.ts';
import { ownSchema, startPostgres, type TestPostgres } from '../databases/postgres.test-support.ts';
import { startReceiver } from '../receiver.test-support.ts';
import { seededRandom } from '../seeded-random.test-support.ts';
import { createStore } from '../store.ts';
import { payTool } from './paying.test-support.ts';
import { killAroundPlans } from './plan-kills.test-support.ts';
import { StoredPlans } from './stored-plans.ts';

let server: TestPostgres;
beforeAll(async () => void (server = await startPostgres()), 60_000);
afterAll(() => server.stop());

function newPlace(kind: 'sqlite' | 'postgres'): Place {
  if (kind === 'postgres') return newSchema(server.url);
  const { place, remove } = newSqlite();
  onTestFinished(remove);
  return place;
}

// In full: npm run faults:plans.
describe.each(['sqlite', 'postgres'] as const)('%s', (kind) => {
  test('kill -9 ends no plan and repeats no payment: a person decides about those that were under way', {
    timeout: 240_000,
  }, async () => {
    const report = await killAroundPlans(newPlace(kind), { kills: 6, random: seededRandom(5) });
    expect(report).toMatchObject({ kills: 6, wrong: [], unfinished: [] });
    expect(report.calls).toBeGreaterThan(20);
    expect(report.payments).toBeGreaterThan(10);
    expect(report.unknown).toBeGreaterThan(0);
  });
});

test('a PostgreSQL that dies in the middle is waited for, and the plan goes on', {
  timeout: 120_000,
}, async () => {
  const database = openAt(newSchema(server.url));
  const store = new StoredPlans(database, { interval: 50 });
  const shop = createPlanWorkshop();
  const problems: unknown[] = [];
  const engine = new LocalEngine(shop.run, { store, onProblem: (problem) => problems.push(problem) });
  onTestFinished(async () => {
    await engine.close();
    await store.idle();
    await database.close();
  });
  await engine.submit(
    definePlan({
      name: 'patient',
      nodes: [
        { id: 'held', tool: 'hold', arguments: { value: 1 } },
        ...[1, 2, 3].map((number) => ({
          id: `n${number}`,
          tool: 'give',
          arguments: { value: number },
          after: [number === 1 ? 'held' : `n${number - 1}`],
        })),
      ],
    }),
    { planId: 'patient' },
  );
  await expect.poll(() => shop.held()).toBe(1);
  await server.kill();
  shop.release(1);
  await expect.poll(() => problems.length).toBeGreaterThan(0);
  expect(shop.made).toHaveLength(1);
  await server.restart();
  expect(await engine.result('patient')).toMatchObject({ state: 'succeeded', output: { n3: 3 } });
  expect(shop.made).toHaveLength(4);
});

test('a payment of a plan that cannot be recorded waits for the database, and is made once when it is back', {
  timeout: 120_000,
}, async () => {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.stop());
  const stateFolder = mkdtempSync(join(tmpdir(), 'toolcrib-plans-'));
  onTestFinished(() => rmSync(stateFolder, { recursive: true, force: true }));
  const place = { kind: 'postgres', url: server.url, schema: ownSchema() } as const;
  const store = createStore({ place, stateFolder, onProblem: () => undefined });
  onTestFinished(() => store.close());
  await store.history.list();
  const service = new ToolService({ builtins: false, history: store.history });
  service.registerTool(payTool(receiver.url, () => undefined));
  const blocked: string[] = [];
  service.on('access-blocked', ({ errorCode }) => void blocked.push(errorCode));
  const engine = new LocalEngine(createNodeRunner(service));
  onTestFinished(() => engine.close());
  await server.kill();
  const nodes = [{ id: 'pay', tool: 'pay', arguments: { key: 'rent' } }];
  await engine.submit(definePlan({ name: 'rent', nodes }), { planId: 'rent' });
  await expect.poll(() => blocked.length).toBeGreaterThan(0);
  expect(receiver.received.size).toBe(0);
  await server.restart();
  expect(await engine.result('rent')).toMatchObject({
    state: 'succeeded',
    output: { pay: { receipt: 'rent' } },
  });
  expect(new Set(blocked)).toEqual(new Set(['history_unavailable']));
  expect(receiver.received.get('rent')).toBe(1);
});
