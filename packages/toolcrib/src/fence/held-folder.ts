import {
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  rmdirSync,
  type BigIntStats,
} from 'node:fs';
import { join } from 'node:path';

/**
 * A folder that is held on to: names are looked up in this very folder, whatever happens meanwhile to the path that led
 * there. Its way from the root has no links.
 */
export interface HeldFolder {
  /** The path by which the system finds a name in it. */
  at(name: string): string;
  /** Whether it is still where it was. */
  isUnmoved(): boolean;
  /** Whether what was opened by a name in it was really in it. */
  contains(name: string, opened: BigIntStats): boolean;
  /** Takes back the folders that were made on the way, as far as they are empty. */
  unmake(): void;
  close(): void;
}

export interface HoldOptions {
  /** The names on the way from the root. */
  readonly parts: readonly string[];
  /** Makes the folders that are missing. */
  readonly make: boolean;
}

/** Goes from the root to a folder, never through a link. Throws the system's errors. */
export function holdFolder(root: string, options: HoldOptions): HeldFolder {
  return hasHandlePaths ? holdByHandle(root, options) : holdByPath(root, options);
}

/** Linux finds names in an open folder under this path: what `openat` is for those who have no `openat`. */
const handlePaths = '/proc/self/fd';
const hasHandlePaths = process.platform === 'linux' && existsSync(handlePaths);

/** O_PATH, which Node does not name: a place, for which the folder need not be readable. */
const placeOnly = 0o10000000;
const folderFlags = placeOnly | constants.O_DIRECTORY | constants.O_NOFOLLOW;

function holdByHandle(root: string, { parts, make }: HoldOptions): HeldFolder {
  const opened = [openSync(root, folderFlags)];
  const made: string[] = [];
  const here = (): string => `${handlePaths}/${opened.at(-1)}`;
  const close = (): void => opened.forEach((handle) => closeSync(handle));
  const unmake = (): void => made.toReversed().forEach(removeIfEmpty);
  try {
    for (const name of parts) {
      const path = `${here()}/${name}`;
      if (make && makeFolder(path)) made.push(path);
      opened.push(openSync(path, folderFlags));
    }
    const where = readlinkSync(here());
    const isUnmoved = (): boolean => readlinkSync(here()) === where;
    return { at: (name) => `${here()}/${name}`, isUnmoved, contains: () => true, unmake, close };
  } catch (error) {
    unmake();
    close();
    throw error;
  }
}

/** Where there are no such paths, the way is looked at again afterwards: what was swapped in between is noticed. */
export function holdByPath(root: string, { parts, make }: HoldOptions): HeldFolder {
  const made: string[] = [];
  const inodes: bigint[] = [];
  const pathTo = (depth: number): string => join(root, ...parts.slice(0, depth));
  const unmake = (): void => made.toReversed().forEach(removeIfEmpty);
  try {
    for (let depth = 0; depth <= parts.length; depth++) {
      if (make && depth > 0 && makeFolder(pathTo(depth))) made.push(pathTo(depth));
      inodes.push(inodeOfFolder(pathTo(depth)));
    }
  } catch (error) {
    unmake();
    throw error;
  }
  const isUnmoved = (): boolean =>
    inodes.every((inode, depth) => {
      try {
        return inodeOfFolder(pathTo(depth)) === inode;
      } catch {
        return false;
      }
    });
  const at = (name: string): string => join(pathTo(parts.length), name);
  const contains = (name: string, { dev, ino }: BigIntStats): boolean => {
    const found = lstatSync(at(name), { bigint: true, throwIfNoEntry: false });
    return found?.ino === ino && found.dev === dev && isUnmoved();
  };
  return { at, isUnmoved, contains, unmake, close: () => undefined };
}

function inodeOfFolder(path: string): bigint {
  const stats = lstatSync(path, { bigint: true });
  if (stats.isDirectory()) return stats.ino;
  throw Object.assign(new Error(`not a folder: ${path}`), {
    code: stats.isSymbolicLink() ? 'ELOOP' : 'ENOTDIR',
  });
}

/** True when it was not there before. */
function makeFolder(path: string): boolean {
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return false;
  try {
    mkdirSync(path);
    return true;
  } catch (error) {
    // Somebody else has just made it.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function removeIfEmpty(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // Somebody uses it already.
  }
}
