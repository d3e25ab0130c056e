import { lstatSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';

/** So many looks take a few milliseconds: then others get their turn. */
const looksInARow = 1000;

/**
 * Looks at files one by one, without following links; undefined for what is not there any more. Synchronous in the
 * small: thousands of small promises take twice the time of thousands of small looks.
 */
export async function* lookAt(
  directory: string,
  paths: readonly string[],
): AsyncGenerator<readonly (readonly [path: string, stats: Stats | undefined])[]> {
  for (let start = 0; start < paths.length; start += looksInARow) {
    if (start > 0) await setImmediate();
    yield paths.slice(start, start + looksInARow).map((path) => [path, look(join(directory, path))] as const);
  }
}

function look(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
