import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** A row of `calls`, column by column. */
export type Row = readonly (string | number | null)[];

/** Every row of a store, in its order. */
export function rowsOf(file: string): Row[] {
  const source = new DatabaseSync(file, { readOnly: true });
  const rows = source.prepare('select * from calls order by seq').all();
  source.close();
  return rows.map((row) => Object.values(row) as Row);
}

/** Makes the same table with the same indexes, and nothing in it. */
export function emptyCopy(of: string, file: string): DatabaseSync {
  const source = new DatabaseSync(of, { readOnly: true });
  const statements = source
    .prepare(`select sql from sqlite_schema where tbl_name = 'calls' and sql is not null order by type desc`)
    .all();
  source.close();
  const copy = new DatabaseSync(file);
  copy.exec('pragma journal_mode = wal; pragma synchronous = normal;');
  for (const { sql } of statements) copy.exec(String(sql));
  return copy;
}

/** What one would write by hand: a prepared statement and a transaction for each batch. */
export function insertAll(copy: DatabaseSync, rows: readonly Row[], batch: number): void {
  const insert = copy.prepare(`insert into calls values (${rows[0]?.map(() => '?').join(', ')})`);
  for (let at = 0; at < rows.length; at += batch) {
    copy.exec('begin immediate');
    for (const row of rows.slice(at, at + batch)) insert.run(...row);
    copy.exec('commit');
  }
}

/** Bytes of memory that this process holds at most, as the system counts. */
export function peakMemory(): number {
  const status = readFileSync('/proc/self/status', 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB/mu.exec(status)?.[1] ?? Number.NaN) * 1024;
}
