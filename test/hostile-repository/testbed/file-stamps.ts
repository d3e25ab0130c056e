import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Kind, mode and content of every file below some folders, by path. */
export type FileStamps = ReadonlyMap<string, string>;

interface StampOptions {
  /** A folder that is left out, and so are the folders that lead only to it. */
  readonly except: string;
}

export function stampsOf(folders: readonly string[], { except }: StampOptions): FileStamps {
  const stamps = new Map<string, string>();
  const visit = (path: string): void => {
    if (path === except) return;
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return;
    if (!except.startsWith(`${path}/`)) stamps.set(path, `${stats.mode} ${contentOf(path)}`);
    if (stats.isDirectory()) for (const name of readdirSync(path)) visit(join(path, name));
  };
  for (const folder of folders) visit(folder);
  return stamps;
}

/** The paths that are new, gone or different. */
export function changesBetween(before: FileStamps, after: FileStamps): string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path));
}

function contentOf(path: string): string {
  const stats = lstatSync(path);
  if (stats.isSymbolicLink()) return readlinkSync(path);
  return stats.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : '';
}
