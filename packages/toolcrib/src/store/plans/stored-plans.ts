import type { JsonValue } from '@toolcrib/core';
import {
  largeOutput,
  toSummary,
  type ClaimedCall,
  type PlanCare,
  type PlanChanges,
  type PlanFilter,
  type PlanPage,
  type PlanStore,
  type PlanSummary,
  type StoredNode,
  type StoredPlan,
  type StoredRun,
} from '@toolcrib/core/plan';
import { sql, type Transaction } from 'kysely';
import { ChangeWatch } from '../databases/change-watch.ts';
import { fitting, inParts } from '../databases/in-parts.ts';
import type { LazyDatabase } from '../databases/lazy-database.ts';
import type { PlanNodesTable, Tables } from '../databases/tables.ts';
import { StoreError } from '../store-error.ts';
import {
  claimOf,
  fromNodeRow,
  fromPlanRow,
  searchable,
  toNodeRow,
  toPlanRow,
  toStandingRow,
} from './plan-rows.ts';
import { PlanRunners } from './plan-runners.ts';
import type { PlanSeal } from './plan-seal.ts';
import { isForWorkers } from './worker-names.ts';

export interface StoredPlansOptions {
  /** Milliseconds that an ended plan is remembered. @default 30 days */
  readonly keepFor?: number | undefined;
  /** Milliseconds between two looks at what others have left or ask for. @default 1,000 */
  readonly interval?: number | undefined;
  /** Milliseconds after which a process of another machine that gives no sign is taken for dead. @default 10,000 */
  readonly patience?: number | undefined;
  /** Marks plans as ours. @default they are not marked, and all are ours */
  readonly seal?: PlanSeal | undefined;
  /** Whether plans of others that nobody runs are taken up as well. @default only by who asks for them */
  readonly adoptsAll?: boolean | undefined;
}

const day = 24 * 60 * 60 * 1000;

/** Rows that are written with one statement: as many as there are texts of statements to be kept. */
const rowsAtOnce = 50;

/** Plans that outlive the process, for all who share the database. */
export class StoredPlans implements PlanStore {
  readonly #database: LazyDatabase;
  readonly #keepFor: number;
  readonly #interval: number;
  readonly #runners: PlanRunners;
  readonly #changes: ChangeWatch;
  readonly #writing = new Set<Promise<unknown>>();
  readonly #seal: PlanSeal | undefined;
  readonly #adoptsAll: boolean;
  /** Plans with their seals, and whether they are ours. */
  readonly #ours = new Map<string, boolean>();
  /** Plans of others that somebody here has asked to resume while their runner may still have lived. */
  readonly #wanted = new Set<string>();
  #swept = false;

  constructor(database: LazyDatabase, options: StoredPlansOptions = {}) {
    const { keepFor = 30 * day, interval = 1000, patience = 10_000, seal, adoptsAll = false } = options;
    this.#database = database;
    this.#keepFor = keepFor;
    this.#interval = interval;
    this.#seal = seal;
    this.#adoptsAll = adoptsAll || seal === undefined;
    this.#runners = new PlanRunners(database, patience);
    this.#changes = new ChangeWatch(database);
  }

  async create(plan: StoredPlan, runner: string): Promise<boolean> {
    await this.#tracked(this.#runners.register(runner));
    return this.#write(async (transaction) => {
      await this.#sweep(transaction, plan.submittedAt);
      const row = toPlanRow(plan, runner);
      const inserted = await transaction
        .insertInto('plans')
        .values({ ...row, seal: this.#seal?.(row) ?? null })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return Number(inserted.numInsertedOrUpdatedRows) === 1;
    });
  }

