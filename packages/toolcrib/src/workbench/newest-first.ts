import { lookAt } from './look-at.ts';

/** Sorts paths by the time of their last change, newest first; equal ones by name. One that has gone is the oldest. */
export async function newestFirst(paths: readonly string[], directory: string): Promise<string[]> {
  const dated: { readonly path: string; readonly modified: number }[] = [];
  for await (const seen of lookAt(directory, paths)) {
    for (const [path, stats] of seen) dated.push({ path, modified: stats?.mtimeMs ?? 0 });
  }
  return dated
    .toSorted((one, other) => other.modified - one.modified || (one.path < other.path ? -1 : 1))
    .map(({ path }) => path);
}
