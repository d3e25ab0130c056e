import { readdirSync, readFileSync, statfsSync, watch, type Dirent, type FSWatcher } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { lookAt } from '../look-at.ts';

/** What has happened to a path: `change` to what it holds, `rename` when it came, went or was replaced. */
export type Change = 'change' | 'rename';

/** What was watched, and what was not. */
export interface Cover {
  /** The folders that are watched, from the root; the root itself is empty. */
  readonly folders: Set<string>;
  /** The folders that were left out because they are ignored. */
  readonly leftOut: readonly string[];
  /** The folders that hold a `.git`. */
  readonly repositories: readonly string[];
}

/** More folders than this are not watched. */
const maxFolders = 20_000;

/** Milliseconds of work before others get their turn. */
const turn = 15;

/** ext, XFS, Btrfs, tmpfs, overlay, ZFS, F2FS, bcachefs: what changes there, changes through this system. */
const localFileSystems = new Set([
  0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0x2fc12fc1, 0xf2f52010, 0xca451a4e,
]);

/**
 * Tells what has changed in the folders of a project. The system notes every change before whoever made it goes on, and
 * hands the notes over when it is asked: a change that was over before a question is known to it.
 */
export class FolderWatch {
  readonly #root: string;
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #changes = new Map<string, Change>();
  /** So many notes at most, or some may have been lost. */
  readonly #maxNotes: number;
  #notes = 0;
  #works: boolean;

  constructor(root: string) {
    this.#root = root;
    this.#maxNotes = queueLength() / 2;
    this.#works = this.#maxNotes > 0 && isLocal(root);
  }

  /** Watches every folder but those that are ignored, from now on. Undefined where that is not possible. */
  async cover(ignored: ReadonlySet<string>): Promise<Cover | undefined> {
    this.close();
    if (!this.#works) return undefined;
    const cover = { folders: new Set<string>(), leftOut: [] as string[], repositories: [] as string[] };
    const device = lookAt(this.#root)?.dev;
    const pending = [''];
    let end = performance.now() + turn;
    for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
      // First watched, then read: what comes in between is told.
      const works = cover.folders.size < maxFolders && this.#watch(folder);
      if (!works || lookAt(join(this.#root, folder))?.dev !== device) return this.#giveUp();
      cover.folders.add(folder);
      for (const entry of entriesOf(join(this.#root, folder))) {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (entry.name === '.git') cover.repositories.push(folder);
        else if (entry.isDirectory()) (ignored.has(path) ? cover.leftOut : pending).push(path);
      }
      if (performance.now() < end) continue;
      await setImmediate();
      end = performance.now() + turn;
    }
    return cover;
  }

  /** What has changed since it was last asked; undefined when it cannot say. */
  async takeChanges(): Promise<ReadonlyMap<string, Change> | undefined> {
    if (this.#watchers.size === 0) return undefined;
    // The first may still belong to a turn that began before the change: between the two, the system is asked.
    await setImmediate();
    await setImmediate();
    if (this.#watchers.size === 0 || this.#notes > this.#maxNotes) return undefined;
    const changes = new Map(this.#changes);
    this.#forget();
    return changes;
  }

  /** Watches a folder that has come, or come again, and tells whether it is empty. */
  coverEmpty(folder: string): boolean {
    this.leave(folder);
    if (this.#watch(folder)) return entriesOf(join(this.#root, folder)).length === 0;
    this.#giveUp();
    return false;
  }

  /** A folder that has gone. */
  leave(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
  }

  close(): void {
    for (const folder of this.#watchers.keys()) this.leave(folder);
    this.#forget();
  }

  #watch(folder: string): boolean {
    try {
      const watcher = watch(join(this.#root, folder), { persistent: false }, (type, name) =>
        this.#note(folder, name, type),
      );
      watcher.on('error', () => this.#giveUp());
      this.#watchers.set(folder, watcher);
      return true;
    } catch (error) {
      // One that has just gone is missed by nobody: the folder that held it is watched.
      return folder !== '' && (error as NodeJS.ErrnoException).code === 'ENOENT';
    }
  }

  #note(folder: string, name: string | null, type: Change): void {
    this.#notes++;
    const path = name === null ? folder : folder === '' ? name : `${folder}/${name}`;
    if (type === 'rename' || name === null) this.#changes.set(path, 'rename');
    else if (!this.#changes.has(path)) this.#changes.set(path, type);
  }

  #forget(): void {
    this.#changes.clear();
    this.#notes = 0;
  }

  /** There are more folders than the system watches, or other reasons that do not go away. */
  #giveUp(): undefined {
    this.#works = false;
    this.close();
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** How many notes the system keeps until they are fetched; 0 where it does not work this way. */
function queueLength(): number {
  try {
    return Number(readFileSync('/proc/sys/fs/inotify/max_queued_events', 'utf8'));
  } catch {
    return 0;
  }
}

function isLocal(root: string): boolean {
  try {
    return localFileSystems.has(statfsSync(root).type);
  } catch {
    return false;
  }
}
