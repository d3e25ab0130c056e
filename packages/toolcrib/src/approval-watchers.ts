import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Says that somebody watches the questions of this project, until it is called off or this process ends. */
export function announceWatcher(stateFolder: string): () => void {
  const folder = folderOf(stateFolder);
  const mark = join(folder, String(process.pid));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(mark, '');
  return () => rmSync(mark, { force: true });
}

/** Whether somebody watches just now, on this machine. Marks of processes that were killed are cleared away. */
export function isWatched(stateFolder: string): boolean {
  const folder = folderOf(stateFolder);
  return marksIn(folder).some(
    (mark) => isRunning(Number(mark)) || rmSync(join(folder, mark), { force: true }),
  );
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

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Somebody else's process is running all the same.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
