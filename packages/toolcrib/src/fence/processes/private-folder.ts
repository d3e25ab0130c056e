import { mkdirSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The folders of one process, which nobody else uses and which go with it. */
export interface PrivateFolder {
  readonly path: string;
  readonly home: string;
  readonly temporary: string;
  /** Where its own root is put together. */
  readonly newRoot: string;
  remove(): Promise<void>;
}

export function createPrivateFolder(stateFolder: string): PrivateFolder {
  const parent = join(stateFolder, 'processes');
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  const path = mkdtempSync(join(parent, 'p-'));
  const [home, temporary, newRoot] = ['home', 'tmp', 'root'].map((name) => {
    const folder = join(path, name);
    mkdirSync(folder, { mode: 0o700 });
    return folder;
  }) as [string, string, string];
  // A process that was just killed can still create a file while its folder is removed. What is so deep or so locked that it
  // cannot be removed stays, in a folder of our own.
  const remove = (): Promise<void> =>
    rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }).catch(() => undefined);
  return { path, home, temporary, newRoot, remove };
}

/** For a process that keeps nothing: the names of folders that are not there. */
export function noPrivateFolder(stateFolder: string): PrivateFolder {
  const path = join(stateFolder, 'processes', 'none');
  return { path, home: path, temporary: path, newRoot: path, remove: () => Promise.resolve() };
}
