import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { defaultQueryTimeout } from './query-timeout.ts';
import { folderFault, makePrivateFile, privacyFault } from '../private-place.ts';
import { StoreError } from '../store-error.ts';

interface Turn {
  readonly file: string;
  /** Milliseconds that a writer waits for the others before it gives up. @default 10,000 */
  readonly patience?: number | undefined;
}

/**
 * One connection. `normal` may lose the last commits when the machine loses power, never when the process is killed;
 * `full` loses none.
 */
export function connectSqlite(
  file: string,
  { synchronous }: { readonly synchronous: 'normal' | 'full' },
): DatabaseSync {
  let connection: DatabaseSync | undefined;
  try {
    if (file !== ':memory:') keepPrivate(file);
    // The longer wait is in `inTurn`.
    connection = new DatabaseSync(file, { timeout: shortPatienceMs, enableForeignKeyConstraints: true });
    connection.exec(`pragma journal_mode = wal; pragma synchronous = ${synchronous};`);
    return connection;
  } catch (error) {
    connection?.close();
    throw toStoreError(error, file);
  }
}

/** Repeats what failed because another process was writing, until it is our turn. */
export async function inTurn<T>(
  { file, patience = defaultQueryTimeout }: Turn,
  work: () => T | Promise<T>,
): Promise<T> {
  const end = performance.now() + patience;
  for (let pause = 2; ; pause = Math.min(pause * 1.5, 50)) {
    try {
      return await work();
    } catch (cause) {
      if (!isBusy(cause)) throw toStoreError(cause, file);
      if (performance.now() > end) throw busy(file, cause, patience);
    }
    // Everybody waits a different time: whoever waited together would meet again.
    await wait(pause * (0.5 + Math.random()));
  }
}

/** Milliseconds that SQLite itself waits, which holds up everything else in this process. */
const shortPatienceMs = 20;

function busy(file: string, cause: unknown, waitedMs: number): StoreError {
  return new StoreError('busy', { place: file, seconds: waitedMs / 1000 }, { cause });
}

/** SQLITE_BUSY and SQLITE_LOCKED, in all their shades. */
export function isBusy(error: unknown): boolean {
  if (error instanceof StoreError) return error.code === 'busy';
  const code = codeOf(error) & 0xff;
  return code === 5 || code === 6;
}

/** SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL and SQLITE_CANTOPEN. */
const ofTheDisk = [8, 10, 13, 14];

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const ofTheFile = [11, 26];

/** What is the disk's or the file's; anything else is passed on. */
export function toStoreError(error: unknown, file: string): unknown {
  if (error instanceof StoreError) return error;
  if (isBusy(error)) return busy(file, error, shortPatienceMs);
  const code = codeOf(error) & 0xff;
  const facts = { place: file, detail: messageOf(error) };
  const isOfTheSystem = error instanceof Error && 'syscall' in error;
  if (ofTheDisk.includes(code) || isOfTheSystem)
    return new StoreError('not_writable', facts, { cause: error });
  return ofTheFile.includes(code) ? new StoreError('damaged', facts, { cause: error }) : error;
}

function codeOf(error: unknown): number {
  const { errcode } = error as { readonly errcode?: unknown };
  return typeof errcode === 'number' ? errcode : 0;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What SQLite reads besides the file: who could write one of them could write the database. */
const companions = ['', '-wal', '-shm', '-journal'];

/** A store holds grants and tokens: only its user may reach it. */
function keepPrivate(file: string): void {
  const open = folderFault(file);
  if (open !== undefined) throw new StoreError('not_private', { place: dirname(file), fault: open });
  makePrivateFile(file);
  for (const path of companions.map((end) => `${file}${end}`)) {
    const fault = privacyFault(path, { kind: 'file' });
    if (fault !== undefined) throw new StoreError('not_private', { place: path, fault });
  }
}

/** Makes the folder of a database. Only the last one: one that is gone with everything above it is not made again. */
export function makeFolder(file: string): void {
  try {
    mkdirSync(dirname(file), { mode: 0o700 });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return;
    throw new StoreError('not_writable', { place: file, detail: messageOf(cause) }, { cause });
  }
}
