import { lstatSync } from 'node:fs';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { FileProblem } from '../../fence/file-problem.ts';
import { isSameStamp, type FileStamp } from '../../fence/file-stamp.ts';
import type { Bench } from '../bench.ts';
import { failure } from '../failure.ts';
import { listFiles } from '../list-files.ts';
import { lookAt } from '../look-at.ts';
import { decodeText } from '../text-encoding.ts';
import type { Connection } from './connection.ts';
import type { LanguageServerDefinition } from './language-servers.ts';

/** A larger file is not shown to a server. */
const maxBytes = 10_000_000;

/** Files that are open at the server; the one that was asked about longest ago is closed first. */
const maxOpen = 100;

const changeTypes = { created: 1, changed: 2, deleted: 3 } as const;

/** What a server has been told of the project: which files are open and what they hold, and what has changed on disk. */
export class Told {
  readonly #connection: Connection;
  readonly #languages: LanguageServerDefinition['languages'];
  readonly #bench: Bench;
  /** By path from the root. What is open is the server's own copy: it no longer looks at the file. */
  readonly #open = new Map<string, { readonly stamp: FileStamp; readonly version: number }>();
  /** When anything about each file last changed, by path from the root. */
  #seen: ReadonlyMap<string, number> | undefined = undefined;

  constructor(connection: Connection, { languages }: LanguageServerDefinition, bench: Bench) {
    this.#connection = connection;
    this.#languages = languages;
    this.#bench = bench;
  }

  /** Tells what other tools and people have done since it was last asked, and opens a file. Gives its address. */
  async refresh(path: string | undefined, signal: AbortSignal): Promise<string> {
    await this.#tellChanges(signal);
    for (const opened of this.#open.keys()) await this.#tellContent(opened, signal);
    return path === undefined ? '' : this.#show(path, signal);
  }

  /** Whether a file is still what it was when the server was last told. One that nobody watches is. */
  isUnchanged(path: string): boolean {
    const seen = this.#seen?.get(path);
    return seen === undefined || seen === changedAt(join(this.#bench.files.root, path));
  }

  async #tellChanges(signal: AbortSignal): Promise<void> {
    const { root } = this.#bench.files;
    const now = new Map<string, number>();
    const onPath = (path: string): void => {
      const stats = lookAt(`${root}/${path}`);
      if (stats?.isFile()) now.set(path, stats.ctimeMs);
    };
    await listFiles({ directory: root, signal, onPath }, this.#bench);
    const before = this.#seen;
    this.#seen = now;
    if (before === undefined) return;
    const changes = [
      ...[...now]
        .filter(([path, changed]) => before.get(path) !== changed)
        .map(([path]) => ({ path, type: before.has(path) ? changeTypes.changed : changeTypes.created })),
      ...[...before.keys()]
        .filter((path) => !now.has(path))
        .map((path) => ({ path, type: changeTypes.deleted })),
    ].map(({ path, type }) => ({ uri: this.#uriOf(path), type }));
    if (changes.length > 0)
      await this.#connection.notify('workspace/didChangeWatchedFiles', { changes }, signal);
  }

  async #show(path: string, signal: AbortSignal): Promise<string> {
    const uri = this.#uriOf(path);
    const known = this.#open.get(path);
    if (known !== undefined) {
      this.#open.delete(path);
      this.#open.set(path, known);
      return uri;
    }
    const [oldest] = this.#open.keys();
    if (this.#open.size >= maxOpen && oldest !== undefined) await this.#close(oldest, signal);
    const { stamp, text } = this.#read(path);
    this.#open.set(path, { stamp, version: 1 });
    const languageId = this.#languages[extname(path).toLowerCase()] ?? 'plaintext';
    const textDocument = { uri, languageId, version: 1, text };
    await this.#connection.notify('textDocument/didOpen', { textDocument }, signal);
    return uri;
  }

  /** Tells the server what an open file holds now. */
  async #tellContent(path: string, signal: AbortSignal): Promise<void> {
    const known = this.#open.get(path);
    if (known === undefined) return;
    try {
      if (isSameStamp(known.stamp, this.#bench.files.glance(path, 0).stamp)) return;
      const { stamp, text } = this.#read(path);
      const version = known.version + 1;
      this.#open.set(path, { stamp, version });
      const uri = this.#uriOf(path);
      this.#connection.forget(uri);
      const change = { textDocument: { uri, version }, contentChanges: [{ text }] };
      await this.#connection.notify('textDocument/didChange', change, signal);
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error;
      await this.#close(path, signal);
    }
  }

  #close(path: string, signal: AbortSignal): Promise<void> {
    this.#open.delete(path);
    const uri = this.#uriOf(path);
    this.#connection.forget(uri);
    return this.#connection.notify('textDocument/didClose', { textDocument: { uri } }, signal);
  }

  #read(path: string): { readonly stamp: FileStamp; readonly text: string } {
    const { content, stamp } = this.#bench.files.glance(path, maxBytes);
    if (content === undefined) throw failure('LSP', 'too_large', { path, limit: maxBytes }, this.#bench);
    // A mark at the beginning is not part of the text: servers count from the character after it.
    return { stamp, text: decodeText(content)?.text ?? content.toString('utf8') };
  }

  #uriOf(path: string): string {
    return pathToFileURL(join(this.#bench.files.root, path)).href;
  }
}

function changedAt(path: string): number | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.ctimeMs;
}
