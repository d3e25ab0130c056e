import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { rollUp, ToolService, toStatistics } from '@toolcrib/core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startPostgres, type TestPostgres } from '../databases/postgres.test-support.ts';
import { seededRandom } from '../seeded-random.test-support.ts';
import { stores } from '../store.test-support.ts';
import type { StartOrders } from './start-victim.test-support.ts';
import type { StoredRecord } from './stored-history.ts';

let postgres: TestPostgres;
beforeAll(async () => void (postgres = await startPostgres()));
afterAll(() => postgres.stop());

const { openStore, placeOf, temporaryFolder } = stores(onTestFinished);
const program = fileURLToPath(new URL('start-victim.test-support.ts', import.meta.url));

/** Counts what reaches it, and answers late, so that calls are under way when their process is killed. */
async function startReceiver(): Promise<{ readonly url: string; readonly received: readonly string[] }> {
  const received: string[] = [];
  const server: Server = createServer((request, response) => {
    received.push((request.url ?? '').slice(1));
    setTimeout(() => response.end('{}'), 15);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

async function runUntilKilled(orders: StartOrders, random: () => number): Promise<void> {
  const child = spawn(process.execPath, ['--no-warnings', program, JSON.stringify(orders)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  const told: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const rounds = 1 + Math.floor(random() * 4);
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line !== 'paid') told.push(line);
    else if (--runsLeft.count === 0) resolve();
  });
  const runsLeft = { count: rounds };
  await Promise.race([promise, closed]);
  await wait(random() * 30);
  child.kill('SIGKILL');
  await closed;
  expect(told).toEqual([]);
}

describe.each(['sqlite', 'postgres'] as const)('%s', (kind) => {
  test('whatever a killed process has sent has a record, and what was under way says that nobody knows', async () => {
    const place = placeOf(kind, postgres);
    const stateFolder = temporaryFolder();
    const { url, received } = await startReceiver();
    const random = seededRandom(11);
    for (let kill = 0; kill < 6; kill++)
      await runUntilKilled({ place, stateFolder, url, name: `life${kill}` }, random);

    const store = openStore(place, { stateFolder });
    const records = new Map<string, StoredRecord[]>();
    for await (const record of store.history.stream())
      records.set(record.callId, [...(records.get(record.callId) ?? []), record]);
    expect(received.length).toBeGreaterThan(20);
    expect(received.filter((callId) => !records.has(callId))).toEqual([]);
    // One record each, though several processes have looked.
    expect([...records.values()].filter(({ length }) => length !== 1)).toEqual([]);
    const unknown = [...records.values()].flat().filter(({ outcomeUnknown }) => outcomeUnknown);
    expect(unknown.length).toBeGreaterThan(0);
    for (const record of unknown)
      expect(record).toMatchObject({ status: 'error', errorCode: 'outcome_unknown', station: 'execute' });
    expect(await store.history.verify()).toMatchObject({ ok: true, records: records.size });
    const [counted] = toStatistics(await store.statistics.rollups());
    expect(counted).toMatchObject({ calls: records.size, outcomesUnknown: unknown.length });
    expect(toStatistics(rollUp([...records.values()].flat()))[0]).toMatchObject({
      outcomesUnknown: unknown.length,
    });
  });

  test('a call that ends leaves one record and no trace besides; one that only reads leaves none before', async () => {
    const store = openStore(placeOf(kind, postgres));
    const service = new ToolService({ builtins: false, history: store.history });
    const begun: unknown[] = [];
    const open = async (): Promise<unknown[]> => {
      const { read } = await store.database.get();
      return read.selectFrom('call_starts').select('record').execute();
    };
    for (const readOnly of [true, false])
      service.registerTool({
        name: readOnly ? 'look' : 'change',
        description: 'Acts.',
        approval: 'safe',
        annotations: { readOnly, destructive: false },
        parameters: { type: 'object' },
        run: async () => void begun.push(await open()),
      });
    await service.execute('look', {});
    await service.execute('change', {});
    expect(begun).toEqual([[], [{ record: expect.stringContaining('outcome_unknown') as string }]]);
    const { records } = await store.history.list();
    expect(records.map(({ tool, status, startId }) => [tool, status, startId === undefined])).toEqual([
      ['change', 'success', false],
      ['look', 'success', true],
    ]);
    expect(await open()).toEqual([]);
  });
});
