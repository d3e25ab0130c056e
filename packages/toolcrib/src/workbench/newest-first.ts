import { statSync } from 'node:fs';
import { join } from 'node:path';

/** Sorts paths by the time of their last change, newest first; equal ones by name. */
export function newestFirst(paths: readonly string[], directory: string): string[] {
  // Synchronous: thousands of small promises take twice the time of thousands of small looks.
  const dated = paths.map((path) => ({ path, modified: modifiedAt(join(directory, path)) }));
  return dated
    .toSorted((one, other) => other.modified - one.modified || (one.path < other.path ? -1 : 1))
    .map(({ path }) => path);
}

/** A file that has gone meanwhile is the oldest. */
function modifiedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
