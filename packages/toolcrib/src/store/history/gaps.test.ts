import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startPostgres, type TestPostgres } from '../databases/postgres.test-support.ts';
import { recordMany, stores } from '../store.test-support.ts';
import type { StorePlace } from '../store-place.ts';
import type { Store, StoreOptions } from '../store.ts';
import { DatabaseBatches } from './database-batches.ts';
import { startRecording, type Recording } from './recording-processes.test-support.ts';
import type { RecordingOrders } from './recording-process.test-support.ts';

let server: TestPostgres;
beforeAll(async () => void (server = await startPostgres()), 60_000);
afterAll(() => server.stop());

const { openStore, placeOf, temporaryFolder } = stores(onTestFinished);

/** A store in a file, and a state folder on the same disk. */
async function newTarget(): Promise<Pick<RecordingOrders, 'place' | 'stateFolder'>> {
  const into = { place: placeOf('sqlite', server), stateFolder: temporaryFolder() };
  const store = openStore(into.place, into);
  await store.history.list();
  await store.close();
  return into;
}

/** A process on a disk that is full: there a file can be made, but nothing can be written into it. */
function recordOn(orders: RecordingOrders): Recording {
  const recording = startRecording(orders, { shell: "trap '' XFSZ; ulimit -S -f 0;" });
  onTestFinished(() => void recording.child.kill('SIGKILL'));
  return recording;
}

function missingIn({ history }: Store): number {
  const { waiting, lost } = history.condition();
  return waiting + lost;
}

function giveRoom({ child }: Recording): void {
  execFileSync('prlimit', ['--pid', String(child.pid), '--fsize=unlimited']);
}

async function untilRecords(store: Store, records: number): Promise<void> {
  while ((await store.history.verify().catch(() => undefined))?.records !== records) await wait(20);
}

test.skipIf(process.platform !== 'linux').each([
  ['ends', 'close'],
  ['is killed', 'stay'],
] as const)(
  'when a process on a full disk %s, the next one knows how many records are missing, and the chain tells it',
  async (_, ending) => {
    const into = await newTarget();
    const full = recordOn({ ...into, name: 'full', calls: 400, ending });
    await full.said('recorded 400');
    if (ending === 'stay') {
      const other = openStore(into.place, into);
      await expect.poll(() => other.history.condition()).toMatchObject({ waiting: 400, lost: 0 });
      full.child.kill('SIGKILL');
    }
    await full.ended();
    if (ending === 'close') expect(full.lines).toContain('problem records_lost 400');

    const store = openStore(into.place, into);
    expect(store.history.condition()).toEqual({ problem: undefined, waiting: 0, lost: 400 });
    await recordMany(store, 2, 'after');
    const { gaps, ...verification } = await store.history.verify();
    expect(verification).toMatchObject({ ok: true, records: 2 });
    expect(gaps).toMatchObject([{ records: 400 }]);
    const [gap] = gaps;
    expect(Date.now() - (gap?.since ?? 0)).toBeLessThan(120_000);
    expect(gap?.until).toBeGreaterThanOrEqual(gap?.since ?? Infinity);
    expect(await store.history.gaps()).toEqual(gaps);
    expect(store.history.condition()).toEqual({ problem: undefined, waiting: 0, lost: 0 });
    expect(readdirSync(join(into.stateFolder, 'unwritten'), { recursive: true })).toHaveLength(1);
    // Told once, whoever looks.
    const another = openStore(into.place, into);
    await recordMany(another, 1, 'more');
    expect(await another.history.verify()).toMatchObject({ ok: true, records: 3, gaps });
  },
);

test.skipIf(process.platform !== 'linux')(
  'what waits on a full disk is written when there is room, and what had no room in memory is a gap',
  async () => {
    const into = await newTarget();
    // More than fits into memory: what is too much goes to the journal, and there is no room for that either.
    const full = recordOn({ ...into, name: 'full', calls: 12_000, ending: 'stay' });
    await full.said('problem records_lost');
    await full.said('recorded 12000');
    const reader = openStore(into.place, into);
    await expect.poll(() => missingIn(reader)).toBe(12_000);
    const { waiting, lost } = reader.history.condition();
    expect(lost).toBeGreaterThanOrEqual(10_000);
    expect(full.lines).toContain(`problem records_lost ${lost}`);
    giveRoom(full);
    await untilRecords(reader, waiting);
    const { ok, gaps } = await reader.history.verify();
    expect([ok, gaps.map(({ records }) => records)]).toEqual([true, [lost]]);
    full.child.kill('SIGTERM');
    await full.ended();
    const later = openStore(into.place, into);
    expect(await later.history.verify()).toMatchObject({ ok: true, records: waiting, gaps });
    expect(later.history.condition()).toEqual({ problem: undefined, waiting: 0, lost: 0 });
  },
);

test.each(['sqlite', 'postgres'] as const)(
  '%s: whoever changes or removes a gap breaks the chain',
  async (kind) => {
    const store = await withGap(placeOf(kind, server));
    const database = await store.database.get();
    const [gap] = await database.read.selectFrom('history_gaps').selectAll().execute();
    const record = (gap?.record ?? '').replace('"records":5', '"records":1');
    await database.write((transaction) => transaction.updateTable('history_gaps').set({ record }).execute());
    expect(await store.history.verify()).toMatchObject({ ok: false, problem: { seq: 2, kind: 'changed' } });
    await database.write((transaction) => transaction.deleteFrom('history_gaps').execute());
    expect(await store.history.verify()).toMatchObject({ ok: false, problem: { seq: 2, kind: 'removed' } });
  },
);

test.each(['sqlite', 'postgres'] as const)('%s: a gap goes with the old records around it', async (kind) => {
  const store = await withGap(placeOf(kind, server), { keepMegabytes: 0.01 });
  await recordMany(store, 100, 'later');
  const { ok, gaps, records } = await store.history.verify();
  expect([ok, gaps]).toEqual([true, []]);
  expect(records).toBeLessThan(100);
});

/** A store whose chain has a gap of so many records between two records. */
async function withGap(place: StorePlace, options: Partial<StoreOptions> = {}): Promise<Store> {
  const store = openStore(place, options);
  await recordMany(store, 1, 'first');
  await store.history.flush();
  const keep = { days: 30, bytes: Number.MAX_SAFE_INTEGER };
  const gap = { records: 5, since: Date.now(), until: Date.now() };
  await new DatabaseBatches(await store.database.get(), keep).write({
    writer: 'somebody',
    number: 1,
    lines: [],
    gap,
  });
  await recordMany(store, 1, 'second');
  expect(await store.history.verify()).toMatchObject({ ok: true, records: 2, gaps: [{ ...gap, seq: 2 }] });
  return store;
}
