import { lstatSync, readFileSync, utimesSync } from 'node:fs';

/** Private files whose access time tells whether anybody has read them. */
export interface ReadCanaries {
  /** The files that were read until now. */
  read(): ReadonlySet<string>;
  /** Does work that reads them and does not count. */
  without<T>(work: () => T): T;
}

const never = new Date(0);

/**
 * Sets the access times back. Linux updates an access time that is older than the last change (`relatime`); where a file
 * system keeps none, there are no canaries.
 */
export function setReadCanaries(files: readonly string[], probe: string): ReadCanaries | undefined {
  const reset = (file: string): void => utimesSync(file, never, lstatSync(file).mtime);
  const wasRead = (file: string): boolean => lstatSync(file).atimeMs !== never.getTime();
  reset(probe);
  readFileSync(probe);
  if (!wasRead(probe)) return undefined;
  const found = new Set<string>();
  const read = (): ReadonlySet<string> => {
    for (const file of files.filter(wasRead)) found.add(file);
    return found;
  };
  files.forEach(reset);
  return {
    read,
    without(work) {
      read();
      try {
        return work();
      } finally {
        files.forEach(reset);
      }
    },
  };
}
