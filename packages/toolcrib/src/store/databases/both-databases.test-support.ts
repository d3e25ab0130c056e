import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LazyDatabase } from './lazy-database.ts';
import { openPostgres } from './postgres.ts';
import { ownSchema } from './postgres.test-support.ts';
import { inTurn } from './sqlite-connection.ts';
import { openSqlite } from './sqlite.ts';

/** Where a database is, as text: another process can be told. */
export type Place =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgres'; readonly url: string; readonly schema: string };

export function openAt(place: Place): LazyDatabase {
  return new LazyDatabase(() =>
    place.kind === 'sqlite' ? inTurn(place, () => openSqlite(place.file)) : openPostgres(place),
  );
}

/** A new SQLite database; `remove` takes it away. */
export function newSqlite(): { readonly place: Place; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'toolcrib-store-'));
  return {
    place: { kind: 'sqlite', file: join(folder, '.toolcrib', 'store.db') },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A new schema in a PostgreSQL that runs. */
export function newSchema(url: string): Place {
  return { kind: 'postgres', url, schema: ownSchema() };
}
