import type { Stats } from 'node:fs';
import { setImmediate, setTimeout as pause } from 'node:timers/promises';
import type { Bench } from '../bench.ts';
import { ignoreStateOf, isIgnoreFile } from '../ignore-files.ts';
import { listFiles } from '../list-files.ts';
import { lookAt } from '../look-at.ts';
import { FolderWatch } from './folder-watch.ts';
import {
  isBroken,
  isBusy,
  openWordIndex,
  removeWordIndex,
  type Found,
  type IndexedFile,
  type WordIndex,
} from './word-index.ts';
import type { Word } from './words.ts';

/** How far the index is. */
export interface Progress {
  readonly indexed: number;
  readonly of: number;
  /** Nothing is missing that was there when the index was last brought up to date. */
  readonly complete: boolean;
}

/** What is known of the project since all of it was last looked at. */
interface Known {
  readonly files: Map<string, IndexedFile>;
  readonly ignored: ReadonlySet<string>;
  /** Those that are watched; undefined when not everything is. */
  readonly folders: Set<string> | undefined;
  readonly repositories: readonly string[];
  /** What says what is ignored, besides what lies in the folders. */
  readonly sources: string;
}

/** Of a larger file only the name is indexed. */
const maxBytes = 1_000_000;

/** Bytes of text that are written in one step. */
const maxStep = 1_000_000;

/** Milliseconds of work before others get their turn. */
const turn = 15;

/** Milliseconds between two tries while another process writes. */
const busyPause = 50;

/** Milliseconds within which two changes of a file may have the same time. */
const clockTick = 20;

/** The time of a file that is read again the next time. */
const unknownTime = -1;

/** Milliseconds for the list of files. */
const listPatience = 60_000;

/** The index of one project, kept in step with its files: what has changed is taken in before a question is answered. */
export class ProjectIndex {
  readonly #bench: Pick<Bench, 'files' | 'processes'>;
  readonly #file: string;
  readonly #watch: FolderWatch;
  readonly #closing = new AbortController();
  #index: WordIndex | undefined = undefined;
  #working: Promise<void> | undefined = undefined;
  #waiting: Promise<void> | undefined = undefined;
  #known: Known | undefined = undefined;
  /** Of the index, when it was last up to date. */
  #version = 0;
  #progress: Progress = { indexed: 0, of: 0, complete: false };

  constructor(bench: Pick<Bench, 'files' | 'processes'>, file: string) {
    this.#bench = bench;
    this.#file = file;
    this.#watch = new FolderWatch(bench.files.root);
  }

  get progress(): Progress {
    return this.#progress;
  }

