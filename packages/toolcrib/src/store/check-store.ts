import { sql } from 'kysely';
import type { Database } from './databases/database.ts';
import type { LazyDatabase } from './databases/lazy-database.ts';
import { StoreError } from './store-error.ts';
import { describePlace, type StorePlace } from './store-place.ts';

/** Thrown to take back what a check has written. */
const undo = new Error('taken back');

/** Reads and writes the database; nothing stays of it. Rejects with the reason when it cannot. */
export async function tryDatabase(database: LazyDatabase): Promise<void> {
  const opened = await database.get();
  await sql`select version from schema_version`.execute(opened.read);
  await opened
    .write(async (transaction) => {
      await sql`update schema_version set version = version`.execute(transaction);
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
}

/**
 * Looks through a file for damage, so that nothing begins on half a store. The database server looks after its own files.
 * Rejects with what is wrong.
 */
export async function checkFile(
  database: LazyDatabase,
  { place, thorough = false }: { readonly place: StorePlace; readonly thorough?: boolean },
): Promise<void> {
  if (place.kind !== 'sqlite') return;
  const [problem] = await integrityProblems(await database.get(), thorough);
  if (problem !== undefined)
    throw new StoreError('damaged', { place: describePlace(place), detail: problem });
}

/** `quick_check` reads every page; `integrity_check` also holds the indexes against their tables. */
async function integrityProblems({ read }: Database, thorough: boolean): Promise<string[]> {
  const { rows } = thorough
    ? await sql<{ readonly integrity_check: string }>`pragma integrity_check(1)`.execute(read)
    : await sql<{ readonly quick_check: string }>`pragma quick_check(1)`.execute(read);
  return rows
    .flatMap((row) => Object.values(row))
    .filter((line) => line !== 'ok')
    .map((line) => line.replace(/^\*\*\*.*\n/u, '').split('\n', 1)[0] ?? '');
}
