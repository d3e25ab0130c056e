import { chmodSync, closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { toIndexedText, toMatch, type Word } from './words.ts';

/** A file as the index knows it. */
export interface IndexedFile {
  readonly path: string;
  readonly size: number;
  /** When anything about it last changed, in milliseconds since 1970. Nobody can set it back. */
  readonly changed: number;
}

export interface Found {
  readonly path: string;
  /** Higher is better. */
  readonly score: number;
}

/** The number of the layout below: an index of another layout is made anew. */
const layout = 2;

const tables = `
  CREATE TABLE files (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, size INTEGER NOT NULL, changed REAL NOT NULL);
  CREATE VIRTUAL TABLE words USING fts5(name, content, content='', contentless_delete=1, tokenize='unicode61');
  PRAGMA user_version = ${layout};
`;

/** Of a longer text only the beginning is indexed: more would hold up everybody else. */
const maxText = 200_000;

/** Opens the index in a file. One that cannot be used is made anew: it holds nothing that is not in the files. */
export function openWordIndex(file: string): WordIndex {
  try {
    return new WordIndex(file);
  } catch (error) {
    if (isBusy(error)) throw error;
    removeWordIndex(file);
    return new WordIndex(file);
  }
}

export function removeWordIndex(file: string): void {
  for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true, recursive: true });
}

/** Which words stand in which files: an SQLite file that keeps the words and not the text. */
export class WordIndex {
  readonly #database: DatabaseSync;

  readonly #findFile: StatementSync;
  readonly #addFile: StatementSync;
  readonly #addWords: StatementSync;
  readonly #removeFile: StatementSync;
  readonly #removeWords: StatementSync;

  constructor(file: string) {
    makePrivate(file);
    const sqlite = process.getBuiltinModule('node:sqlite');
    const database = new sqlite.DatabaseSync(file);
    this.#database = database;
    try {
      // Waiting for another process would hold up everybody in this one.
      database.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
      this.#prepareTables();
      this.#findFile = database.prepare('SELECT id FROM files WHERE path = ?');
      this.#addFile = database.prepare('INSERT INTO files (path, size, changed) VALUES (?, ?, ?)');
      this.#addWords = database.prepare('INSERT INTO words (rowid, name, content) VALUES (?, ?, ?)');
      this.#removeFile = database.prepare('DELETE FROM files WHERE id = ?');
      this.#removeWords = database.prepare('DELETE FROM words WHERE rowid = ?');
    } catch (error) {
      database.close();
      throw error;
    }
  }

  #prepareTables(): void {
    const { user_version: found } = this.#database.prepare('PRAGMA user_version').get() as {
      user_version: number;
    };
    if (found === layout) return;
    this.begin();
    this.#database.exec(tables);
    this.commit();
  }

  files(): Map<string, IndexedFile> {
    const rows = this.#database.prepare('SELECT path, size, changed FROM files').all();
    return new Map((rows as unknown as IndexedFile[]).map((file) => [file.path, file]));
  }

  /** Another number when somebody else has written. */
  version(): number {
    return (this.#database.prepare('PRAGMA data_version').get() as { data_version: number }).data_version;
  }

  /** Changes from here to `commit` are one: seen by all, or, should the process end before, by none. */
  begin(): void {
    this.#database.exec('BEGIN IMMEDIATE');
  }

  rollBack(): void {
    if (this.#database.isOpen && this.#database.isTransaction) this.#database.exec('ROLLBACK');
  }

  commit(): void {
    this.#database.exec('COMMIT');
  }

  /** Takes a file in, in place of what was known of it. One without text is known by its name alone. */
  add({ path, size, changed }: IndexedFile, text: string | undefined): void {
    this.remove(path);
    const { lastInsertRowid } = this.#addFile.run(path, size, changed);
    this.#addWords.run(lastInsertRowid, toIndexedText(path), toIndexedText(text?.slice(0, maxText) ?? ''));
  }

  remove(path: string): void {
    const row = this.#findFile.get(path) as { id: number } | undefined;
    if (row === undefined) return;
    this.#removeWords.run(row.id);
    this.#removeFile.run(row.id);
  }

  /** The files in which all of the words stand; when there are none, those in which any of them do. Best first. */
  search(words: readonly Word[], inside: string, limit: number): Found[] {
    if (words.length === 0) return [];
    const all = this.#match(toMatch(words, 'AND'), inside, limit);
    return all.length > 0 || words.length === 1 ? all : this.#match(toMatch(words, 'OR'), inside, limit);
  }

  close(): void {
    this.#database.close();
  }

  #match(match: string, inside: string, limit: number): Found[] {
    return this.#database
      .prepare(
        `SELECT path, -bm25(words, 8.0, 1.0) AS score FROM words JOIN files ON files.id = words.rowid
         WHERE words MATCH ?1 AND (path = ?2 OR substr(path, 1, length(?3)) = ?3)
         ORDER BY score DESC, path LIMIT ?4`,
      )
      .all(match, inside, inside === '.' ? '' : `${inside}/`, limit) as unknown as Found[];
  }
}

/** Whether another process is just writing. */
export function isBusy(error: unknown): boolean {
  return primaryCode(error) === 5;
}

/** Whether the file is no index, or none any more. */
export function isBroken(error: unknown): boolean {
  const code = primaryCode(error);
  return code === 11 || code === 26;
}

/** SQLite refines its codes in the higher bits. */
function primaryCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : undefined;
}

/** What SQLite makes beside it gets the same mode. */
function makePrivate(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  chmodSync(dirname(file), 0o700);
  closeSync(openSync(file, 'a', 0o600));
  chmodSync(file, 0o600);
}
