import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
