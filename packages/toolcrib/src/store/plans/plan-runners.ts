import type { Transaction } from 'kysely';
import type { LazyDatabase } from '../databases/lazy-database.ts';
import type { PlanRunnersTable, Tables } from '../databases/tables.ts';
import { ownLife, RunnerWatch } from './runner-life.ts';

/** The processes that run plans, as they know of each other by the database. */
export class PlanRunners {
  readonly #database: LazyDatabase;
  readonly #watch: RunnerWatch;
  /** Those of ours, each once it is known to others. */
  readonly #registered = new Map<string, Promise<void>>();

  /** A process of another machine that gives no sign for so many milliseconds is taken for dead. */
  constructor(database: LazyDatabase, patience: number) {
    this.#database = database;
    this.#watch = new RunnerWatch(patience);
  }

  register(runner: string): Promise<void> {
    const known = this.#registered.get(runner);
    if (known !== undefined) return known;
    const registering = this.#write(async (transaction) => {
      await this.#forgetDead(transaction);
      await transaction
        .insertInto('plan_runners')
        .values(ownLife(runner))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    });
    this.#registered.set(runner, registering);
    registering.catch(() => this.#registered.delete(runner));
    return registering;
  }

  /** Once what it still does has ended. */
  async remove(runner: string, still: Promise<void> | undefined): Promise<void> {
    this.#registered.delete(runner);
    await still;
    await this.#write((transaction) =>
      transaction.deleteFrom('plan_runners').where('runner', '=', runner).execute(),
    );
  }

  /** A sign of life. */
  async beat(runner: string): Promise<void> {
    await this.#write((transaction) =>
      transaction
        .updateTable('plan_runners')
        .set((row) => ({ beat: row('beat', '+', 1) }))
        .where('runner', '=', runner)
        .execute(),
    );
  }

  async isDead(runner: string): Promise<boolean> {
    const { read } = await this.#database.get();
    const rows = read.selectFrom('plan_runners').selectAll().where('runner', '=', runner);
    return this.hasDied(await rows.executeTakeFirst());
  }

  /** Who is not known is nobody. */
  hasDied(row: PlanRunnersTable | undefined): boolean {
    return this.#watch.isDead(row);
  }

  /** Whether it is a process of this machine that lives. */
  livesHere(row: PlanRunnersTable): boolean {
    return this.#watch.livesHere(row);
  }

  /** Those who are known to be gone need not be looked at again: what they ran has nobody. */
  async #forgetDead(transaction: Transaction<Tables>): Promise<void> {
    const rows = await transaction.selectFrom('plan_runners').selectAll().execute();
    const dead = rows.filter((row) => this.hasDied(row)).map(({ runner }) => runner);
    if (dead.length > 0) await transaction.deleteFrom('plan_runners').where('runner', 'in', dead).execute();
  }

  async #write<T>(work: (transaction: Transaction<Tables>) => Promise<T>): Promise<T> {
    return (await this.#database.get()).write(work);
  }
}
