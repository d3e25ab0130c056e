import { constants, createWriteStream, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import type { CallRecord } from '@toolcrib/core';
import { StoreError } from '../store-error.ts';
import { parseForeignRecord } from './parse-foreign-record.ts';

/** Larger files are not copied. */
const maxFileBytes = 8 * 1024 ** 3;
/** Longer records are not made by Toolcrib. */
const maxRecordBytes = 1_000_000;

/**
 * The records of a store that somebody else may have made, oldest first; undefined for one that cannot be read. SQLite opens a
 * private copy, so that nothing is written beside the file and nobody changes it meanwhile. Only the texts of records are
 * read: views, triggers and generated columns of the file never run.
 */
export async function* readForeignStore(
  file: string,
  { folder }: { readonly folder: string },
): AsyncGenerator<CallRecord | undefined> {
  const copy = join(folder, 'foreign.db');
  try {
    await copyFile(file, copy);
    // What was committed last may still stand beside the file.
    await copyFile(`${file}-wal`, `${copy}-wal`, { optional: true });
    yield* readRecords(copy);
  } catch (cause) {
    if (cause instanceof StoreError) throw cause;
    const detail = cause instanceof Error ? cause.message : String(cause);
    throw new StoreError('not_a_store', { place: file, detail }, { cause });
  } finally {
    for (const end of ['', '-wal', '-shm']) rmSync(`${copy}${end}`, { force: true });
  }
}

/** Follows no link, waits for no pipe and reads no device. */
async function copyFile(from: string, to: string, { optional = false } = {}): Promise<void> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(from, flags).catch((error: NodeJS.ErrnoException) => {
    if (optional && error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (handle === undefined) return;
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new Error('not a regular file');
    if (stats.size > maxFileBytes) throw new Error(`larger than ${maxFileBytes} bytes`);
    if (stats.size === 0 && optional) return;
    const source = handle.createReadStream({ autoClose: false, end: Math.max(0, stats.size - 1) });
    await pipeline(source, createWriteStream(to, { flags: 'wx', mode: 0o600 }));
  } finally {
    await handle.close();
  }
}

function* readRecords(copy: string): Generator<CallRecord | undefined> {
  const database = new DatabaseSync(copy, { allowExtension: false });
  try {
    database.exec('pragma trusted_schema = off; pragma cell_size_check = on; pragma query_only = on');
    const columns = database.prepare(`select name, hidden from pragma_table_xinfo('calls')`).all();
    const [kind] = database.prepare(`select type, sql from sqlite_schema where name = 'calls'`).all();
    const isPlainTable =
      kind?.['type'] === 'table' &&
      !/^\s*create\s+virtual/iu.test(String(kind['sql'])) &&
      columns.every(({ hidden }) => hidden === 0) &&
      ['seq', 'record'].every((wanted) => columns.some(({ name }) => name === wanted));
    if (!isPlainTable) throw new Error('no table of calls');
    const rows = database
      .prepare('select iif(octet_length(record) <= ?, record, null) as record from calls order by seq')
      .iterate(maxRecordBytes);
    for (const { record } of rows) yield typeof record === 'string' ? parseForeignRecord(record) : undefined;
  } finally {
    database.close();
  }
}
