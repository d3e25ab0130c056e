import {
  appendFileSync,
  existsSync,
  lstatSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathAsName } from './config/path-as-name.ts';

export type MovedState =
  | { readonly kind: 'moved'; readonly from: string }
  /** The folder is still there: it was copied, not renamed, and its state is its own. */
  | { readonly kind: 'still_there'; readonly from: string }
  | { readonly kind: 'nothing_kept'; readonly from: string }
  /** The project has a state of its own, which is not replaced. */
  | { readonly kind: 'taken'; readonly from: string };

/** Beside the store, what is not made anew by itself. */
const kept = ['imports', 'unwritten'];
/** With a row in one of these a store is not replaced. */
const keptTables = ['calls', 'grants', 'tokens', 'approvals', 'plans', 'feedback'];
const securityLog = 'security.jsonl';

/** Gives a project that was renamed the state that was kept for it under its old path. */
export function moveState(oldPath: string, stateFolder: string): MovedState {
  const from = formerPath(resolve(oldPath));
  const oldFolder = join(dirname(stateFolder), pathAsName(from));
  if (oldFolder === stateFolder || existsSync(from)) return { kind: 'still_there', from };
  if (!lstatSync(oldFolder, { throwIfNoEntry: false })?.isDirectory()) return { kind: 'nothing_kept', from };
  const isTaken = kept.some((name) => existsSync(join(stateFolder, name)));
  if (isTaken || holdsSomething(join(stateFolder, 'store.db'))) return { kind: 'taken', from };
  const aside = `${stateFolder}.replaced-${process.pid}`;
  renameSync(stateFolder, aside);
  renameSync(oldFolder, stateFolder);
  const refusals = join(aside, securityLog);
  if (existsSync(refusals))
    appendFileSync(join(stateFolder, securityLog), readFileSync(refusals), { mode: 0o600 });
  rmSync(aside, { recursive: true, force: true });
  return { kind: 'moved', from };
}

/** Whoever only looked at the history has made a store with nothing in it. It is closed before it is moved. */
function holdsSomething(file: string): boolean {
  if (!existsSync(file)) return false;
  const database = new DatabaseSync(file);
  try {
    return keptTables.some((table) => database.prepare(`select 1 from ${table} limit 1`).get() !== undefined);
  } catch {
    return true;
  } finally {
    database.close();
  }
}

/** The path of something that is gone, with the links above it resolved. */
function formerPath(path: string): string {
  const above = dirname(path);
  if (above === path) return path;
  try {
    return join(realpathSync(above), basename(path));
  } catch {
    return join(formerPath(above), basename(path));
  }
}
