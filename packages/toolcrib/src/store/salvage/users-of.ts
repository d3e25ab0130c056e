import { readdirSync, realpathSync, readlinkSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds between two looks, and how often a process must be found. */
const pause = 100;
const looks = 5;

/**
 * The ids of other processes that have a file open, as far as the system tells: Linux does, of the own user's processes. One that
 * is being started has the files of its parent for a moment, and is not meant.
 */
export async function usersOf(file: string): Promise<number[]> {
  let users = usersNow(file);
  for (let look = 1; look < looks && users.length > 0; look++) {
    await wait(pause);
    const now = new Set(usersNow(file));
    users = users.filter((id) => now.has(id));
  }
  return users;
}

function usersNow(file: string): number[] {
  const target = realpathSync(file);
  return listed('/proc')
    .filter((name) => /^\d+$/u.test(name) && Number(name) !== process.pid)
    .filter((name) => listed(`/proc/${name}/fd`).some((fd) => leadsTo(`/proc/${name}/fd/${fd}`, target)))
    .map(Number);
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function leadsTo(link: string, target: string): boolean {
  try {
    return readlinkSync(link) === target;
  } catch {
    return false;
  }
}
