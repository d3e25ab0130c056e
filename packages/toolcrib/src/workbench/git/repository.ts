import { existsSync, lstatSync, readdirSync, realpathSync, type Dirent } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { createError } from '@toolcrib/core';
import { isInside } from '../../fence/is-inside.ts';
import type { Place } from '../../fence/project-files.ts';
import type { Bench } from '../bench.ts';
import { failure } from '../failure.ts';
import { outerRepository, readSmall, type OuterRepository } from '../repository-of.ts';

/**
 * Where the repository of a project is. All of it lies in the project, unless the project is a linked work tree of it, or a folder
 * of its work tree.
 */
export interface RepositoryPlace {
  /** What `.git` is or names. */
  readonly gitDirectory: string;
  /** Where its configuration is: another folder only for a linked work tree. */
  readonly commonDirectory: string;
  readonly workTree: string;
  /** Folders of it outside the project. */
  readonly outside: readonly string[];
  /** Where paths count from, and what is worked with: the work tree, or the part of it that is the project. */
  readonly folder: string;
  /** Whether that is only a part: the rest of the repository holds what is not in the project. */
  readonly isAbove: boolean;
}

/** Looks at a repository: where it is, whose it is, and whether all of it lies in the project. Executes nothing. */
export function findRepository(folder: string, bench: Pick<Bench, 'files' | 'locale'>): RepositoryPlace {
  const { files } = bench;
  const workTree = files.locate(folder, 'read').path;
  const outer = outerRepository(workTree);
  if (outer !== undefined && isOutside(outer, workTree, files.root))
    return outerPlace(outer, workTree, bench);
  const entry = files.locate(join(workTree, '.git'), 'read');
  // A `.git` that is a file names the real folder.
  const named = entry.kind === 'file' ? readName(entry.path, /^gitdir: (.+?)\s*$/u, files) : entry.path;
  const git = files.locate(resolve(workTree, named), 'read');
  if (git.kind !== 'directory') throw failure('Git', 'no_repository', { path: folder }, bench);
  const shared = readName(join(git.path, 'commondir'), /^(.+?)\s*$/u, files);
  const common = files.locate(resolve(git.path, shared), 'read').path;
  refuseForeign([git.path, common, workTree], folder, bench);
  for (const path of new Set([git.path, common]))
    checkInside(path, common, {
      locate: (each) => files.locate(each, 'read'),
      read: (each) => files.glance(each, maxList).content?.toString('utf8'),
    });
  return {
    gitDirectory: git.path,
    commonDirectory: common,
    workTree,
    outside: [],
    folder: workTree,
    isAbove: false,
  };
}

/** Only the project itself is taken for a part of a repository above it: folders in it must have their own. */
function isOutside({ kind, common }: OuterRepository, folder: string, root: string): boolean {
  return !isInside(root, common) && (kind === 'linked' || folder === root);
}

/** The repository is elsewhere, and the folder a work tree of it, or a part of one. That repository keeps to its own folder. */
function outerPlace(
  { kind, workTree, gitDirectory, common }: OuterRepository,
  folder: string,
  bench: Pick<Bench, 'locale'>,
): RepositoryPlace {
  refuseForeign([gitDirectory, common, workTree], folder, bench);
  checkInside(common, common, {
    locate(each) {
      const path = realOf(each);
      if (!isInside(common, path)) throw createError('outside_project', { path: each });
      return { path, relative: each, kind: existsSync(each) ? 'file' : 'missing' };
    },
    read: (each) => readSmall(each, maxList),
  });
  const place = { gitDirectory, commonDirectory: common, workTree, folder, outside: [common] };
  return { ...place, isAbove: kind === 'above' };
}

/** What leads nowhere leads to nothing that could be read. */
function realOf(path: string): string {
  return existsSync(path) ? realpathSync(path) : join(realpathSync(dirname(path)), basename(path));
}

function refuseForeign(paths: readonly string[], folder: string, bench: Pick<Bench, 'locale'>): void {
  if (paths.some(isForeign)) throw failure('Git', 'dubious_ownership', { path: folder }, bench);
}

/** What a small file names; nothing when there is no such file. */
function readName(path: string, form: RegExp, files: Bench['files']): string {
  if (files.locate(path, 'read').kind !== 'file') return '';
  const { content } = files.glance(path, maxName);
  return form.exec(content?.toString('utf8') ?? '')?.[1] ?? '';
}

const maxName = 8192;

/** Git refuses what belongs to somebody else, but not when it is told where to look. */
function isForeign(path: string): boolean {
  const own = process.getuid?.();
  return own !== undefined && lstatSync(path).uid !== own;
}

/**
 * Git follows links in its own folder when it writes: `COMMIT_EDITMSG` could be a file in somebody's home. And what is
 * not among its objects, it looks up in other folders that it names.
 */
function checkInside(gitDirectory: string, common: string, looks: Looks): void {
  for (const entry of entriesOf(gitDirectory)) {
    if (!entry.isSymbolicLink()) continue;
    const { path, relative } = looks.locate(join(entry.parentPath, entry.name));
    if (!path.startsWith(`${common}/`)) throw createError('outside_project', { path: relative });
  }
  const objects = join(gitDirectory, 'objects');
  const alternates = join(objects, 'info', 'alternates');
  if (looks.locate(alternates).kind === 'missing') return;
  for (const line of looks.read(alternates)?.split('\n') ?? ['/']) {
    if (line === '' || line.startsWith('#')) continue;
    // Git unquotes it; what needs that is nothing that we can follow.
    if (line.startsWith('"')) throw createError('outside_project', { path: alternates });
    looks.locate(resolve(objects, line));
  }
}

const maxList = 1_000_000;

/** How the files of a repository are looked at: as those of the project, or as those of its own folder. */
interface Looks {
  /** Refuses what leads out. */
  locate(path: string): Pick<Place, 'path' | 'relative' | 'kind'>;
  read(path: string): string | undefined;
}

/** Everything but the objects, of which there are too many; the folders that hold them are looked at. */
function entriesOf(folder: string): Dirent[] {
  return read(folder).flatMap((entry) => {
    const isHeap = basename(folder) === 'objects' && /^(?:[0-9a-f]{2}|pack)$/u.test(entry.name);
    const inside = join(folder, entry.name);
    return entry.isDirectory() && !isHeap && !isModule(inside) ? [entry, ...entriesOf(inside)] : [entry];
  });
}

/** A folder that kept a name free while a command ran may go while we look: then there is nothing in it. */
function read(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** The repositories of submodules are not touched. */
function isModule(folder: string): boolean {
  return basename(folder) === 'modules' && basename(dirname(folder)).startsWith('.git');
}
