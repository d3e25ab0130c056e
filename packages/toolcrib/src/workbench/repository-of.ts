import { lstatSync, readFileSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { isInside } from '../fence/is-inside.ts';

/** A repository, which may lie above the project. */
export interface Repository {
  readonly workTree: string;
  readonly gitDirectory: string;
  /** Where the rest of it is: another folder only for a linked work tree. */
  readonly common: string;
}

/** Folders that were looked at for one call. */
export type KnownFolders = Map<string, Repository | undefined>;

/** The repository that a folder is in. Nothing of it is obeyed: git is told where it is, and lists. */
export function repositoryOf(folder: string, known: KnownFolders): Repository | undefined {
  if (!known.has(folder)) known.set(folder, findAbove(folder, known));
  return known.get(folder);
}

function findAbove(folder: string, known: KnownFolders): Repository | undefined {
  const entry = join(folder, '.git');
  const stats = lstatSync(entry, { throwIfNoEntry: false });
  if (stats === undefined)
    return folder === dirname(folder) ? undefined : repositoryOf(dirname(folder), known);
  const gitDirectory = stats.isDirectory() ? entry : nameIn(entry, { form: /^gitdir: (.+?)\s*$/u, folder });
  if (gitDirectory === undefined) return undefined;
  const shared = nameIn(join(gitDirectory, 'commondir'), { form: /^(.+?)\s*$/u, folder: gitDirectory });
  return { workTree: folder, gitDirectory, common: shared ?? gitDirectory };
}

/** The text of a regular file that is not too large; undefined for everything else, such as a pipe that never ends. */
export function readSmall(file: string, maxBytes = 8192): string | undefined {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats === undefined || !stats.isFile() || stats.size > maxBytes) return undefined;
  return readFileSync(file, 'utf8');
}

/** The folder that a small file names, from the folder that it is meant from. */
function nameIn(
  file: string,
  { form, folder }: { readonly form: RegExp; readonly folder: string },
): string | undefined {
  const [, name] = form.exec(readSmall(file) ?? '') ?? [];
  return name === undefined ? undefined : resolve(folder, name);
}

/**
 * The repository of a project that lies outside of it. `linked`: the project is one of its work trees, and the repository says so
 * as well; a project that only says so itself could name any repository. `above`: the project is a folder of its work tree.
 */
export interface OuterRepository extends Repository {
  readonly kind: 'linked' | 'above';
}

/** Undefined when the repository lies in the project, when there is none, or when a whole home would come along with it. */
export function outerRepository(root: string): OuterRepository | undefined {
  const found = repositoryOf(root, new Map());
  if (found === undefined || isInside(root, found.gitDirectory)) return undefined;
  if (found.workTree !== root) return holdsHome(found.workTree) ? undefined : { ...found, kind: 'above' };
  return linked(found);
}

function holdsHome(folder: string): boolean {
  return [homedir(), process.env['HOME'] ?? ''].some((home) => isInside(folder, home));
}

/**
 * The repository of a linked work tree, links resolved: whoever made it one has written both names, that of the repository here
 * and that of this work tree there. Its folder lies in the repository, or it could name any other.
 */
function linked({ workTree, gitDirectory, common }: Repository): OuterRepository | undefined {
  try {
    const place = realpathSync(gitDirectory);
    const shared = realpathSync(common);
    const back = nameIn(join(place, 'gitdir'), { form: /^(.+?)\s*$/u, folder: place });
    const isNamed = back !== undefined && realpathSync(back) === join(workTree, '.git');
    if (!isNamed || dirname(place) !== join(shared, 'worktrees')) return undefined;
    return { kind: 'linked', workTree, gitDirectory: place, common: shared };
  } catch {
    return undefined;
  }
}
