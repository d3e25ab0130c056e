import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Loss } from '../../fence/commands/losses.ts';
import { expandPattern } from '../../fence/commands/shell/expand-pattern.ts';
import { isInside } from '../../fence/is-inside.ts';
import type { Bench } from '../bench.ts';
import { Keeping } from './keeping.ts';
import { contentsInGit } from './contents-in-git.ts';
import { repositoryOf, type KnownFolders } from '../repository-of.ts';

/** A file, or a folder that is too large to be looked through, with content that would be gone for good. */
export interface Lost {
  readonly kind: Loss['kind'];
  /** Absolute. */
  readonly path: string;
}

interface Wanted extends Lost {
  readonly putBack: Loss['putBack'] | undefined;
}

/** Among more files nobody looks: they are taken to be lost. */
const maxFiles = 2000;

/** Of all that is destroyed, what git could not give back. Where nothing is there, git is not even started. */
export async function findLost(losses: readonly Loss[], bench: Bench): Promise<readonly Lost[]> {
  const lost = new Map<string, Lost>();
  const lose = ({ kind, path }: Lost): unknown => lost.set(`${kind} ${path}`, { kind, path });
  const wanted = new Map<string, Wanted>();
  for (const loss of losses.flatMap((each) => arrivalsOf(each, bench.files.root))) {
    const { kind, putBack } = loss;
    for (const place of placesOf(loss, bench.files.root)) {
      const paths = putBack === undefined ? filesAt(place, loss) : [place];
      if (paths === undefined) lose({ kind, path: place });
      for (const path of paths ?? []) wanted.set(`${kind} ${putBack} ${path}`, { kind, path, putBack });
    }
  }
  const folders: KnownFolders = new Map();
  const keeping = new Keeping();
  const groups = Map.groupBy(wanted.values(), ({ path, putBack }) =>
    JSON.stringify([repositoryOf(folderOf(path), folders), putBack ?? null]),
  );
  for (const members of groups.values()) {
    for (const each of await lostAmong(members, { folders, keeping, bench })) lose(each);
  }
  return [...lost.values()].toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

interface Looking {
  readonly folders: KnownFolders;
  readonly keeping: Keeping;
  readonly bench: Bench;
}

/** Of files in one repository that are compared with the same thing. */
async function lostAmong(
  members: readonly Wanted[],
  { folders, keeping, bench }: Looking,
): Promise<readonly Lost[]> {
  const [{ path, putBack } = { path: '/' }] = members;
  const repository = repositoryOf(folderOf(path), folders);
  const paths = members.map((member) => member.path);
  const found = repository && (await contentsInGit(repository, { paths, of: putBack ?? 'index', bench }));
  // Nobody can say: there is no repository, or git does not run.
  if (found === undefined) return members;
  if (putBack === undefined) {
    const kept = await keeping.those(members.map((each) => [each.path, found.get(each.path)]));
    return members.filter((each) => !kept.has(each.path));
  }
  const concerned = [...found].filter(([file]) => paths.some((each) => isInside(each, file)) && exists(file));
  if (concerned.length > maxFiles) return members;
  const kept = await keeping.those(concerned);
  return concerned.flatMap(([file]) => (kept.has(file) ? [] : [{ kind: 'overwrite', path: file }]));
}

/** Of what is brought to a folder, each file by its name there; the whole folder where nobody can say. */
function arrivalsOf(loss: Loss, root: string): readonly Loss[] {
  const { kind, path, glob, into } = loss;
  if (into === undefined || glob === undefined) return [loss];
  const names = expandPattern(glob, path, root);
  if (typeof names === 'string') return [{ kind, path: into, whole: true }];
  return names.map((name) => ({ kind, path: join(into, basename(name)) }));
}

/** Where a loss may take place, inside the project: the fence refuses everything else. */
function placesOf(loss: Loss, root: string): readonly string[] {
  const { path, glob } = loss;
  const names = glob === undefined ? undefined : expandPattern(glob, path, root);
  const paths = names === undefined || typeof names === 'string' ? [path] : names;
  return paths.flatMap((each) => {
    const place = realOf(resolve(path, each), loss);
    return place !== undefined && isInside(root, place) ? [place] : [];
  });
}

/** The files with content at a place; undefined when they are too many. */
function filesAt(place: string, { kind, whole, glob }: Loss): readonly string[] | undefined {
  // What takes the place of a folder arrives under names of its own.
  const enters = whole === true || kind === 'delete' || glob !== undefined;
  const found: string[] = [];
  const pending = [place];
  let seen = 0;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (++seen > maxFiles) return undefined;
    const stats = lstatSync(next, { throwIfNoEntry: false });
    if (stats?.isFile() && stats.size > 0) found.push(next);
    if (stats?.isDirectory() && enters) pending.push(...entriesOf(next));
  }
  return found;
}

/** Without what git keeps of a repository: nobody may write that by name. */
function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder).flatMap((name) => (name === '.git' ? [] : [join(folder, name)]));
  } catch {
    return [];
  }
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function folderOf(path: string): string {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ? path : dirname(path);
}

/** What is written goes through a link; what is deleted or put back is the link itself. */
function realOf(path: string, { kind, putBack, glob, whole }: Loss): string | undefined {
  const isItself = (kind === 'delete' || putBack !== undefined) && !(glob === undefined && whole);
  try {
    return isItself ? join(realpathSync(dirname(path)), basename(path)) : realpathSync(path);
  } catch {
    return undefined;
  }
}
