import { lstatSync, readdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';

/** Milliseconds for which the list of hidden files is good. */
const goodFor = 1000;
/** Files that are looked at. */
const maxFiles = 20_000;

/**
 * Tells by its number on the disk whether a file is one that no agent may read: a hard link gives such a file a second name, which
 * may lie in the project. Only a file with several names is looked up.
 */
export function createHiddenTest(places: readonly string[]): (stats: Stats) => boolean {
  let numbers = new Set<string>();
  let lookedAt = Number.NEGATIVE_INFINITY;
  return (stats) => {
    if (places.length === 0 || !stats.isFile() || stats.nlink < 2) return false;
    const now = performance.now();
    if (now - lookedAt >= goodFor) {
      numbers = numbersIn(places);
      lookedAt = now;
    }
    return numbers.has(numberOf(stats));
  };
}

function numbersIn(places: readonly string[]): Set<string> {
  const numbers = new Set<string>();
  const pending = [...places];
  for (let path = pending.pop(); path !== undefined && numbers.size < maxFiles; path = pending.pop()) {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats?.isFile()) numbers.add(numberOf(stats));
    if (stats?.isDirectory()) pending.push(...listed(path));
  }
  return numbers;
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
}

function numberOf({ dev, ino }: Stats): string {
  return `${dev}:${ino}`;
}
