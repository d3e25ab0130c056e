import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Locale } from '@toolcrib/core';
import { StoreError } from '../../store/store-error.ts';
import { countUnrecorded } from '../../store/history/unrecorded.ts';
import { describePlace, type StorePlace } from '../../store/store-place.ts';
import type { Store } from '../../store/store.ts';
import type { Find, Finding } from './finding.ts';

/** Megabytes below which the disk is soon full, and below which it is. */
const little = 200;
const none = 10;

/** Whether it can be reached, read and written, and has room. What is not there yet is not made by looking. */
export async function examineStore(
  place: StorePlace,
  { database, check }: Pick<Store, 'database' | 'check'>,
  find: Find,
  locale: Locale,
): Promise<Finding[]> {
  if (place.kind === 'memory') return [];
  if (place.kind === 'sqlite') {
    const missing = notWritable(place.file);
    if (missing !== undefined) return [find('error', 'store_not_writable', { path: missing })];
  }
  const space = place.kind === 'sqlite' ? await examineSpace(existing(place.file), find) : [];
  if (place.kind === 'sqlite' && !existsSync(place.file)) return space;
  try {
    await database.get();
    await check();
    return space;
  } catch (error) {
    // A file that is no database is told by the database itself.
    const detail =
      error instanceof StoreError
        ? error.in(locale)
        : `${describePlace(place)}: ${error instanceof Error ? error.message : String(error)}`;
    return [...space, find('error', 'store_trouble', { detail })];
  }
}

export async function examineSpace(folder: string, find: Find, look: Look = statfs): Promise<Finding[]> {
  const { bavail, bsize } = await look(folder);
  const megabytes = Math.floor((bavail * bsize) / 1_000_000);
  if (megabytes >= little) return [];
  return [find(megabytes < none ? 'error' : 'warning', 'space_low', { folder, megabytes })];
}

/** What a file system says of itself, in blocks. */
type Look = (folder: string) => Promise<{ readonly bavail: number; readonly bsize: number }>;

/** Seconds that clocks of two machines may differ by without anybody noticing. */
const tolerated = 60;

export async function examineClock({ history, place }: Store, find: Find): Promise<Finding[]> {
  if (place.kind === 'memory' || (place.kind === 'sqlite' && !existsSync(place.file))) return [];
  const [newest] = (await history.list({ limit: 1 })).records;
  const seconds = Math.round(((newest?.time ?? 0) - Date.now()) / 1000);
  return seconds > tolerated ? [find('warning', 'clock_behind', { seconds })] : [];
}

/** Whether calls have no record, and never will have one or not yet. */
export async function examineRecords({ history, place }: Store, find: Find): Promise<Finding[]> {
  if (place.kind === 'sqlite' && !existsSync(place.file)) return [];
  const { lost, waiting } = await countUnrecorded(history);
  return lost + waiting > 0 ? [find('warning', 'records_missing', { lost, waiting })] : [];
}

/** The first of the file and its folder that we may not write; what is not there yet is made in the nearest folder that is. */
function notWritable(file: string): string | undefined {
  const folder = existing(dirname(file));
  if (!statSync(folder).isDirectory()) return folder;
  return [...(existsSync(file) ? [file] : []), folder].find((path) => {
    try {
      accessSync(path, constants.W_OK);
      return false;
    } catch {
      return true;
    }
  });
}

/** The nearest that is there. */
function existing(path: string): string {
  const above = dirname(path);
  return existsSync(path) || above === path ? path : existing(above);
}
