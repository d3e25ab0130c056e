import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ToolService, toStatistics, type ToolServiceOptions } from '@toolcrib/core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startPostgres, type TestPostgres } from '../databases/postgres.test-support.ts';
import { seededRandom } from '../seeded-random.test-support.ts';
import { recordOf, stores } from '../store.test-support.ts';
import type { Store } from '../store.ts';
import { DatabaseBatches } from './database-batches.ts';
import { killWhilePaying } from './start-kills.test-support.ts';

let postgres: TestPostgres;
beforeAll(async () => void (postgres = await startPostgres()), 60_000);
afterAll(() => postgres.stop());

const { openStore, placeOf, temporaryFolder } = stores(onTestFinished);

/** A service with a tool that waits until it is let go. */
function waitingService(
  store: Store,
  options: Partial<ToolServiceOptions> = {},
): {
  readonly service: ToolService;
  readonly running: Promise<void>;
  readonly release: () => void;
} {
  const service = new ToolService({ builtins: false, history: store.history, ...options });
  const [running, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  service.registerTool({
    name: 'change',
    description: 'Changes something.',
    approval: 'safe',
    annotations: { readOnly: false, destructive: false },
    parameters: { type: 'object', properties: { what: { type: 'string' } } },
    async run() {
      running.resolve();
      await released.promise;
      return 'changed';
    },
  });
  return { service, running: running.promise, release: released.resolve };
}

describe.each(['sqlite', 'postgres'] as const)('%s', (kind) => {
  // In full: npm run faults:store.
  test('whatever a killed process has sent has a record, and what was under way is told as unknown', {
    timeout: 120_000,
  }, async () => {
    const into = { place: placeOf(kind, postgres), stateFolder: temporaryFolder() };
    const report = await killWhilePaying(into, { kills: 5, random: seededRandom(11) });
    expect(report).toMatchObject({ untraced: [], doubled: [], wrong: [], isSound: true });
    expect(report.received).toBeGreaterThan(20);
    expect(report.unknown).toBeGreaterThan(0);

    const store = openStore(into.place);
    const { records } = await store.history.list({ status: 'unknown', limit: 1000 });
    expect(records).toHaveLength(report.unknown);
    for (const record of records)
      expect(record).toMatchObject({
        errorCode: 'outcome_unknown',
        outcomeUnknown: true,
        station: 'execute',
      });
    // Neither a success nor a failure of the tool.
    const [counted] = toStatistics(await store.statistics.rollups());
    expect(counted).toMatchObject({
      calls: report.records,
      successes: report.records - report.unknown,
      errors: 0,
      outcomesUnknown: report.unknown,
      successRate: 1,
    });
  });

  test('a call is told as running while it runs, also to others, and leaves one record when it has ended', async () => {
    const place = placeOf(kind, postgres);
    const [store, other] = [openStore(place), openStore(place)];
    const { service, running, release } = waitingService(store);
    const calling = service.execute('change', { what: 'this' }, { callId: 'slow', agent: undefined });
    await running;
    const told = { callId: 'slow', tool: 'change', status: 'running', arguments: { what: 'this' } };
    expect(await other.history.running()).toMatchObject([told]);
    expect(await other.history.running({ tool: 'another' })).toEqual([]);
    expect(await other.history.list()).toMatchObject({ records: [] });
    release();
    await calling;
    expect(await store.history.list()).toMatchObject({ records: [{ callId: 'slow', status: 'success' }] });
    expect(await other.history.running()).toEqual([]);
  });

  test('a start record whose process is gone, or is elsewhere and silent, becomes a record whose outcome is unknown', async () => {
    const place = placeOf(kind, postgres);
    const store = openStore(place);
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'exit');
    const life = await ownStart(store);
    await insertStart(store, { ...life, id: 'here', pid: child.pid ?? 0, seen_at: Date.now() }, 'gone');
    await insertStart(store, { ...life, id: 'mine', seen_at: 0 }, 'alive');
    await insertStart(store, { ...life, id: 'far1', machine: 'elsewhere', seen_at: Date.now() }, 'heard of');
    await insertStart(store, { ...life, id: 'far2', machine: 'elsewhere', seen_at: 0 }, 'silent');
    const { records } = await store.history.list();
    expect(records.map(({ callId, status }) => `${callId} ${status}`).toSorted()).toEqual([
      'gone unknown',
      'silent unknown',
    ]);
    const running = await store.history.running();
    expect(running.map(({ callId }) => callId).toSorted()).toEqual(['alive', 'heard of']);
    expect(await store.history.verify()).toMatchObject({ ok: true, records: 2 });
  });

  test('a process with running calls gives a sign of life for its own, and for no others', async () => {
    const store = openStore(placeOf(kind, postgres));
    const life = await ownStart(store);
    await insertStart(store, { ...life, id: 'own', seen_at: 0 }, 'own');
    await insertStart(store, { ...life, id: 'other', machine: 'elsewhere', seen_at: 0 }, 'other');
    const database = await store.database.get();
    await new DatabaseBatches(database, { days: 1, bytes: 1 }).beat();
    const rows = await database.read.selectFrom('call_starts').select(['id', 'seen_at']).execute();
    const seen = new Map(rows.map(({ id, seen_at }) => [id, seen_at]));
    expect([(seen.get('own') ?? 0) > 0, seen.get('other')]).toEqual([true, 0]);
  });

  test('a start record that arrives after the end of its call is not told as unknown', async () => {
    const store = openStore(placeOf(kind, postgres));
    const life = await ownStart(store);
    const record = { ...recordOf({ callId: 'late', status: 'blocked' }), startId: 'late-start' };
    await store.history.append(record);
    await store.history.flush();
    await insertStart(store, { ...life, id: 'late-start', machine: 'elsewhere', seen_at: 0 }, 'late');
    const { records } = await store.history.list();
    expect(records.map(({ status }) => status)).toEqual(['blocked']);
    expect(await store.history.running()).toEqual([]);
  });
});

type Start = Awaited<ReturnType<typeof ownStart>>;

/** How this process writes down that a call begins. */
async function ownStart(
  store: Store,
): Promise<{ id: string; time: number; machine: string; pid: number; started: string; seen_at: number }> {
  const { service, running, release } = waitingService(store);
  const calling = service.execute('change', {}, { callId: 'own' });
  await running;
  const { read } = await store.database.get();
  const { record: _, ...life } = await read.selectFrom('call_starts').selectAll().executeTakeFirstOrThrow();
  release();
  await calling;
  await store.history.flush();
  const database = await store.database.get();
  await database.write(async (transaction) => {
    await transaction.deleteFrom('calls').execute();
    await transaction
      .updateTable('chain')
      .set({ first_seq: 1, before_first: '', last_seq: 0, last_hash: '' })
      .execute();
  });
  return life;
}

async function insertStart(store: Store, start: Start, callId: string): Promise<void> {
  const text = JSON.stringify({ ...recordOf({ callId, status: 'unknown' }), startId: start.id });
  const database = await store.database.get();
  await database.write((transaction) =>
    transaction
      .insertInto('call_starts')
      .values({ ...start, record: text })
      .execute(),
  );
}
