import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isGone, startOf } from './store/process-life.ts';

/** Says that somebody watches the questions of this project, until it is called off or this process ends. */
export function announceWatcher(stateFolder: string): () => void {
  const folder = folderOf(stateFolder);
  const mark = join(folder, String(process.pid));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(mark, startOf(process.pid) ?? '');
  return () => rmSync(mark, { force: true });
}

/** Whether somebody watches just now, on this machine. Marks of processes that were killed are cleared away. */
export function isWatched(stateFolder: string): boolean {
  const folder = folderOf(stateFolder);
  return marksIn(folder).some((mark) => isThere(folder, mark) || rmSync(join(folder, mark), { force: true }));
}

function folderOf(stateFolder: string): string {
  return join(stateFolder, 'watchers');
}

function marksIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** A number may be another process's by now: nobody would answer there. */
function isThere(folder: string, mark: string): boolean {
  try {
    const started = readFileSync(join(folder, mark), 'utf8');
    return isGone({ pid: Number(mark), started }) !== true;
  } catch {
    return false;
  }
}