  save(planId: string, runner: string, { standing, nodes }: PlanChanges): Promise<boolean> {
    return this.#write(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('plans')
        .set(toStandingRow(standing))
        .where('plan_id', '=', planId)
        .where('runner', '=', runner)
        .executeTakeFirst();
      if (Number(numUpdatedRows) !== 1) return false;
      await writeNodes(transaction, planId, nodes);
      return true;
    });
  }

  claim(planId: string, runner: string, { node, item = -1, attempt }: ClaimedCall): Promise<boolean> {
    return this.#write(async (transaction) => {
      // Locks the row of the plan, so that nobody takes it over at the same time.
      const own = await transaction
        .updateTable('plans')
        .set({ runner })
        .where('plan_id', '=', planId)
        .where('runner', '=', runner)
        .executeTakeFirst();
      if (Number(own.numUpdatedRows) !== 1) return false;
      const claim = claimOf(attempt, runner);
      const ofOthers = `${claimOf(attempt, '')}%`;
      const claimed = await transaction
        .updateTable('plan_nodes')
        .set({ claimed: claim })
        .where('plan_id', '=', planId)
        .where('node', '=', node)
        .where('item', '=', item)
        .where('attempts', '=', attempt)
        .where((row) =>
          row.or([
            row('claimed', 'is', null),
            row('claimed', '=', claim),
            row('claimed', 'not like', ofOthers),
          ]),
        )
        .executeTakeFirst();
      return Number(claimed.numUpdatedRows) === 1;
    });
  }

  async read(planId: string): Promise<StoredRun | undefined> {
    const { read } = await this.#database.get();
    const row = await read.selectFrom('plans').selectAll().where('plan_id', '=', planId).executeTakeFirst();
    if (row === undefined) return undefined;
    const nodes = await read
      .selectFrom('plan_nodes')
      .selectAll()
      .select(sql<string | null>`case when output_bytes <= ${largeOutput} then output end`.as('output'))
      .where('plan_id', '=', planId)
      .execute();
    return { plan: fromPlanRow(row), nodes: nodes.map(fromNodeRow) };
  }

  async sequence(planId: string): Promise<number | undefined> {
    const { read } = await this.#database.get();
    const row = await read
      .selectFrom('plans')
      .select('sequence')
      .where('plan_id', '=', planId)
      .executeTakeFirst();
    return row?.sequence;
  }

  async take(planId: string, runner: string): Promise<StoredRun | undefined> {
    await this.#tracked(this.#runners.register(runner));
    const { read } = await this.#database.get();
    const row = await read
      .selectFrom('plans')
      .select(['plan_id', 'plan', 'submission', 'runner', 'state'])
      .where('plan_id', '=', planId)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const before = row.runner;
    // One that has ended is nobody's, whoever ran it last.
    if (before !== null && before !== runner && row.state === 'running') {
      if (isForWorkers(before)) return undefined;
      if (!(await this.#runners.isDead(before))) {
        this.#wanted.add(planId);
        return undefined;
      }
    }
    this.#wanted.delete(planId);
    const seal = this.#seal?.(row) ?? null;
    const taken = await this.#write(async (transaction) => {
      const hasEnded = row.state !== 'running';
      const own = transaction
        .updateTable('plans')
        .set({ runner, seal, ...(hasEnded && { cancel_reason: null }) })
        .where('plan_id', '=', planId)
        .where('state', '=', row.state);
      const { numUpdatedRows } = await (before === null
        ? own.where('runner', 'is', null)
        : own.where('runner', '=', before)
      ).executeTakeFirst();
      return Number(numUpdatedRows) === 1;
    });
    return taken ? this.#readWhole(planId) : undefined;
  }

  async release(planId: string, runner: string): Promise<void> {
    await this.#write((transaction) =>
      transaction
        .updateTable('plans')
        .set({ runner: null })
        .where('plan_id', '=', planId)
        .where('runner', '=', runner)
        .execute(),
    );
  }

  async output(planId: string, key: string): Promise<JsonValue | undefined> {
    const { read } = await this.#database.get();
    const [node = '', item = '-1'] = key.split(':');
    const row = await read
      .selectFrom('plan_nodes')
      .selectAll()
      .where('plan_id', '=', planId)
      .where('node', '=', node)
      .where('item', '=', Number(item))
      .executeTakeFirst();
    if (row?.state !== 'succeeded') return undefined;
    if (row.output !== null) return JSON.parse(row.output) as JsonValue;
    const items = await read
      .selectFrom('plan_nodes')
      .selectAll()
      .where('plan_id', '=', planId)
      .where('node', '=', node)
      .where('item', '>=', 0)
      .execute();
    return putTogether(row, items);
  }

  async list({ state, name, agent, limit = 100, cursor, maxBytes }: PlanFilter): Promise<PlanPage> {
    const { read } = await this.#database.get();
    const bytes = sql<number>`octet_length(plan) + octet_length(submission) + coalesce(octet_length(output), 0)`;
    let query = read.selectFrom('plans').select(['plan_id', 'submitted_at', bytes.as('bytes')]);
    if (state !== undefined) query = query.where('state', '=', state);
    if (name !== undefined) query = query.where('name', '=', searchable(name));
    if (agent !== undefined) query = query.where('agent', '=', searchable(agent));
    if (cursor !== undefined) {
      const { time, planId } = parseCursor(cursor);
      query = query.where((row) =>
        row.or([
          row('submitted_at', '<', time),
          row.and([row('submitted_at', '=', time), row('plan_id', '<', planId)]),
        ]),
      );
    }
    const found = await query
      .orderBy('submitted_at', 'desc')
      .orderBy('plan_id', 'desc')
      .limit(limit + 1)
      .execute();
    const page = fitting(found.slice(0, limit), maxBytes);
    const last = found.length > page.length ? page.at(-1) : undefined;
    const plans: PlanSummary[] = [];
    for (const part of inParts(page)) {
      const ids = part.map(({ plan_id }) => plan_id);
      const rows = await read.selectFrom('plans').selectAll().where('plan_id', 'in', ids).execute();
      const summaries = new Map(rows.map((row) => [row.plan_id, toSummary(fromPlanRow(row))]));
      plans.push(...ids.flatMap((id) => summaries.get(id) ?? []));
    }
    return { plans, next: last && `${last.submitted_at} ${last.plan_id}` };
  }

  /** Plans that are under way for others and that nobody on this machine runs: they go on when a person resumes them. */
  async waiting(): Promise<readonly string[]> {
    const { read } = await this.#database.get();
    const running = await read
      .selectFrom('plans')
      .leftJoin('plan_runners', 'plan_runners.runner', 'plans.runner')
      .select(['plan_id', 'seal', 'plans.runner as owner', 'plan_runners.runner'])
      .select(['machine', 'pid', 'started', 'beat'])
      .where('state', '=', 'running')
      .execute();
    const waiting: string[] = [];
    for (const { plan_id, seal, owner, runner, ...life } of running) {
      if (owner !== null && isForWorkers(owner)) continue;
      const isHere =
        runner !== null && this.#runners.livesHere({ runner, ...life } as Tables['plan_runners']);
      if (!isHere && !(await this.#isOurs(plan_id, seal))) waiting.push(plan_id);
    }
    return waiting;
  }

  async askToCancel(planId: string, reason: string): Promise<void> {
    await this.#write((transaction) =>
      transaction
        .updateTable('plans')
        .set({ cancel_reason: searchable(reason) })
        .where('plan_id', '=', planId)
        .where('state', '=', 'running')
        .execute(),
    );
  }

  async tend(runner: string, care: PlanCare): Promise<() => void> {
    await this.#tracked(this.#runners.register(runner));
    await this.#look(runner, care);
    let looks = 0;
    let looking: Promise<void> | undefined;
    const timer = setInterval(() => {
      // One look at a time: a database that is away must not be asked by everybody at once when it is back.
      looking ??= this.#lookAgain(runner, care, ++looks).finally(() => (looking = undefined));
    }, this.#interval);
    timer.unref();
    return () => {
      clearInterval(timer);
      this.#tracked(this.#runners.remove(runner, looking)).catch(() => undefined);
    };
  }

  watch(listener: () => void): () => void {
    return this.#changes.watch(listener);
  }

  /** Resolves when everything that was begun is written. */
  async idle(): Promise<void> {
    while (this.#writing.size > 0) await Promise.allSettled(this.#writing);
  }

  /** A database that cannot be reached now is looked at the next time. */
  async #lookAgain(runner: string, care: PlanCare, looks: number): Promise<void> {
    try {
      if (looks % 2 === 0) await this.#runners.beat(runner);
      await this.#look(runner, care);
    } catch {
      // Whoever runs a plan hears of it when it writes.
    }
  }

  async #look(runner: string, { abandoned, cancelled }: PlanCare): Promise<void> {
    const { read } = await this.#database.get();
    const running = await read
      .selectFrom('plans')
      .leftJoin('plan_runners', 'plan_runners.runner', 'plans.runner')
      .select(['plan_id', 'cancel_reason', 'seal', 'plans.runner as owner', 'plan_runners.runner'])
      .select(['machine', 'pid', 'started', 'beat'])
      .where('state', '=', 'running')
      .execute();
    for (const { plan_id, cancel_reason, seal, owner, runner: registered, ...life } of running) {
      if (owner === runner) {
        if (cancel_reason !== null) cancelled(plan_id, cancel_reason);
      } else if (owner !== null && isForWorkers(owner)) continue;
      else if (
        owner === null ||
        registered === null ||
        this.#runners.hasDied({ runner: registered, ...life } as Tables['plan_runners'])
      ) {
        const isWanted = this.#wanted.has(plan_id) && cancel_reason === null;
        if (isWanted || (await this.#isOurs(plan_id, seal))) await abandoned(plan_id);
      }
    }
  }

  /** Whether a plan that nobody runs goes on here by itself. Somebody else's waits until a person resumes it. */
  async #isOurs(planId: string, seal: string | null): Promise<boolean> {
    if (this.#adoptsAll) return true;
    if (seal === null || this.#seal === undefined) return false;
    const key = `${planId} ${seal}`;
    const known = this.#ours.get(key);
    if (known !== undefined) return known;
    const { read } = await this.#database.get();
    const row = await read
      .selectFrom('plans')
      .select(['plan_id', 'plan', 'submission'])
      .where('plan_id', '=', planId)
      .executeTakeFirst();
    const isOurs = row !== undefined && this.#seal(row) === seal;
    this.#ours.set(key, isOurs);
    return isOurs;
  }

  async #readWhole(planId: string): Promise<StoredRun | undefined> {
    const { read } = await this.#database.get();
    const row = await read.selectFrom('plans').selectAll().where('plan_id', '=', planId).executeTakeFirst();
    if (row === undefined) return undefined;
    const rows = await read.selectFrom('plan_nodes').selectAll().where('plan_id', '=', planId).execute();
    const items = Map.groupBy(
      rows.filter(({ item }) => item >= 0),
      ({ node }) => node,
    );
    const nodes = rows.map((node) => {
      const whole = fromNodeRow(node);
      if (node.state !== 'succeeded' || node.output !== null) return whole;
      return { ...whole, output: putTogether(node, items.get(node.node) ?? []) };
    });
    return { plan: fromPlanRow(row), nodes };
  }

  async #write<T>(work: (transaction: Transaction<Tables>) => Promise<T>): Promise<T> {
    const done = await this.#tracked(this.#database.get().then((database) => database.write(work)));
    this.#changes.tell();
    return done;
  }

  async #tracked<T>(writing: Promise<T>): Promise<T> {
    this.#writing.add(writing);
    try {
      return await writing;
    } finally {
      this.#writing.delete(writing);
    }
  }

  /** Once in a process, with its first plan. */
  async #sweep(transaction: Transaction<Tables>, now: number): Promise<void> {
    if (this.#swept) return;
    // A plan that is parked is kept until somebody has decided.
    const old = transaction
      .selectFrom('plans')
      .select('plan_id')
      .where('state', '<>', 'parked')
      .where('ended_at', '<', now - this.#keepFor);
    await transaction.deleteFrom('plan_nodes').where('plan_id', 'in', old).execute();
    await transaction
      .deleteFrom('plans')
      .where('state', '<>', 'parked')
      .where('ended_at', '<', now - this.#keepFor)
      .execute();
    this.#swept = true;
  }
}

async function writeNodes(
  transaction: Transaction<Tables>,
  planId: string,
  nodes: readonly StoredNode[],
): Promise<void> {
  // Of several changes of one node the last counts: a statement may touch a row once.
  const rows = [...new Map(nodes.map((node) => [`${node.node}:${node.item}`, node])).values()].map((node) =>
    toNodeRow(planId, node),
  );
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    await transaction
      .insertInto('plan_nodes')
      .values(rows.slice(at, at + rowsAtOnce))
      .onConflict((conflict) =>
        conflict.columns(['plan_id', 'node', 'item']).doUpdateSet((row) => ({
          state: row.ref('excluded.state'),
          skipped: row.ref('excluded.skipped'),
          attempts: row.ref('excluded.attempts'),
          tries: row.ref('excluded.tries'),
          call_id: row.ref('excluded.call_id'),
          started_at: row.ref('excluded.started_at'),
          ended_at: row.ref('excluded.ended_at'),
          output: row.ref('excluded.output'),
          output_bytes: row.ref('excluded.output_bytes'),
          failure: row.ref('excluded.failure'),
          replaced: row.ref('excluded.replaced'),
          items: row.ref('excluded.items'),
          decided: row.ref('excluded.decided'),
          sequence: row.ref('excluded.sequence'),
        })),
      )
      .execute();
}

/** The output of a fan-out, from those of its items. */
function putTogether({ items }: PlanNodesTable, rows: readonly PlanNodesTable[]): JsonValue | undefined {
  if (items === null) return undefined;
  const list: JsonValue[] = Array.from({ length: items }, () => null);
  for (const { item, output } of rows) if (output !== null) list[item] = JSON.parse(output) as JsonValue;
  return list;
}

function parseCursor(cursor: string): { readonly time: number; readonly planId: string } {
  const [, time, planId] = /^(\d+) (.+)$/su.exec(cursor) ?? [];
  if (time === undefined || planId === undefined) throw new StoreError('bad_cursor', { cursor });
  return { time: Number(time), planId };
}
