import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { toIndexedText, toMatch } from './words.ts';

/** A file as the index knows it. */
export interface IndexedFile {
  readonly path: string;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
}

export interface Found {
  readonly path: string;
  /** Higher is better. */
  readonly score: number;
}

/** The number of the layout below: an index of another layout is made anew. */
const layout = 1;

const tables = `
  CREATE TABLE files (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, size INTEGER NOT NULL, modified REAL NOT NULL);
  CREATE VIRTUAL TABLE words USING fts5(name, content, content='', contentless_delete=1, tokenize='unicode61');
  PRAGMA user_version = ${layout};
`;

/** Which words stand in which files: an SQLite file that keeps the words and not the text. */
export class WordIndex {
  readonly #database: DatabaseSync;

  readonly #findFile: StatementSync;
  readonly #addFile: StatementSync;
  readonly #addWords: StatementSync;
  readonly #removeFile: StatementSync;
  readonly #removeWords: StatementSync;

  constructor(file: string) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const database = new DatabaseSync(file);
    this.#database = database;
    // Two processes may keep the same index: each waits for the other's writes.
    database.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    this.#prepareTables();
    this.#findFile = database.prepare('SELECT id FROM files WHERE path = ?');
    this.#addFile = database.prepare('INSERT INTO files (path, size, modified) VALUES (?, ?, ?)');
    this.#addWords = database.prepare('INSERT INTO words (rowid, name, content) VALUES (?, ?, ?)');
    this.#removeFile = database.prepare('DELETE FROM files WHERE id = ?');
    this.#removeWords = database.prepare('DELETE FROM words WHERE rowid = ?');
  }

  #prepareTables(): void {
    this.begin();
    const { user_version } = this.#database.prepare('PRAGMA user_version').get() as { user_version: number };
    if (user_version !== layout) {
      this.#database.exec('DROP TABLE IF EXISTS files; DROP TABLE IF EXISTS words;');
      this.#database.exec(tables);
    }
    this.commit();
  }

  files(): Map<string, IndexedFile> {
    const rows = this.#database.prepare('SELECT path, size, modified FROM files').all();
    return new Map((rows as unknown as IndexedFile[]).map((file) => [file.path, file]));
  }

  /** Changes from here to `commit` are one: seen by all, or, should the process end before, by none. */
  begin(): void {
    this.#database.exec('BEGIN IMMEDIATE');
  }

  rollBack(): void {
    if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
  }

  commit(): void {
    this.#database.exec('COMMIT');
  }

  /** Takes a file in, in place of what was known of it. One without text is known by its name alone. */
  add({ path, size, modified }: IndexedFile, text: string | undefined): void {
    this.remove(path);
    const { lastInsertRowid } = this.#addFile.run(path, size, modified);
    this.#addWords.run(lastInsertRowid, toIndexedText(path), toIndexedText(text ?? ''));
  }

  remove(path: string): void {
    const row = this.#findFile.get(path) as { id: number } | undefined;
    if (row === undefined) return;
    this.#removeWords.run(row.id);
    this.#removeFile.run(row.id);
  }

  /** The files in which all of the words stand; when there are none, those in which any of them do. Best first. */
  search(words: readonly string[], folder: string, limit: number): Found[] {
    if (words.length === 0) return [];
    const all = this.#match(toMatch(words, 'AND'), folder, limit);
    return all.length > 0 || words.length === 1 ? all : this.#match(toMatch(words, 'OR'), folder, limit);
  }

  close(): void {
    this.#database.close();
  }

  #match(match: string, folder: string, limit: number): Found[] {
    const inside = folder === '.' ? '' : `${folder}/`;
    return this.#database
      .prepare(
        `SELECT path, -bm25(words, 8.0, 1.0) AS score FROM words JOIN files ON files.id = words.rowid
         WHERE words MATCH ? AND substr(path, 1, ?) = ? ORDER BY score DESC, path LIMIT ?`,
      )
      .all(match, inside.length, inside, limit) as unknown as Found[];
  }
}