  /** Brings the index up to date with what the files are now. Those who wait for their turn wait together. */
  update(): Promise<void> {
    if (this.#working === undefined) return this.#start();
    // What is being done may have looked at the files before they changed.
    this.#waiting ??= this.#working.catch(() => undefined).then(() => this.#start());
    return this.#waiting;
  }

  /** What is known so far. `inside` is a folder or a file from the root. */
  search(words: readonly Word[], inside: string, limit: number): Found[] {
    try {
      return this.#index?.search(words, inside, limit) ?? [];
    } catch (error) {
      if (!isBroken(error)) throw error;
      this.#discard();
      return [];
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled([this.#working, this.#waiting]);
    this.#watch.close();
    this.#drop();
  }

  #start(): Promise<void> {
    this.#waiting = undefined;
    this.#progress = { ...this.#progress, complete: false };
    this.#working = this.#takeIn()
      .catch((error: unknown) => {
        this.#index?.rollBack();
        if (this.#closing.signal.aborted) return;
        if (!isBroken(error)) throw error;
        this.#discard();
        return this.#takeIn();
      })
      .finally(() => (this.#working = undefined));
    return this.#working;
  }

  async #takeIn(): Promise<void> {
    if (await this.#takeInChanges()) return;
    const { root } = this.#bench.files;
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(listPatience)]);
    // Whoever asks only once has nothing to watch.
    const before = this.#known && (await this.#watch.cover(this.#known.ignored));
    const sources = ignoreStateOf(root, before?.repositories ?? []);
    const files = new Map<string, IndexedFile>();
    const ignored = new Set<string>();
    const onPath = (path: string): void => {
      const file = describe(path, lookAt(`${root}/${path}`));
      if (file !== undefined) files.set(path, file);
    };
    const listed = await listFiles(
      { directory: root, signal, onPath, onIgnored: (path) => ignored.add(path) },
      this.#bench,
    );
    const covered = before?.leftOut.every((folder) => ignored.has(folder)) && listed?.cut === false;
    if (!covered) this.#watch.close();
    const index = await this.#open();
    const indexed = index.files();
    const changed = [...files.values()].filter((file) => !isSame(indexed.get(file.path), file));
    const gone = [...indexed.keys()].filter((path) => !files.has(path));
    this.#progress = { indexed: files.size - changed.length, of: files.size, complete: false };
    if (changed.length > 0 || gone.length > 0) await this.#write(index, changed, gone);
    const complete = this.#progress.indexed === files.size;
    this.#progress = { ...this.#progress, complete };
    const folders = covered && complete ? before?.folders : undefined;
    this.#known = { files, ignored, folders, repositories: before?.repositories ?? [], sources };
    this.#version = index.version();
  }

  /** Takes in what the watched folders tell. False when all has to be looked at. */
  async #takeInChanges(): Promise<boolean> {
    const known = this.#known;
    const folders = known?.folders;
    if (known === undefined || folders === undefined) return false;
    const changes = await this.#watch.takeChanges();
    const index = this.#index;
    if (changes === undefined || index === undefined || index.version() !== this.#version) return false;
    if (ignoreStateOf(this.#bench.files.root, known.repositories) !== known.sources) return false;
    const changed: IndexedFile[] = [];
    const gone: string[] = [];
    for (const [path, change] of changes) {
      if (isIgnoreFile(path)) return false;
      const stats = lookAt(`${this.#bench.files.root}/${path}`);
      const file = describe(path, stats);
      const before = known.files.get(path);
      if (before === undefined) {
        // No news are what came and went, a folder without files, and a file that is known to be ignored.
        const isIgnored = change === 'change' && file !== undefined && known.ignored.has(path);
        const isFolder = stats?.isDirectory() ?? true;
        if (isFolder ? !this.#takeInFolder(path, stats, known.files, folders) : !isIgnored) return false;
        // Its time need not tell: two changes within one tick of the system's clock have the same.
      } else if (file !== undefined) changed.push(file);
      else if (stats === undefined) gone.push(path);
      else return false;
    }
    // Should it fail in the middle, all is looked at the next time.
    this.#known = { ...known, folders: undefined };
    if (changed.length > 0 || gone.length > 0) await this.#write(index, changed, gone);
    for (const path of gone) known.files.delete(path);
    for (const file of changed) known.files.set(file.path, file);
    const { size } = known.files;
    this.#known = known;
    this.#version = index.version();
    this.#progress = { indexed: size, of: size, complete: !this.#closing.signal.aborted };
    return true;
  }

  /**
   * Takes in a folder that holds nothing, or that is gone and held nothing. They come and go with every command: names that
   * must stay free are kept free by empty folders. False when there is more to it.
   */
  #takeInFolder(
    path: string,
    stats: Stats | undefined,
    files: ReadonlyMap<string, IndexedFile>,
    folders: Set<string>,
  ): boolean {
    if (stats === undefined && !folders.has(path)) return true;
    if (folders.has(path) && holdsFiles(path, files)) return false;
    if (stats !== undefined) {
      folders.add(path);
      return this.#watch.coverEmpty(path);
    }
    folders.delete(path);
    this.#watch.leave(path);
    return true;
  }

  /** In few large steps, because each one costs; with turns for others in between, because together they take long. */
  async #write(index: WordIndex, changed: readonly IndexedFile[], gone: readonly string[]): Promise<void> {
    await this.#begin(index);
    let end = performance.now() + turn;
    let bytes = 0;
    const breathe = async (): Promise<void> => {
      if (bytes > maxStep) {
        index.commit();
        await setImmediate();
        await this.#begin(index);
        bytes = 0;
      }
      if (performance.now() < end) return;
      await setImmediate();
      end = performance.now() + turn;
    };
    for (const path of gone) {
      index.remove(path);
      await breathe();
    }
    for (const file of changed) {
      if (this.#closing.signal.aborted) break;
      const text = this.#read(file.path);
      await breathe();
      index.add({ ...file, changed: isFresh(file) ? unknownTime : file.changed }, text);
      this.#progress = { ...this.#progress, indexed: this.#progress.indexed + 1 };
      bytes += text?.length ?? 0;
    }
    index.commit();
  }

  async #open(): Promise<WordIndex> {
    this.#index ??= await this.#unlessBusy(() => openWordIndex(this.#file));
    return this.#index;
  }

  #begin(index: WordIndex): Promise<void> {
    return this.#unlessBusy(() => index.begin());
  }

  /** Two processes may keep the same index: each waits until the other has written. */
  async #unlessBusy<Result>(work: () => Result): Promise<Result> {
    for (;;) {
      try {
        return work();
      } catch (error) {
        if (!isBusy(error)) throw error;
        await pause(busyPause, undefined, { signal: this.#closing.signal });
      }
    }
  }

  #discard(): void {
    this.#known = undefined;
    this.#drop();
    removeWordIndex(this.#file);
    this.#progress = { ...this.#progress, indexed: 0, complete: false };
  }

  #drop(): void {
    this.#index?.close();
    this.#index = undefined;
  }

  /** The text of a file; undefined when it is not text, too large, or no longer there. */
  #read(path: string): string | undefined {
    try {
      const { content } = this.#bench.files.glance(path, maxBytes);
      return content === undefined || content.includes(0) ? undefined : content.toString('utf8');
    } catch {
      return undefined;
    }
  }
}

function isSame(one: IndexedFile | undefined, other: IndexedFile): boolean {
  return one !== undefined && one.size === other.size && one.changed === other.changed;
}

/** Whether a file may change once more without its time telling: the clock of file systems ticks every few milliseconds. */
function isFresh({ changed }: IndexedFile): boolean {
  return Date.now() - changed < clockTick;
}

/** Undefined for what is no file. */
function describe(path: string, stats: Stats | undefined): IndexedFile | undefined {
  return stats?.isFile() ? { path, size: stats.size, changed: stats.ctimeMs } : undefined;
}

function holdsFiles(folder: string, files: ReadonlyMap<string, unknown>): boolean {
  for (const path of files.keys()) if (path.startsWith(`${folder}/`)) return true;
  return false;
}
