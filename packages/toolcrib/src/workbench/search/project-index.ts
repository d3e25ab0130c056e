import { setImmediate, setTimeout as pause } from 'node:timers/promises';
import type { Bench } from '../bench.ts';
import { listFiles } from '../list-files.ts';
import { lookAt } from '../look-at.ts';
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

/** Of a larger file only the name is indexed. */
const maxBytes = 1_000_000;

/** Bytes of text that are written in one step. */
const maxStep = 1_000_000;

/** Milliseconds of work before others get their turn. */
const turn = 15;

/** Milliseconds between two tries while another process writes. */
const busyPause = 50;

/** Milliseconds for the list of files. */
const listPatience = 60_000;

/** The index of one project, kept in step with its files: what has changed is taken in before a question is answered. */
export class ProjectIndex {
  readonly #bench: Pick<Bench, 'files' | 'processes'>;
  readonly #file: string;
  readonly #closing = new AbortController();
  #index: WordIndex | undefined = undefined;
  #working: Promise<void> | undefined = undefined;
  #waiting: Promise<void> | undefined = undefined;
  #progress: Progress = { indexed: 0, of: 0, complete: false };

  constructor(bench: Pick<Bench, 'files' | 'processes'>, file: string) {
    this.#bench = bench;
    this.#file = file;
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
    const { root } = this.#bench.files;
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(listPatience)]);
    const present: IndexedFile[] = [];
    const onPath = (path: string): void => {
      const stats = lookAt(`${root}/${path}`);
      if (stats?.isFile()) present.push({ path, size: stats.size, changed: stats.ctimeMs });
    };
    await listFiles({ directory: root, signal, onPath }, this.#bench);
    const index = await this.#open();
    const known = index.files();
    const here = new Set(present.map(({ path }) => path));
    const changed = present.filter((file) => !isSame(known.get(file.path), file));
    const gone = [...known.keys()].filter((path) => !here.has(path));
    this.#progress = { indexed: present.length - changed.length, of: present.length, complete: false };
    if (changed.length > 0 || gone.length > 0) await this.#write(index, changed, gone);
    this.#progress = { ...this.#progress, complete: this.#progress.indexed === present.length };
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
      index.add(file, text);
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
