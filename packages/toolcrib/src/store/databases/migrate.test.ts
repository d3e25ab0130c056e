import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations.ts';
import { openPostgres } from './postgres.ts';
import { ownSchema, startPostgres, type TestPostgres } from './postgres.test-support.ts';
import { schemaVersion } from './schema-version.ts';
import { openSqlite } from './sqlite.ts';

let server: TestPostgres;
beforeAll(async () => void (server = await startPostgres()));
afterAll(() => server.stop());

/** Opens the same database again and again. */
function openers(): Record<'sqlite' | 'postgres', () => () => Promise<Database>> {
  return {
    sqlite: () => {
      const folder = mkdtempSync(join(tmpdir(), 'toolcrib-store-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      return async () => openSqlite(join(folder, '.toolcrib', 'store.db'));
    },
    postgres: () => {
      const schema = ownSchema();
      return () => openPostgres({ url: server.url, schema });
    },
  };
}

describe.each(['sqlite', 'postgres'] as const)('%s', (kind) => {
  test('many that start at once find one schema', async () => {
    const open = openers()[kind]();
    const databases = await Promise.all(Array.from({ length: 8 }, open));
    await Promise.all(databases.map(migrate));
    for (const database of databases) {
      const row = await database.read.selectFrom('chain').selectAll().executeTakeFirstOrThrow();
      expect(row).toEqual({
        id: 1,
        first_seq: 1,
        before_first: '',
        last_seq: 0,
        last_hash: '',
        bytes: 0,
        cleaned_at: 0,
      });
      await database.close();
    }
  });

  test('a schema that is newer than the program is left alone', async () => {
    const database = await openers()[kind]()();
    await migrate(database);
    await sql`update schema_version set version = 99`.execute(database.read);
    await expect(migrate(database)).rejects.toMatchObject({
      code: 'newer_schema',
      message: expect.stringContaining('Update Toolcrib'),
    });
    await database.close();
  });

  test('a migration that fails leaves nothing behind', async () => {
    const database = await openers()[kind]()();
    await expect(
      database.write(async (transaction) => {
        await sql`create table half (id integer)`.execute(transaction);
        throw new Error('stopped');
      }),
    ).rejects.toThrow('stopped');
    await expect(sql`select * from half`.execute(database.read)).rejects.toThrow();
    await database.close();
  });
});

test('the version that is known without loading the migrations is the number of migrations', () => {
  expect(schemaVersion).toBe(migrations.length);
});
