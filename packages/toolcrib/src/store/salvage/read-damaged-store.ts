import { closeSync, openSync, readFileSync, statSync, truncateSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { CallRecord } from '@toolcrib/core';
import { parseForeignRecord } from '../foreign/parse-foreign-record.ts';
import { link } from '../history/batch.ts';
import { attempt } from './attempt.ts';

/** Places in a row without a record after which no more are looked for, where nothing tells how many there were. */
const maxEmpty = 100_000;
/** Longer records are not made by Toolcrib. */
const maxRecordBytes = 1_000_000;
/** How a page of a table begins that names the pages below it. */
const innerTablePage = 5;

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
  if (!hasSchema(file)) replaceSchema(file, empty);
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
        database.prepare('select seq, record, hash from calls');
        return true;
      } finally {
        database.close();
      }
    }) ?? false
  );
}

/**
 * The pages of the schema say where the tables are. Every store of one version has them at the same places, so that the pages
 * of a new store serve a damaged one. A file that ends before the first page of a table is not read at all: zeros make it longer.
 */
function replaceSchema(file: string, empty: string): void {
  const source = readFileSync(empty);
  const pageSize = source.readUInt16BE(16) === 1 ? 65_536 : source.readUInt16BE(16);
  const pages = Math.max(Math.floor(statSync(file).size / pageSize), source.length / pageSize);
  source.writeUInt32BE(pages, 28);
  // No page of the damaged file counts as free.
  source.fill(0, 32, 40);
  truncateSync(file, pages * pageSize);
  const target = openSync(file, 'r+');
  try {
    for (const number of schemaPages(source, pageSize)) {
      const start = (number - 1) * pageSize;
      writeSync(target, source, start, pageSize, start);
    }
  } finally {
    closeSync(target);
  }
}

/** The b-tree of the schema begins on page 1; an inner page names those below it. See https://sqlite.org/fileformat2.html#b_tree_pages. */
function* schemaPages(database: Buffer, pageSize: number, number = 1): Generator<number> {
  yield number;
  const start = (number - 1) * pageSize;
  const header = number === 1 ? 100 : start;
  if (database[header] !== innerTablePage) return;
  const cells = database.readUInt16BE(header + 3);
  for (let cell = 0; cell < cells; cell++) {
    const place = start + database.readUInt16BE(header + 12 + 2 * cell);
    yield* schemaPages(database, pageSize, database.readUInt32BE(place));
  }
  yield* schemaPages(database, pageSize, database.readUInt32BE(header + 8));
}
