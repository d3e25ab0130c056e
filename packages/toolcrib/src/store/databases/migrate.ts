import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database, DatabaseKind } from './database.ts';
import { migrations } from './migrations.ts';
import { StoreError } from '../store-error.ts';
import type { Tables } from './tables.ts';

/** The schema's version stands in a table of its own. */
interface Versioned {
  schema_version: { id: number; version: number };
}

/**
 * Brings a database to the schema that this program knows. Several processes may start at once: the first one works, the
 * others wait and find it done. A database that a newer program has changed is left alone.
 */
export async function migrate(database: Database): Promise<void> {
  // A new database has no such table, and says so with an error.
  if ((await versionOf(database.read).catch(() => 0)) === migrations.length) return;
  await database.write(async (transaction) => {
    await takeTurn(transaction, database.kind);
    await sql`create table if not exists schema_version (id integer primary key, version integer not null)`.execute(
      transaction,
    );
    const version = await versionOf(transaction);
    if (version > migrations.length)
      throw new StoreError('newer_schema', { found: version, known: migrations.length });
    for (const step of migrations.slice(version))
      await step(transaction as unknown as Kysely<never>, database.kind);
    await versioned(transaction)
      .insertInto('schema_version')
      .values({ id: 1, version: migrations.length })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ version: migrations.length }))
      .execute();
  });
}

async function versionOf(database: Kysely<Tables>): Promise<number> {
  const row = await versioned(database).selectFrom('schema_version').select('version').executeTakeFirst();
  return row?.version ?? 0;
}

function versioned(database: Kysely<Tables>): Kysely<Versioned> {
  return database as unknown as Kysely<Versioned>;
}

/** SQLite's writing transactions take turns by themselves; PostgreSQL's do not. */
async function takeTurn(transaction: Transaction<Tables>, kind: DatabaseKind): Promise<void> {
  if (kind === 'postgres') await sql`select pg_advisory_xact_lock(hashtext('toolcrib'))`.execute(transaction);
}
