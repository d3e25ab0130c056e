import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { CallRecord } from '@toolcrib/core';
import { ownSchema, startPostgres, type TestPostgres } from './postgres.test-support.ts';
import { createStore, type Store } from './store.ts';
import type { StorePlace } from './store-place.ts';

let server: TestPostgres;
beforeAll(async () => void (server = await startPostgres()));
afterAll(() => server.stop());

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolcrib-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const places = {
  memory: (): StorePlace => ({ kind: 'memory' }),
  sqlite: (): StorePlace => ({ kind: 'sqlite', file: join(temporaryFolder(), '.toolcrib', 'store.db') }),
  postgres: (): StorePlace => ({ kind: 'postgres', url: server.url, schema: ownSchema() }),
};

function open(place: StorePlace): Store {
  const store = createStore({
    place,
    stateFolder: temporaryFolder(),
    onProblem: (problem) => {
      throw problem;
    },
  });
  onTestFinished(() => store.close());
  return store;
}

function record(changes: Partial<CallRecord> = {}): CallRecord {
  return {
    callId: 'call_1',
    parentCallId: undefined,
    requestId: undefined,
    time: 1_700_000_000_000,
    agent: 'user',
    tool: 'Read',
    version: '1.0.0',
    arguments: { path: 'a.ts' },
    status: 'success',
    output: { text: 'a' },
    error: undefined,
    errorCode: undefined,
    errorType: undefined,
    invalidParameters: [],
    stack: undefined,
    causes: [],
    station: undefined,
    rule: undefined,
    risk: 'low',
    approvedBy: undefined,
    approvalId: undefined,
    grantId: undefined,
    sandbox: 'checks',
    executionTimeMs: 1.5,
    usage: undefined,
    attempts: 1,
    outcomeUnknown: false,
    ...changes,
  };
}

describe.each(Object.entries(places))('%s', (_, place) => {
  test('what is recorded is listed, newest first, found by its id and streamed', async () => {
    const { history } = open(place());
    for (let n = 1; n <= 1200; n++) await history.append(record({ callId: `call_${n}`, time: 1000 + n }));
    const page = await history.list({ limit: 2 });
    expect(page.records.map(({ callId, seq }) => [callId, seq])).toEqual([
      ['call_1200', 1200],
      ['call_1199', 1199],
    ]);
    const hash = expect.stringMatching(/^[\da-f]{64}$/u);
    expect(await history.get('call_7')).toEqual({ ...record(), callId: 'call_7', time: 1007, seq: 7, hash });
    let count = 0;
    for await (const { seq } of history.stream()) expect(seq).toBe(++count);
    expect(count).toBe(1200);
    expect(await history.verify()).toMatchObject({ ok: true, records: 1200 });
  });
});
