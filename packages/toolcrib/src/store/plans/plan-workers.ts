import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { LazyDatabase } from '../databases/lazy-database.ts';
import type { PlanWorkersTable, Tables } from '../databases/tables.ts';

/** A process that works on plans. Times are those of the database: machines do not agree on them. */
export interface PlanWorker {
  readonly id: string;
  readonly name: string;
  /** What it understands: it takes only plans of this format. */
  readonly format: number;
  /** How many calls it makes at the same time. */
  readonly concurrency: number;
  readonly startedAt: number;
  readonly seenAt: number;
}

/** Who works on the plans of a shared database. */
export class PlanWorkers {
  readonly #database: LazyDatabase;

  constructor(database: LazyDatabase) {
    this.#database = database;
  }

  async register({ id, name, format, concurrency }: Omit<PlanWorker, 'startedAt' | 'seenAt'>): Promise<void> {
    await (await this.#tables())
      .insertInto('plan_workers')
      .values({ id, name, format, concurrency, started_at: now, seen_at: now, ended_at: null })
      .execute();
  }

  /** Says that it lives; false when the others have given it up, so that it must not go on. */
  async beat(id: string): Promise<boolean> {
    const { numUpdatedRows } = await (await this.#tables())
      .updateTable('plan_workers')
      .set({ seen_at: now })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    return Number(numUpdatedRows) === 1;
  }

  /** Those that have not ended and have said nothing for so many milliseconds. */
  async silentFor(milliseconds: number): Promise<PlanWorker[]> {
    const rows = await (await this.#tables())
      .selectFrom('plan_workers')
      .selectAll()
      .where('ended_at', 'is', null)
      .where('seen_at', '<=', sql<number>`${now} - ${milliseconds}`)
      .execute();
    return rows.map(fromRow);
  }

  /** Those that were heard of within so many milliseconds. */
  async heardWithin(milliseconds: number): Promise<PlanWorker[]> {
    const rows = await (await this.#tables())
      .selectFrom('plan_workers')
      .selectAll()
      .where('ended_at', 'is', null)
      .where('seen_at', '>', sql<number>`${now} - ${milliseconds}`)
      .orderBy('started_at')
      .execute();
    return rows.map(fromRow);
  }

  /** Those that have ended within so many milliseconds. */
  async endedWithin(milliseconds: number): Promise<string[]> {
    const rows = await (await this.#tables())
      .selectFrom('plan_workers')
      .select('id')
      .where('ended_at', '>', sql<number>`${now} - ${milliseconds}`)
      .execute();
    return rows.map(({ id }) => id);
  }

  /** It works no more. What ended long ago is forgotten. */
  async end(id: string): Promise<void> {
    const tables = await this.#tables();
    await tables.updateTable('plan_workers').set({ ended_at: now }).where('id', '=', id).execute();
    await tables.deleteFrom('plan_runners').where('runner', '=', id).execute();
    await tables.deleteFrom('plan_workers').where('ended_at', '<', sql<number>`${now} - ${day}`).execute();
  }

  /** Single statements need no transaction around them in PostgreSQL, where alone several machines meet. */
  async #tables(): Promise<Kysely<Tables>> {
    return (await this.#database.get()).read;
  }
}

const day = 24 * 60 * 60 * 1000;
const now: RawBuilder<number> = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

function fromRow({ id, name, format, concurrency, started_at, seen_at }: PlanWorkersTable): PlanWorker {
  return { id, name, format, concurrency, startedAt: started_at, seenAt: seen_at };
}
