import { setTimeout as wait } from 'node:timers/promises';
import type { JsonValue } from '@toolcrib/core';
import type {
  ClaimedCall,
  PlanChanges,
  PlanFilter,
  PlanPage,
  StoredPlan,
  StoredRun,
} from '@toolcrib/core/plan';
import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import type { LazyDatabase } from '../databases/lazy-database.ts';
import type { Tables } from '../databases/tables.ts';
import { plansChannel } from './plan-channels.ts';
import { StoredPlans } from './stored-plans.ts';
import { allWorkers, oneWorker } from './worker-names.ts';

export interface SharedPlansOptions {
  readonly schema: string;
  /** Plans of another format are left to those who understand it. */
  readonly format: number;
}

/** A plan that somebody wants to end. */
export interface CancelRequest {
  readonly planId: string;
  readonly reason: string;
}

/** How often it is looked whether a plan has ended. */
const lookEvery = 50;

/**
 * The plans of all workers that share a database. A plan is either one worker's, or all workers': then any may take it. As
 * everybody else sees it, it is somebody's, so that no engine of one process takes it for abandoned.
 */
export class SharedPlans {
  readonly #database: LazyDatabase;
  readonly #plans: StoredPlans;
  readonly #channel: string;
  readonly #format: number;
  readonly #all: string;

  constructor(database: LazyDatabase, { schema, format }: SharedPlansOptions) {
    this.#database = database;
    this.#plans = new StoredPlans(database);
    this.#channel = plansChannel(schema);
    this.#format = format;
    this.#all = allWorkers(format);
  }

  /** Keeps a new plan for the workers. False when there is one of that id. */
  async create(plan: StoredPlan): Promise<boolean> {
    const isNew = await this.#plans.create(plan, this.#all);
    if (isNew) await this.#tell(plan.planId);
    return isNew;
  }

  save(planId: string, worker: string, changes: PlanChanges): Promise<boolean> {
    return this.#plans.save(planId, worker, changes);
  }

  /** Writes for the last time, and gives the plan to the workers. */
  async giveAway(planId: string, runner: string, changes: PlanChanges): Promise<void> {
    if (await this.#plans.save(planId, runner, changes)) await this.release(planId, runner);
  }

  claim(planId: string, worker: string, call: ClaimedCall): Promise<boolean> {
    return this.#plans.claim(planId, worker, call);
  }

  read(planId: string): Promise<StoredRun | undefined> {
    return this.#plans.read(planId);
  }

  sequence(planId: string): Promise<number | undefined> {
    return this.#plans.sequence(planId);
  }

  /** Gives a plan that runs to a worker; undefined when another one that lives has it. */
  async take(planId: string, worker: string): Promise<StoredRun | undefined> {
    const { numUpdatedRows } = await (await this.#tables())
      .updateTable('plans')
      .set({ runner: worker })
      .where('plan_id', '=', planId)
      .where('state', '=', 'running')
      .where((row) => row.or([row('runner', '=', worker), this.#isFree]))
      .executeTakeFirst();
    return Number(numUpdatedRows) === 1 ? this.#plans.take(planId, worker) : undefined;
  }

  /** Gives a plan that has ended to whoever wants to resume it. */
  async takeEnded(planId: string, runner: string): Promise<StoredRun | undefined> {
    const { numUpdatedRows } = await (await this.#tables())
      .updateTable('plans')
      .set({ runner, cancel_reason: null })
      .where('plan_id', '=', planId)
      .where('state', '<>', 'running')
      .executeTakeFirst();
    return Number(numUpdatedRows) === 1 ? this.#plans.take(planId, runner) : undefined;
  }

  /** Any worker may have it. */
  async release(planId: string, runner: string): Promise<void> {
    await (await this.#tables())
      .updateTable('plans')
      .set({ runner: this.#all })
      .where('plan_id', '=', planId)
      .where('runner', '=', runner)
      .execute();
    await this.#tell(planId);
  }

  output(planId: string, key: string): Promise<JsonValue | undefined> {
    return this.#plans.output(planId, key);
  }

  list(filter: PlanFilter): Promise<PlanPage> {
    return this.#plans.list(filter);
  }

  async askToCancel(planId: string, reason: string): Promise<void> {
    await this.#plans.askToCancel(planId, reason);
    await this.#tell(planId);
  }

  /** Those of a worker that are to end. */
  async toBeCancelled(worker: string): Promise<CancelRequest[]> {
    const rows = await (await this.#tables())
      .selectFrom('plans')
      .select(['plan_id', 'cancel_reason'])
      .where('runner', '=', worker)
      .where('state', '=', 'running')
      .where('cancel_reason', 'is not', null)
      .execute();
    return rows.map(({ plan_id, cancel_reason }) => ({ planId: plan_id, reason: cancel_reason ?? '' }));
  }

  /** Plans that no worker drives. */
  async undriven(): Promise<string[]> {
    const rows = await (await this.#tables())
      .selectFrom('plans')
      .select('plan_id')
      .where('state', '=', 'running')
      .where(this.#isFree)
      .orderBy('submitted_at')
      .execute();
    return rows.map(({ plan_id }) => plan_id);
  }

  async countRunning(): Promise<number> {
    const { count } = await (await this.#tables())
      .selectFrom('plans')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('state', '=', 'running')
      .executeTakeFirstOrThrow();
    return count;
  }

  async isRunning(planId: string): Promise<boolean> {
    const row = await (await this.#tables())
      .selectFrom('plans')
      .select('state')
      .where('plan_id', '=', planId)
      .executeTakeFirst();
    return row?.state === 'running';
  }

  /** Waits for the end of a plan, but no longer than so many milliseconds. */
  async ended(planId: string, milliseconds: number): Promise<void> {
    const late = performance.now() + milliseconds;
    while ((await this.isRunning(planId)) && performance.now() < late) await wait(lookEvery);
  }

  watch(listener: () => void): () => void {
    return this.#plans.watch(listener);
  }

  /** It is all workers', or that of one that has ended. */
  get #isFree(): RawBuilder<SqlBool> {
    const one = oneWorker(this.#format, '%');
    return sql`(runner = ${this.#all} or runner like ${one} and runner not in (select id from plan_workers where ended_at is null))`;
  }

  async #tell(planId: string): Promise<void> {
    await sql`select pg_notify(${this.#channel}, ${planId})`.execute(await this.#tables());
  }

  async #tables(): Promise<Kysely<Tables>> {
    return (await this.#database.get()).read;
  }
}
