import { readdirSync, realpathSync, readlinkSync } from 'node:fs';

/** The ids of other processes that have a file open, as far as the system tells: Linux does, of the own user's processes. */
export function usersOf(file: string): number[] {
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
