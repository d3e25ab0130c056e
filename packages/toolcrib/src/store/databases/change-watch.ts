import type { Database } from './database.ts';
import type { LazyDatabase } from './lazy-database.ts';

/** How soon what another process has written is noticed. */
const interval = 150;

/** Whoever could not read when it was told is told again after so many looks. */
const reminder = 10;

/** Tells listeners when something may have been written, by this process or by another. */
export class ChangeWatch {
  readonly #database: LazyDatabase;
  readonly #listeners = new Set<() => void>();
  #timer: NodeJS.Timeout | undefined = undefined;
  #version: number | undefined = undefined;
  #looks = 0;

  constructor(database: LazyDatabase) {
    this.#database = database;
  }

  watch(listener: () => void): () => void {
    // A listener that is given twice is two listeners.
    const own = (): void => listener();
    this.#listeners.add(own);
    this.#timer ??= setTimeout(() => void this.#look(), interval);
    return () => {
      this.#listeners.delete(own);
      if (this.#listeners.size > 0) return;
      clearTimeout(this.#timer);
      this.#timer = undefined;
    };
  }

  /** This process has written. */
  tell(): void {
    for (const listener of this.#listeners) listener();
  }

  async #look(): Promise<void> {
    const changed = await this.#hasChanged().catch(() => false);
    if (changed || ++this.#looks % reminder === 0) this.tell();
    if (this.#listeners.size > 0) this.#timer = setTimeout(() => void this.#look(), interval);
  }

  /** SQLite counts what others write; of PostgreSQL's tables it is cheaper to read the row than to ask whether one should. */
  async #hasChanged(): Promise<boolean> {
    const database = await this.#database.get();
    if (database.kind !== 'sqlite') return true;
    const version = await dataVersion(database);
    const before = this.#version;
    this.#version = version;
    return version !== before;
  }
}

async function dataVersion({ read }: Database): Promise<number> {
  const { sql } = await import('kysely');
  const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(read);
  return rows[0]?.data_version ?? 0;
}
