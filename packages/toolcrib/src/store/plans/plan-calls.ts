import { sql, type Kysely } from 'kysely';
import type { LazyDatabase } from '../databases/lazy-database.ts';
import type { PlanCallsTable, Tables } from '../databases/tables.ts';
import { callsChannel, plansChannel } from './plan-channels.ts';

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
  /** Who that was. */
  readonly worker: string | undefined;
  /** They had claimed it, because it may not be repeated: it may have run. */
  readonly claimed: boolean;
  readonly cancelled: boolean;
}

/**
 * The calls of plans while they are under way. Who drives a plan puts them in and takes them out when their outcome is stored
 * elsewhere; who makes a call says what becomes of it. The first outcome counts.
 */
export class PlanCalls {
  readonly #database: LazyDatabase;
  readonly #callsChannel: string;
  readonly #plansChannel: string;

  constructor(database: LazyDatabase, schema: string) {
    this.#database = database;
    this.#callsChannel = callsChannel(schema);
    this.#plansChannel = plansChannel(schema);
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
          claimed: null,
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
    await sql`
      with cancelled as (
        update plan_calls set cancelled = 1,
          outcome = case when state = 'queued' then ${outcome} else outcome end,
          state = case when state = 'queued' then 'ended' else state end
        where plan_id = ${planId} returning plan_id
      )
      select pg_notify(${this.#plansChannel}, ${planId}) from cancelled limit 1
    `.execute(await this.#tables());
  }

  /** Takes a call to make it; undefined when that is not needed any more. */
  async begin(callId: string, worker: string): Promise<BegunCall | undefined> {
    const { rows } = await sql<
      Pick<PlanCallsTable, 'plan_id' | 'request' | 'state' | 'cancelled' | 'claimed' | 'worker'>
    >`
      with before as (
        select * from plan_calls where call_id = ${callId} and state <> 'ended' for update
      )
      update plan_calls set state = 'running', worker = ${worker} from before
      where plan_calls.call_id = before.call_id
      returning before.plan_id, before.request, before.state, before.cancelled, before.claimed, before.worker
    `.execute(await this.#tables());
    const [row] = rows;
    if (row === undefined) return undefined;
    const { plan_id, request, state, cancelled, claimed, worker: before } = row;
    return {
      request,
      planId: plan_id,
      interrupted: state !== 'queued',
      worker: before ?? undefined,
      claimed: claimed !== null,
      cancelled: cancelled === 1,
    };
  }

  /**
   * Claims a call that may not be repeated, by a name that nobody else has: true as long as its worker has it. One that was taken
   * for dead and wakes has it no longer.
   */
  async claim(callId: string, worker: string, name: string): Promise<boolean> {
    const { numUpdatedRows } = await (await this.#tables())
      .updateTable('plan_calls')
      .set({ claimed: name })
      .where('call_id', '=', callId)
      .where('worker', '=', worker)
      .where('state', '<>', 'ended')
      .where((row) => row.or([row('claimed', 'is', null), row('claimed', '=', name)]))
      .executeTakeFirst();
    return Number(numUpdatedRows) === 1;
  }

  /** A person is asked about it, or is not any more. */
  async mark(callId: string, worker: string, state: 'running' | 'parked'): Promise<void> {
    await sql`
      with changed as (
        update plan_calls set state = ${state}
        where call_id = ${callId} and worker = ${worker} and state <> 'ended' returning plan_id
      )
      select pg_notify(${this.#callsChannel}, plan_id) from changed
    `.execute(await this.#tables());
  }

  /** The first outcome counts. */
  async end(callId: string, outcome: string): Promise<void> {
    await sql`
      with changed as (
        update plan_calls set state = 'ended', outcome = ${outcome}
        where call_id = ${callId} and state <> 'ended' returning plan_id
      )
      select pg_notify(${this.#callsChannel}, plan_id) from changed
    `.execute(await this.#tables());
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

  /** Single statements need no transaction around them, and tell with what they change or not at all. */
  async #tables(): Promise<Kysely<Tables>> {
    return (await this.#database.get()).read;
  }
}
