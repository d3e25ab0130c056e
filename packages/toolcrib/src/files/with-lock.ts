import { closeSync, lstatSync, mkdirSync, openSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { FileFault, toFileFault } from './file-fault.ts';

interface LockOptions {
  /** Milliseconds to wait for one holder; the next holder is waited for anew. @default 10_000 */
  readonly timeoutMs?: number | undefined;
}

const lockName = 'edits.lock';
const retryMs = 10;

/** A connection that nothing refers to any more would be collected, and its lock released. */
const held = new Set<DatabaseSync>();

/**
 * Runs work while no other process, and nothing else in this one, runs work under the lock of the same folder. The folder
 * must belong to the user and lie outside every project: a project could hold the lock for ever, or put a link in its place.
 * Throws a `FileFault` with the code `file_locked` when one holder keeps the lock for too long; the work has not run then.
 *
 *     await withLock(trustFolder, () => records.write(record));
 */
export async function withLock<T>(
  folder: string,
  work: () => T | Promise<T>,
  { timeoutMs = 10_000 }: LockOptions = {},
): Promise<T> {
  const file = join(folder, lockName);
  const lock = openLock(folder, file);
  try {
    await take(lock, { file, timeoutMs });
    held.add(lock);
    return await work();
  } finally {
    held.delete(lock);
    // Ends the transaction as well.
    lock.close();
  }
}

function openLock(folder: string, file: string): DatabaseSync {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    createIfMissing(file);
    // SQLite would follow a link, and wait at a pipe.
    if (!lstatSync(file).isFile()) throw new FileFault(file, { kind: 'file_not_regular' });
    // Loaded here: most starts change no file.
    const { DatabaseSync: Database } = process.getBuiltinModule('node:sqlite');
    return new Database(file, { timeout: 0 });
  } catch (error) {
    throw sqliteCode(error) === undefined
      ? toFileFault(file, error, 'file_not_written')
      : unusable(file, error);
  }
}

function createIfMissing(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/**
 * Waits between the tries instead of in SQLite: a holder in this process could not go on otherwise. The tries are in no order,
 * so on a busy machine many others may be faster; each of them marks the file, and only one that does not go on ends the wait.
 */
async function take(
  lock: DatabaseSync,
  { file, timeoutMs }: { readonly file: string; readonly timeoutMs: number },
): Promise<void> {
  let mark = markOf(file);
  for (let since = performance.now(); !isTaken(lock, file); ) {
    const now = markOf(file);
    if (now !== mark) [mark, since] = [now, performance.now()];
    else if (performance.now() - since >= timeoutMs)
      throw new FileFault(file, { kind: 'file_locked', seconds: Math.round(timeoutMs / 100) / 10 });
    await new Promise((resolve) => setTimeout(resolve, retryMs * (0.5 + Math.random())));
  }
  setMark(file);
}

/** Changes with each holder. The file is not opened: closing it would release the locks that this process has on it. */
function markOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}

function setMark(file: string): void {
  const now = new Date();
  try {
    utimesSync(file, now, now);
  } catch {
    // Somebody has removed it: the lock is held all the same.
  }
}

const busy = 5;

function isTaken(lock: DatabaseSync, file: string): boolean {
  try {
    // Takes the lock and writes nothing, so no journal is left behind.
    lock.exec('begin immediate');
    return true;
  } catch (error) {
    if (sqliteCode(error) === busy) return false;
    throw unusable(file, error);
  }
}

/** The primary result code; undefined for an error that is not SQLite's. */
function sqliteCode(error: unknown): number | undefined {
  const { errcode } = error as { readonly errcode?: number };
  return errcode === undefined ? undefined : errcode & 0xff;
}

function unusable(file: string, cause: unknown): FileFault {
  const detail = cause instanceof Error ? cause.message : String(cause);
  return new FileFault(file, { kind: 'file_not_written', detail }, { cause });
}
