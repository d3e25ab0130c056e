import { closeSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { CallRecord } from '@toolcrib/core';
import { parseForeignRecord } from '../foreign/parse-foreign-record.ts';
import { link } from '../history/batch.ts';
import { attempt } from './attempt.ts';

/** Places in a row without a record after which no more are looked for, where nothing tells how many there were. */
const maxEmpty = 100_000;
/** Longer records are not made by Toolcrib. */
const maxRecordBytes = 1_000_000;

interface Row {
  readonly record: string;
  readonly hash: string;
}

/**
 * The records of a damaged store, oldest first; undefined for each that is lost. Every record is read by itself, so that a
 * damaged page costs the records on it and no others. One that does not have the hash that follows from the record before it is
 * lost as well: a damaged text can still be JSON. `file` is a copy, and may be changed; `empty` is a new store.
 */
export function* readDamagedStore(
  file: string,
  { empty }: { readonly empty: string },
): Generator<CallRecord | undefined> {
  if (!hasSchema(file)) replaceFirstPage(file, empty);
  const database = new DatabaseSync(file, { allowExtension: false });
  try {
    database.exec('pragma trusted_schema = off; pragma query_only = on');
    const { first, last } = ends(database);
    const find = database.prepare(
      'select iif(octet_length(record) <= ?, record, null) as record, hash from calls where seq = ?',
    );
    let before: string | undefined;
    let lost = 0;
    for (let seq = first; seq <= (last ?? seq) && lost < (last === undefined ? maxEmpty : Infinity); seq++) {
      const row = attempt(() => find.get(maxRecordBytes, seq)) as Partial<Row> | undefined;
      const record = readRow(row, before);
      before = record === undefined ? undefined : row?.hash;
      if (record === undefined) lost++;
      else {
        // What is missing in between is told once it is known that there is more.
        for (; lost > 0; lost--) yield undefined;
        yield record;
      }
    }
    if (last !== undefined) for (; lost > 0; lost--) yield undefined;
  } finally {
    database.close();
  }
}

function readRow(row: Partial<Row> | undefined, before: string | undefined): CallRecord | undefined {
  const { record, hash } = row ?? {};
  if (typeof record !== 'string' || typeof hash !== 'string') return undefined;
  if (before !== undefined && link(before, record) !== hash) return undefined;
  return parseForeignRecord(record);
}

/** Where the records begin and end, as far as anything tells. */
function ends(database: DatabaseSync): { readonly first: number; readonly last: number | undefined } {
  const one = (sql: string): number | undefined => {
    const row = attempt(() => database.prepare(sql).get());
    const value = Object.values(row ?? {})[0];
    return typeof value === 'number' ? value : undefined;
  };
  return {
    first: one('select first_seq from chain') ?? one('select min(seq) from calls') ?? 1,
    last: one('select last_seq from chain') ?? one('select max(seq) from calls'),
  };
}

function hasSchema(file: string): boolean {
  return (
    attempt(() => {
      const database = new DatabaseSync(file, { allowExtension: false });
      try {
        return database.prepare(`select 1 from sqlite_schema where name = 'calls'`).get() !== undefined;
      } finally {
        database.close();
      }
    }) ?? false
  );
}

/**
 * Page 1 says where the tables are. Every store of one version has them at the same places, so that the page of a new store
 * serves a damaged one.
 */
function replaceFirstPage(file: string, empty: string): void {
  const header = Buffer.alloc(100);
  const source = openSync(empty, 'r');
  const target = openSync(file, 'r+');
  try {
    readSync(source, header, 0, header.length, 0);
    const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
    const page = Buffer.alloc(pageSize);
    readSync(source, page, 0, pageSize, 0);
    page.writeUInt32BE(Math.floor(statSync(file).size / pageSize), 28);
    // No page of the damaged file counts as free.
    page.fill(0, 32, 40);
    writeSync(target, page, 0, pageSize, 0);
  } finally {
    closeSync(source);
    closeSync(target);
  }
}
