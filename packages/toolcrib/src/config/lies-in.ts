import { realpathSync, statSync, type BigIntStats } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Whether a path leads into a folder, or to the folder itself: links followed, as far as the path is there. Folders are
 * known by their number on the disk, so that neither another spelling nor a second mount hides one.
 */
export function liesIn(folder: string, path: string): boolean {
  const wanted = look(folder);
  if (wanted === undefined) return false;
  for (let at = realPathOf(path); ; at = dirname(at)) {
    const found = look(at);
    if (found !== undefined && found.dev === wanted.dev && found.ino === wanted.ino) return true;
    if (dirname(at) === at) return false;
  }
}

/** The path with links followed as far as it is there. */
export function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPathOf(parent), basename(path));
  }
}

function look(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true });
  } catch {
    return undefined;
  }
}
