import { lstatSync, readdirSync } from 'node:fs';

/** In larger folders nobody looks: they are taken to have links. */
const maxEntries = 5000;

/**
 * Whether a path is a link, or a folder that holds one. Brought to another place, such a link leads elsewhere than it did
 * when it was judged, and a later command of the same line would follow it.
 */
export function holdsLinks(path: string): boolean {
  let seen = 0;
  const pending = [path];
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined || !stats.isDirectory()) return stats?.isSymbolicLink() ?? false;
    for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        if (entry.isSymbolicLink() || ++seen > maxEntries) return true;
        if (entry.isDirectory()) pending.push(`${folder}/${entry.name}`);
      }
    }
    return false;
  } catch {
    return true;
  }
}
