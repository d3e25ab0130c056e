import { constants, lstatSync, readFileSync, realpathSync, type Stats } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { createError } from '@toolcrib/core';
import { createHiddenTest } from './hidden-files.ts';
import { isInside } from './is-inside.ts';
import { faultOf, isFolderSpelling, PathProblem, walkPath, type Walked } from './path-walk.ts';
import { createPathTest } from './protected-names.ts';

export type Access = 'read' | 'write';

/** Where a path leads, links resolved. */
export interface Place {
  /** Absolute, without links. */
  readonly path: string;
  /** From the project's root, with `/` on every system; `.` for the root itself. */
  readonly relative: string;
  readonly kind: 'file' | 'directory' | 'other' | 'missing';
}

/** What must not be written, or not be reached at all. */
export interface Protection {
  /** In any folder; `a/b` for a name in a folder of that name. */
  readonly names: readonly string[];
  /** Absolute, with all that is in them; asked for each look, because they may change. */
  readonly paths?: (() => readonly string[]) | undefined;
  /** Files and folders outside the project that nobody may read by another name either. @default none */
  readonly hidden?: readonly string[] | undefined;
}

/** Finds where paths lead, and refuses those that lead outside or to what must not be written. */
export function createLocator(
  root: string,
  { names, paths, hidden = [] }: Protection,
): (path: string, access: Access) => Place {
  const isHidden = createHiddenTest(hidden);
  const isProtected = createPathTest(names);
  const protectsGit = isProtected(['.git']);

  const mustNotWrite = (path: string, links: readonly string[]): boolean => {
    // A protected name may itself be a link: what it leads to is protected under both names.
    const ways = [path, ...links.map(spelledLink).filter((link) => isInside(root, link))];
    if (ways.some((way) => isProtected(partsOf(root, way)))) return true;
    if (protectsGit && ways.some(makesRepository)) return true;
    if (paths?.().some((each) => ways.some((way) => isInside(each, way)))) return true;
    const repository = protectsGit ? repositoryOf(root) : root;
    return repository !== root && isInside(root, repository) && isInside(repository, path);
  };

  return (path, access) => {
    const { path: walked, stats, links } = follow(root, path);
    const real = asTheDiskSpells(walked);
    if (!isInside(root, real)) throw createError('outside_project', { path });
    if (stats !== undefined && isHidden(stats)) throw createError('outside_project', { path });
    const shown = partsOf(root, real).join('/') || '.';
    if (access === 'write' && mustNotWrite(real, links)) throw createError('protected_path', { path: shown });
    return { path: real, relative: shown, kind: placeKind(stats, path) };
  };
}

/** The names from the root to a path inside it. */
export function partsOf(root: string, path: string): string[] {
  return relative(root, path)
    .split(sep)
    .filter((part) => part !== '');
}

function follow(root: string, path: string): Walked {
  const fault = faultOf(path);
  if (fault !== undefined) throw createError('outside_project', { path, fault });
  try {
    return walkPath(root, path);
  } catch (error) {
    if (!(error instanceof PathProblem)) throw error;
    throw createError('outside_project', { path, fault: error.fault }, { cause: error });
  }
}

/** Git takes any folder with a `HEAD`, `objects` and `refs` for a repository, and obeys the `config` in it. */
function makesRepository(path: string): boolean {
  const name = basename(path);
  return (hasLooseNames ? name.toUpperCase() : name) === 'HEAD';
}

const hasLooseNames = process.platform === 'darwin' || process.platform === 'win32';

/** The spelling that such a disk itself uses, as far as the path exists: `SRC` and `src` are one place there. */
function asTheDiskSpells(path: string): string {
  if (!hasLooseNames) return path;
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(asTheDiskSpells(parent), basename(path));
  }
}

function spelledLink(link: string): string {
  return join(asTheDiskSpells(dirname(link)), basename(link));
}

function placeKind(stats: Stats | undefined, path: string): Place['kind'] {
  if (stats?.isDirectory()) return 'directory';
  // `file/` is no file, to the kernel and to us.
  if (stats === undefined || isFolderSpelling(path)) return 'missing';
  return stats.isFile() ? 'file' : 'other';
}

/** Where the project's repository is: beside it when `.git` is a link or a file that names it, otherwise `.git` itself. */
function repositoryOf(root: string): string {
  const git = join(root, '.git');
  const stats = lstatSync(git, { throwIfNoEntry: false });
  if (stats === undefined || stats.isDirectory()) return git;
  try {
    if (stats.isSymbolicLink()) return asTheDiskSpells(walkPath(root, '.git').path);
    if (!stats.isFile() || stats.size > maxGitFileBytes) return git;
    const named = /^gitdir: (.+?)\s*$/u.exec(readFileSync(git, { encoding: 'utf8', flag: gitFileFlags }));
    return named === null ? git : asTheDiskSpells(walkPath(root, named[1] as string).path);
  } catch {
    return git;
  }
}

const maxGitFileBytes = 8192;
/** It may have become a FIFO or a link since it was looked at. */
const gitFileFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);
