import { sql, type Kysely } from 'kysely';
import type { LazyDatabase } from '../databases/lazy-database.ts';
import type { PlanCallsTable, Tables } from '../databases/tables.ts';
import { callsChannel } from './plan-channels.ts';

/** A call that one process has asked for and another makes. Both texts are JSON, and theirs alone. */
export interface PlanCall {
  readonly callId: string;
  readonly state: PlanCallsTable['state'];
  /** What became of it, once it has ended. */
  readonly outcome: string | undefined;
}

/** What a worker needs to know of a call that it begins. */
export interface BegunCall {
  readonly request: string;
  readonly planId: string;
  /** Somebody had begun it before, and is gone. */
  readonly interrupted: boolean;
  readonly cancelled: boolean;
}

/**
 * The calls of plans while they are under way. Who drives a plan puts them in and takes them out when their outcome is stored
 * elsewhere; who makes a call says what becomes of it. The first outcome counts.
 */
export class PlanCalls {
  readonly #database: LazyDatabase;
  readonly #channel: string;

  constructor(database: LazyDatabase, schema: string) {
    this.#database = database;
    this.#channel = callsChannel(schema);
  }

  /** What is there already stays as it is. */
  async add(planId: string, calls: readonly { callId: string; request: string }[]): Promise<void> {
    if (calls.length === 0) return;
    await (await this.#tables())
      .insertInto('plan_calls')
      .values(
        calls.map(({ callId, request }) => ({
          call_id: callId,
          plan_id: planId,
          request,
          state: 'queued' as const,
          worker: null,
          cancelled: 0,
          outcome: null,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  /** The calls of a plan that somebody has begun, and those that have ended. */
  async list(planId: string): Promise<PlanCall[]> {
    const rows = await (await this.#tables())
      .selectFrom('plan_calls')
      .select(['call_id', 'state', 'outcome'])
      .where('plan_id', '=', planId)
      .where('state', '<>', 'queued')
      .execute();
    return rows.map(({ call_id, state, outcome }) => ({
      callId: call_id,
      state,
      outcome: outcome ?? undefined,
    }));
  }

  /** They are over and done with. */
  async remove(callIds: readonly string[]): Promise<void> {
    if (callIds.length === 0) return;
    await (await this.#tables()).deleteFrom('plan_calls').where('call_id', 'in', callIds).execute();
  }

  /** Removes what plans that have ended have left. */
  async sweep(): Promise<void> {
    const tables = await this.#tables();
    const running = tables.selectFrom('plans').select('plan_id').where('state', '=', 'running');
    await tables.deleteFrom('plan_calls').where('plan_id', 'not in', running).execute();
  }

  /** Everything of a plan is to end: what nobody has begun has ended with that, as `outcome` says. */
  async cancel(planId: string, outcome: string): Promise<void> {
    await (await this.#database.get()).write(async (transaction) => {
      await transaction
        .updateTable('plan_calls')
        .set({ state: 'ended', outcome })
        .where('plan_id', '=', planId)
        .where('state', '=', 'queued')
        .execute();
      await transaction
        .updateTable('plan_calls')
        .set({ cancelled: 1 })
        .where('plan_id', '=', planId)
        .execute();
      await this.#tell(transaction, planId);
    });
  }

  /** Takes a call to make it; undefined when that is not needed any more. */
  async begin(callId: string, worker: string): Promise<BegunCall | undefined> {
    return (await this.#database.get()).write(async (transaction) => {
      const row = await transaction
        .selectFrom('plan_calls')
        .selectAll()
        .where('call_id', '=', callId)
        .forUpdate()
        .executeTakeFirst();
      if (row === undefined || row.state === 'ended') return undefined;
      await transaction
        .updateTable('plan_calls')
        .set({ state: 'running', worker })
        .where('call_id', '=', callId)
        .execute();
      const { request, plan_id, state, cancelled } = row;
      return { request, planId: plan_id, interrupted: state !== 'queued', cancelled: cancelled === 1 };
    });
  }

  /** A person is asked about it, or is not any more. */
  async mark(callId: string, worker: string, state: 'running' | 'parked'): Promise<void> {
    await this.#settle(callId, { state }, worker);
  }

  async end(callId: string, outcome: string): Promise<void> {
    await this.#settle(callId, { state: 'ended', outcome });
  }

  /** Which of them are to be ended. */
  async cancelled(callIds: readonly string[]): Promise<string[]> {
    if (callIds.length === 0) return [];
    const rows = await (await this.#tables())
      .selectFrom('plan_calls')
      .select('call_id')
      .where('call_id', 'in', callIds)
      .where('cancelled', '=', 1)
      .execute();
    return rows.map(({ call_id }) => call_id);
  }

  async #settle(
    callId: string,
    change: Partial<Pick<PlanCallsTable, 'state' | 'outcome'>>,
    worker?: string,
  ): Promise<void> {
    await (await this.#database.get()).write(async (transaction) => {
      let update = transaction
        .updateTable('plan_calls')
        .set(change)
        .where('call_id', '=', callId)
        .where('state', '<>', 'ended');
      if (worker !== undefined) update = update.where('worker', '=', worker);
      const changed = await update.returning('plan_id').executeTakeFirst();
      if (changed !== undefined) await this.#tell(transaction, changed.plan_id);
    });
  }

  /** With the change or not at all. */
  async #tell(tables: Kysely<Tables>, planId: string): Promise<void> {
    await sql`select pg_notify(${this.#channel}, ${planId})`.execute(tables);
  }

  async #tables(): Promise<Kysely<Tables>> {
    return (await this.#database.get()).read;
  }
}
