import { mkdirSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The folders of one process, which nobody else uses and which go with it. */
export interface PrivateFolder {
  readonly home: string;
  readonly temporary: string;
  remove(): Promise<void>;
}

export function createPrivateFolder(stateFolder: string): PrivateFolder {
  const parent = join(stateFolder, 'processes');
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(join(parent, 'p-'));
  const home = join(folder, 'home');
  const temporary = join(folder, 'tmp');
  mkdirSync(home, { mode: 0o700 });
  mkdirSync(temporary, { mode: 0o700 });
  return { home, temporary, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 2 }) };
}
