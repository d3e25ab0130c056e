import { watch, type FSWatcher } from 'node:fs';
import { join } from 'node:path';

/** Watches folders, and knows whether anything in them has changed since it was last asked. */
export class Changes {
  readonly #watchers = new Map<string, FSWatcher>();
  #changed = true;
  /** Set when the system has no more watches to give, or there are too many folders: then everything may have changed. */
  #blind = false;

  /** True at first, and always when not everything can be watched. Asking sets it back. */
  takeChanged(): boolean {
    const changed = this.#changed || this.#blind;
    this.#changed = false;
    return changed;
  }

  /** What was found has not been taken in: the next one who asks must look again. */
  report(): void {
    this.#changed = true;
  }

  /** Watches these folders, given relative to the root, and no others. */
  watch(root: string, folders: ReadonlySet<string>): void {
    for (const [folder, watcher] of this.#watchers) {
      if (folders.has(folder)) continue;
      watcher.close();
      this.#watchers.delete(folder);
    }
    this.#blind = folders.size > maxFolders;
    if (this.#blind) return this.close();
    for (const folder of folders) if (!this.#watchers.has(folder)) this.#add(root, folder);
  }

  close(): void {
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  #add(root: string, folder: string): void {
    try {
      const watcher = watch(join(root, folder), { persistent: false }, () => (this.#changed = true));
      watcher.on('error', () => (this.#blind = true));
      this.#watchers.set(folder, watcher);
    } catch {
      this.#blind = true;
    }
  }
}

const maxFolders = 8000;
