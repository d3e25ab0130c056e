import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  ownSchema,
  startPostgres,
  type TestPostgres,
} from '../../packages/toolcrib/src/store/databases/postgres.test-support.ts';
import { askFrozen, lockSqlite, startPartition } from './frozen.ts';
import { ask, startServing, type Serving } from './serving.ts';

let server: TestPostgres;
beforeAll(async () => void (server = await startPostgres()), 60_000);
afterAll(async () => {
  server.thaw();
  await server.stop();
});

const config = { store: { query_timeout: 500 } };

async function serving(url: string): Promise<Serving> {
  const place = { kind: 'postgres', url, schema: ownSchema() } as const;
  const started = await startServing({ config, place });
  onTestFinished(started.end);
  return started;
}

const statusOf = async ({ address, operator: token }: Serving, path: string): Promise<number> =>
  (await ask(address, path, { token })).status;

async function untilReady(service: Serving): Promise<void> {
  while ((await statusOf(service, '/ready')) !== 200) await new Promise((resolve) => setTimeout(resolve, 50));
}

test.each(['a database that is stopped', 'a network that is interrupted'] as const)(
  '%s lets every request come to an end, and the service goes on afterwards',
  async (kind) => {
    const partition = await startPartition(server);
    onTestFinished(() => partition.close());
    const service = await serving(kind === 'a database that is stopped' ? server.url : partition.url);
    const [stop, start] =
      kind === 'a database that is stopped'
        ? [() => server.freeze(), () => server.thaw()]
        : [() => partition.interrupt(), () => partition.heal()];
    await untilReady(service);
    stop();
    try {
      const { outcomes, health, ready } = await askFrozen(service, { times: 24 });
      expect([health, ready]).toEqual([200, 503]);
      expect(Object.keys(outcomes).filter((one) => !/^503 (?:timed_out|not_reachable)$/u.test(one))).toEqual(
        [],
      );
    } finally {
      start();
    }
    await untilReady(service);
    expect(await statusOf(service, '/history')).toBe(200);
    expect(service.child.exitCode).toBeNull();
  },
  60_000,
);

test('a service ends when it is told to, also while its database does not answer', async () => {
  const service = await serving(server.url);
  await untilReady(service);
  server.freeze();
  try {
    const ended = new Promise((resolve) => service.child.once('exit', resolve));
    service.child.kill('SIGTERM');
    await ended;
  } finally {
    server.thaw();
  }
}, 60_000);

test('a file that another process holds is read meanwhile, is not ready for calls, and is written afterwards', async () => {
  const service = await startServing({ config });
  onTestFinished(service.end);
  await untilReady(service);
  if (service.place.kind !== 'sqlite') throw new Error('no file');
  const lock = lockSqlite(service.place.file);
  const held = await askFrozen(service, { times: 8 });
  expect([held.health, held.ready]).toEqual([200, 503]);
  expect(held.outcomes).toEqual({ 200: 8 });
  const body = JSON.stringify({ name: 'x', scopes: ['read'] });
  const json = { 'content-type': 'application/json' };
  const { operator: token, address } = service;
  expect(await ask(address, '/tokens', { token, method: 'POST', headers: json, body })).toMatchObject({
    status: 503,
    code: 'busy',
  });
  lock.release();
  await untilReady(service);
  expect((await ask(address, '/tokens', { token, method: 'POST', headers: json, body })).status).toBe(200);
}, 60_000);
