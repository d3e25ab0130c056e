import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Bench } from '../bench.ts';
import { listFiles } from '../list-files.ts';
import { Changes } from './changes.ts';
import { WordIndex, type Found, type IndexedFile } from './word-index.ts';

/** How far the index is. */
export interface Progress {
  readonly indexed: number;
  readonly of: number;
}

/** Of a larger file only the name is indexed. */
const maxBytes = 1_000_000;

/** Bytes of text that are written in one step. */
const maxStep = 4_000_000;

/** Milliseconds of work before others get their turn. */
const turn = 15;

/** The index of one project, kept in step with its files: what has changed is taken in before a question is answered. */
export class ProjectIndex {
  readonly #root: string;
  readonly #bench: Pick<Bench, 'files' | 'processes'>;
  readonly #index: WordIndex;
  readonly #changes = new Changes();
  #working: Promise<void> | undefined = undefined;
  #progress: Progress = { indexed: 0, of: 0 };
  #closed = false;

  constructor(bench: Pick<Bench, 'files' | 'processes'>, file: string) {
    this.#bench = bench;
    this.#root = bench.files.root;
    this.#index = new WordIndex(file);
  }

  get progress(): Progress {
    return this.#progress;
  }

  /** Brings the index up to date. Those who ask while it is being done wait for the same work. */
  update(): Promise<void> {
    this.#working ??= this.#takeIn()
      .catch((error: unknown) => {
        this.#index.rollBack();
        this.#changes.report();
        // Another process is bringing it up to date: what is there already must do for now.
        if (!isBusy(error)) throw error;
      })
      .finally(() => (this.#working = undefined));
    return this.#working;
  }

  search(words: readonly string[], folder: string, limit: number): Found[] {
    return this.#index.search(words, folder, limit);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#changes.close();
    await this.#working?.catch(() => undefined);
    this.#index.close();
  }

  async #takeIn(): Promise<void> {
    if (!this.#changes.takeChanged()) return;
    const listed = await listFiles({ directory: this.#root }, this.#bench);
    const known = this.#index.files();
    const present = await this.#lookAt(listed?.paths ?? []);
    // Watched from here on: what changes while the rest is taken in is found by the next question.
    this.#changes.watch(this.#root, new Set(['.', ...present.map(({ path }) => dirname(path))]));
    const changed = present.filter((file) => !isSame(known.get(file.path), file));
    const here = new Set(present.map(({ path }) => path));
    await this.#write(
      changed,
      [...known.keys()].filter((path) => !here.has(path)),
      present.length,
    );
  }

  async #lookAt(paths: readonly string[]): Promise<IndexedFile[]> {
    const files: IndexedFile[] = [];
    for (const [count, path] of paths.entries()) {
      const stats = statSync(join(this.#root, path), { throwIfNoEntry: false });
      if (stats?.isFile()) files.push({ path, size: stats.size, modified: stats.mtimeMs });
      if (count % 1000 === 999) await setImmediate();
    }
    return files;
  }

  /** In few large steps, because each one costs; with turns for others in between, because together they take long. */
  async #write(changed: readonly IndexedFile[], gone: readonly string[], of: number): Promise<void> {
    const before = of - changed.length;
    this.#progress = { indexed: before, of };
    if (changed.length === 0 && gone.length === 0) return;
    this.#index.begin();
    for (const path of gone) this.#index.remove(path);
    let end = performance.now() + turn;
    let bytes = 0;
    for (const [count, file] of changed.entries()) {
      if (this.#closed) break;
      this.#index.add(file, readText(join(this.#root, file.path)));
      this.#progress = { indexed: before + count + 1, of };
      bytes += file.size;
      if (bytes > maxStep) {
        this.#index.commit();
        this.#index.begin();
        bytes = 0;
      }
      if (performance.now() > end) {
        await setImmediate();
        end = performance.now() + turn;
      }
    }
    this.#index.commit();
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;
}

const sqliteBusy = 5;

function isSame(one: IndexedFile | undefined, other: IndexedFile): boolean {
  return one !== undefined && one.size === other.size && one.modified === other.modified;
}

/** The text of a file; undefined when it is not text, too large, or no longer there. A link is not followed. */
function readText(path: string): string | undefined {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch {
    return undefined;
  }
  try {
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size > maxBytes) return undefined;
    const bytes = Buffer.allocUnsafe(stats.size);
    const read = readSync(file, bytes, 0, bytes.length, 0);
    const text = bytes.subarray(0, read);
    return text.includes(0) ? undefined : text.toString('utf8');
  } catch {
    return undefined;
  } finally {
    closeSync(file);
  }
}
