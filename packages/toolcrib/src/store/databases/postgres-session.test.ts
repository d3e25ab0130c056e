import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { PostgresSession } from './postgres-session.ts';
import { startPostgres, type TestPostgres } from './postgres.test-support.ts';
import { openPostgres } from './postgres.ts';

let server: TestPostgres;
beforeAll(async () => void (server = await startPostgres()), 60_000);
afterAll(() => server.stop());

interface Opened {
  readonly session: PostgresSession;
  readonly heard: string[];
}

async function open(): Promise<Opened> {
  const heard: string[] = [];
  const session = await PostgresSession.open({
    url: server.url,
    onNotice: (channel, payload) => heard.push(`${channel}: ${payload}`),
    onReturn: () => heard.push('returned'),
    onLost: (lock) => heard.push(`lost ${lock}`),
  });
  onTestFinished(() => session.close());
  return { session, heard };
}

async function notify(channel: string, payload: string): Promise<void> {
  const { sql } = await import('kysely');
  const database = await openPostgres({ url: server.url });
  await sql`select pg_notify(${channel}, ${payload})`.execute(database.read);
  await database.close();
}

test('what is done under a lock is done by one at a time, of several sessions and within one', async () => {
  const [{ session: one }, { session: other }] = [await open(), await open()];
  const done: string[] = [];
  const begun = Promise.withResolvers<void>();
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = one.whileFree('work', async () => {
    begun.resolve();
    await promise;
    return done.push('first');
  });
  await begun.promise;
  expect(await one.whileFree('work', async () => done.push('the same'))).toBeUndefined();
  expect(await other.whileFree('work', async () => done.push('another'))).toBeUndefined();
  resolve();
  expect(await first).toBe(1);
  expect(await other.whileFree('work', async () => done.push('then'))).toBe(2);
  expect(done).toEqual(['first', 'then']);
});

test('a lock is free as soon as the session that held it is gone', async () => {
  const [{ session: one }, { session: other }] = [await open(), await open()];
  expect([await one.hold('life'), await other.hold('life')]).toEqual([true, false]);
  await one.close();
  await expect.poll(() => other.hold('life')).toBe(true);
});

test('a server that was away finds the same locks and listeners again', { timeout: 60_000 }, async () => {
  const { session, heard } = await open();
  await session.hold('kept');
  await session.listen('news');
  await server.kill();
  await server.restart();
  await expect.poll(() => heard).toEqual(['returned']);
  const { session: other } = await open();
  expect(await other.hold('kept')).toBe(false);
  await notify('news', 'still here');
  await expect.poll(() => heard).toEqual(['returned', 'news: still here']);
});
