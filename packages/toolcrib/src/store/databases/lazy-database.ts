import type { Database } from './database.ts';

/** A database that is opened by its first use. One that could not be opened is tried again by the next. */
export class LazyDatabase {
  readonly #open: () => Promise<Database>;
  #opened: Promise<Database> | undefined = undefined;

  constructor(open: () => Promise<Database>) {
    this.#open = open;
  }

  get(): Promise<Database> {
    this.#opened ??= this.#openOnce();
    return this.#opened;
  }

  async close(): Promise<void> {
    const opened = this.#opened;
    this.#opened = undefined;
    const database = await opened?.catch(() => undefined);
    await database?.close();
  }

  async #openOnce(): Promise<Database> {
    try {
      const database = await this.#open();
      try {
        // Loaded by the first use, like everything that knows the library.
        const { migrate } = await import('./migrate.ts');
        await migrate(database);
      } catch (error) {
        await database.close();
        throw error;
      }
      return database;
    } catch (error) {
      this.#opened = undefined;
      throw error;
    }
  }
}
