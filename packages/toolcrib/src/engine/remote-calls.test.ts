import type { ToolResult } from '@toolcrib/core';
import type { CallWatcher } from '@toolcrib/core/plan';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openAt } from '../store/databases/both-databases.test-support.ts';
import { ownSchema, startPostgres, type TestPostgres } from '../store/databases/postgres.test-support.ts';
import { PlanCalls } from '../store/plans/plan-calls.ts';
import { writeMade } from './call-requests.ts';
import { RemoteCalls } from './remote-calls.ts';

let server: TestPostgres;
beforeAll(async () => void (server = await startPostgres()), 60_000);
afterAll(() => server.stop());

test('a call that ends before its driver has heard that it is queued takes no other from its plan', async () => {
  const schema = ownSchema();
  const database = openAt({ kind: 'postgres', url: server.url, schema });
  const calls = new PlanCalls(database, schema);
  const queueing = new Map<string, PromiseWithResolvers<void>>();
  const remote = new RemoteCalls({
    calls,
    workflows: {
      enqueue: (_, [work = '']) => {
        const queued = Promise.withResolvers<void>();
        queueing.set(work, queued);
        return queued.promise;
      },
    },
    submittedAt: () => 1,
    locale: 'en',
  });
  onTestFinished(async () => {
    remote.close();
    await database.close();
  });

  const ask = async (callId: string): Promise<ToolResult> => {
    const options = {
      callId,
      parentCallId: 'plan',
      idempotencyKey: callId,
      signal: new AbortController().signal,
    };
    return remote.run({ tool: 'act', arguments: {}, options }, nobody);
  };
  /** As a worker does, which tells of it at once. */
  const make = async (callId: string): Promise<void> => {
    await expect.poll(() => queueing.has(`${callId}@1`)).toBe(true);
    await calls.begin(callId, 'worker');
    const result = { status: 'success', callId, tool: 'act', output: callId } as unknown as ToolResult;
    await calls.end(callId, writeMade({ result, interrupted: false }));
    remote.notice('plan');
  };

  const first = ask('first');
  await make('first');
  expect(await first).toMatchObject({ output: 'first' });
  const second = ask('second');
  await expect.poll(() => queueing.has('second@1')).toBe(true);
  queueing.get('first@1')?.resolve();
  // It looks once more for what it had sent, and finds that there is nothing left to wait for.
  await new Promise((resolve) => setTimeout(resolve, 100));
  await make('second');
  expect(await second).toMatchObject({ output: 'second' });
});

const nobody: CallWatcher = {
  parked: () => undefined,
  running: () => undefined,
  again: () => undefined,
  progress: () => undefined,
};
