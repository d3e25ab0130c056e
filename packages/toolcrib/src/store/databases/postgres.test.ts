import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { newSchema, openAt } from './both-databases.test-support.ts';
import { openPostgres } from './postgres.ts';
import { startPostgres, type TestPostgres } from './postgres.test-support.ts';

let server: TestPostgres;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

test('a connection that breaks between two steps of a transaction fails the transaction, not the process', async () => {
  const database = await openPostgres({ url: server.url });
  const other = await openPostgres({ url: server.url });
  const died: unknown[] = [];
  const note = (error: unknown): number => died.push(error);
  process.on('uncaughtException', note);
  const work = database.write(async (transaction) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(other.read);
    // The news of it arrives while nothing is asked.
    await new Promise((resolve) => setTimeout(resolve, 200));
    await sql`select 1`.execute(transaction);
  });
  await expect(work).rejects.toThrow();
  process.off('uncaughtException', note);
  expect(died).toEqual([]);
  const again = await sql<{ one: number }>`select 1 as one`.execute(database.read);
  expect(again.rows).toEqual([{ one: 1 }]);
  await Promise.all([database.close(), other.close()]);
});

test('a process that is frozen in the middle of a transaction holds up the others only for a while', async () => {
  const place = newSchema(server.url);
  const [frozen, other] = [openAt(place), openAt(place)];
  onTestFinished(async () => {
    await other.close();
    await frozen.close().catch(() => undefined);
  });
  const held = Promise.withResolvers<void>();
  const thawed = Promise.withResolvers<void>();
  const lost = (await frozen.get()).write(async (transaction) => {
    await transaction.updateTable('chain').set({ bytes: 7 }).execute();
    held.resolve();
    await thawed.promise;
    return transaction.selectFrom('chain').select('bytes').execute();
  });
  const failed = expect(lost).rejects.toMatchObject({ code: 'not_reachable' });
  await held.promise;
  const database = await other.get();
  await database.write((transaction) => transaction.updateTable('chain').set({ cleaned_at: 1 }).execute());
  thawed.resolve();
  await failed;
  expect(await database.read.selectFrom('chain').select(['bytes', 'cleaned_at']).execute()).toEqual([
    { bytes: 0, cleaned_at: 1 },
  ]);
});
