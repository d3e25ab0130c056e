import {
  checkSeen,
  decisionOf,
  scopeOf,
  type AnsweredApproval,
  type ApprovalAnswer,
  type ApprovalFilter,
  type ApprovalQuestion,
  type ApprovalStatus,
  type ApprovalStore,
  type OpenedApproval,
  type StoredApproval,
} from '@toolcrib/core';
import type { ExpressionBuilder, Kysely, Transaction } from 'kysely';
import type { LazyDatabase } from '../databases/lazy-database.ts';
import { fromRow, toRow } from './approval-rows.ts';
import { toRow as toGrantRow } from './stored-grants.ts';
import type { ApprovalsTable, GrantsTable, Tables } from '../databases/tables.ts';
import { ChangeWatch } from '../databases/change-watch.ts';
import type { ApprovalPage, ApprovalQuery } from './read-page.ts';

export interface StoredApprovalsOptions {
  /** Milliseconds since 1970. @default the host's */
  readonly now?: (() => number) | undefined;
  /** Milliseconds that an ended question is remembered. @default 90 days */
  readonly keepFor?: number | undefined;
}

const day = 24 * 60 * 60 * 1000;

/** Questions that outlive the process, for all who share the database. */
export interface StoredApprovals extends ApprovalStore {
  /** As `list`, page by page: requests may be as large as what a person can be shown. */
  page(query: ApprovalQuery): Promise<ApprovalPage>;
  /** How many have this status. */
  count(status: ApprovalStatus): Promise<number>;
  /** Resolves when everything that was begun is written: a call that is cancelled does not wait for it. */
  idle(): Promise<void>;
}

/** Questions in a database. Everything is on the disk when it resolves; who wins is decided there. */
export function createStoredApprovals(
  database: LazyDatabase,
  { now = Date.now, keepFor = 90 * day }: StoredApprovalsOptions = {},
): StoredApprovals {
  return new DatabaseApprovals(database, now, keepFor);
}

class DatabaseApprovals implements StoredApprovals {
  readonly #database: LazyDatabase;
  readonly #now: () => number;
  readonly #keepFor: number;
  readonly #changes: ChangeWatch;
  readonly #writing = new Set<Promise<unknown>>();
  #swept = false;

  constructor(database: LazyDatabase, now: () => number, keepFor: number) {
    this.#database = database;
    this.#now = now;
    this.#keepFor = keepFor;
    this.#changes = new ChangeWatch(database);
  }

  async open(
    shown: ApprovalQuestion,
    { recorded = shown }: Parameters<ApprovalStore['open']>[1] = {},
  ): Promise<OpenedApproval> {
    const now = this.#now();
    const { callId } = recorded;
    const { read } = await this.#database.get();
    const known = await findCounting(read, recorded, now);
    if (known !== undefined) return { approval: fromRow(known, now), isNew: false };
    const asked = toRow({ shown, recorded, now });
    const [row, isNew] = await this.#write(async (transaction) => {
      await this.#sweep(transaction, now);
      await removeShown(transaction, now);
      await transaction
        .updateTable('approvals')
        .set({ status: 'expired' })
        .where('call_id', '=', callId)
        .where((where) => isOfAgent(where, recorded))
        .where('status', 'in', ['pending', 'allowed'])
        .where('used_at', 'is', null)
        .where('expires_at', '<=', now)
        .execute();
      const inserted = await transaction
        .insertInto('approvals')
        .values(asked)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (Number(inserted.numInsertedOrUpdatedRows) === 1) return [asked, true] as const;
      const faster = await findCounting(transaction, recorded, now);
      if (faster === undefined) throw new Error('the question could neither be kept nor found');
      return [faster, false] as const;
    });
    return { approval: fromRow(row, now), isNew };
  }

  async answer(id: string, answer: ApprovalAnswer): Promise<AnsweredApproval | undefined> {
    const now = this.#now();
    const decision = decisionOf(answer);
    const scope = scopeOf(answer);
    const { by = 'user', note = null } = answer;
    const asked = await this.get(id);
    if (asked === undefined) return undefined;
    checkSeen(answer, asked);
    const isLasting = decision === 'allow_always' && scope === undefined;
    const grant = isLasting ? grantOf(asked, by, now) : undefined;
    const accepted = await this.#update(
      id,
      'pending',
      now,
      {
        status: decision === 'reject_once' ? 'denied' : 'allowed',
        decision,
        scope: scope ?? null,
        answered_by: by,
        note,
        content: answer.content === undefined ? null : JSON.stringify(answer.content),
        answered_at: now,
        shown: null,
      },
      // With the answer or not at all: it holds from now on, whether or not the call still waits.
      grant && ((transaction) => transaction.insertInto('grants').values(grant).execute()),
    );
    const approval = (await this.get(id)) ?? asked;
    return { accepted, approval, grantId: accepted ? grant?.id : undefined };
  }

  use(id: string): Promise<boolean> {
    const now = this.#now();
    return this.#update(id, 'allowed', now, { used_at: now });
  }

  withdraw(id: string): Promise<boolean> {
    return this.#update(id, 'pending', this.#now(), { status: 'withdrawn', shown: null });
  }

  async get(id: string): Promise<StoredApproval | undefined> {
    const { read } = await this.#database.get();
    const now = this.#now();
    await this.#removeShown(now);
    const row = await read.selectFrom('approvals').selectAll().where('id', '=', id).executeTakeFirst();
    return row && fromRow(row, now);
  }

  async list(filter?: ApprovalFilter): Promise<readonly StoredApproval[]> {
    return (await this.page(filter ?? {})).approvals;
  }

  async page(query: ApprovalQuery): Promise<ApprovalPage> {
    const { readPage } = await import('./read-page.ts');
    const now = this.#now();
    await this.#removeShown(now);
    return readPage((await this.#database.get()).read, query, {
      hasStatus: (row, status) => hasStatus(row, status, now),
      fromRow: (row) => fromRow(row, now),
    });
  }

  async count(status: ApprovalStatus): Promise<number> {
    const { read } = await this.#database.get();
    const now = this.#now();
    const { count } = await read
      .selectFrom('approvals')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where((row) => hasStatus(row, status, now))
      .executeTakeFirstOrThrow();
    return count;
  }

  watch(listener: () => void): () => void {
    return this.#changes.watch(listener);
  }

  async idle(): Promise<void> {
    while (this.#writing.size > 0) await Promise.allSettled(this.#writing);
  }

  /** What was shown is not kept beyond its time: whoever comes across it removes it. */
  async #removeShown(now: number): Promise<void> {
    const { read } = await this.#database.get();
    const left = await read
      .selectFrom('approvals')
      .select('id')
      .where('shown', 'is not', null)
      .where('expires_at', '<=', now)
      .limit(1)
      .execute();
    // A store that cannot be written now is tried again the next time.
    if (left.length > 0)
      await this.#write((transaction) => removeShown(transaction, now)).catch(() => undefined);
  }

  /** The condition and the change are one statement: of many at once, one finds the row as it must be. */
  async #update(
    id: string,
    from: 'pending' | 'allowed',
    now: number,
    changes: Partial<ApprovalsTable>,
    then?: (transaction: Transaction<Tables>) => Promise<unknown>,
  ): Promise<boolean> {
    // Looking first spares whoever comes too late the wait for the pen.
    if ((await this.get(id))?.status !== from) return false;
    return this.#write(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('approvals')
        .set(changes)
        .where('id', '=', id)
        .where('status', '=', from)
        .where('used_at', 'is', null)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      const updated = Number(numUpdatedRows) === 1;
      if (updated) await then?.(transaction);
      return updated;
    });
  }

  async #write<T>(work: (transaction: Transaction<Tables>) => Promise<T>): Promise<T> {
    const writing = this.#database.get().then((database) => database.write(work));
    this.#writing.add(writing);
    try {
      const done = await writing;
      this.#changes.tell();
      return done;
    } finally {
      this.#writing.delete(writing);
    }
  }

  /** Once in a process, with its first question: old ones are forgotten where somebody writes anyway. */
  async #sweep(transaction: Transaction<Tables>, now: number): Promise<void> {
    if (this.#swept) return;
    await transaction
      .deleteFrom('approvals')
      .where('expires_at', '<', now - this.#keepFor)
      .execute();
    this.#swept = true;
  }
}

/** What an `allow_always` gives: what the question was bound to, and no more. */
function grantOf({ question }: StoredApproval, grantedBy: string, now: number): GrantsTable | undefined {
  const { tool, agent, always, argumentsDigest } = question;
  if (always === undefined) return undefined;
  const exact = always === 'call' && { argumentsDigest };
  return toGrantRow({ tool, agent, ...exact, approval: 'confirm', grantedBy }, now);
}

/** The question of a call that counts: not withdrawn, and if nobody has used it or said no, still in time. */
function findCounting(
  database: Kysely<Tables>,
  question: Pick<ApprovalQuestion, 'callId' | 'agent'>,
  now: number,
): Promise<ApprovalsTable | undefined> {
  return database
    .selectFrom('approvals')
    .selectAll()
    .where('call_id', '=', question.callId)
    .where((where) => isOfAgent(where, question))
    .where('status', 'in', ['pending', 'allowed', 'denied'])
    .where((row) =>
      row.or([row('status', '=', 'denied'), row('used_at', 'is not', null), row('expires_at', '>', now)]),
    )
    .executeTakeFirst();
}

/** Ids that callers give are their own: what somebody else calls by the same name is another call. */
function isOfAgent(
  row: ExpressionBuilder<Tables, 'approvals'>,
  { agent }: Pick<ApprovalQuestion, 'agent'>,
): ReturnType<typeof row.and> {
  return row.and([agent === undefined ? row('agent', 'is', null) : row('agent', '=', agent)]);
}

function hasStatus(
  row: ExpressionBuilder<Tables, 'approvals'>,
  status: ApprovalStatus,
  now: number,
): ReturnType<typeof row.and> {
  const unused = row('used_at', 'is', null);
  const inTime = row('expires_at', '>', now);
  switch (status) {
    case 'pending':
    case 'allowed':
      return row.and([row('status', '=', status), unused, inTime]);
    case 'used':
      return row.and([row('used_at', 'is not', null)]);
    case 'denied':
    case 'withdrawn':
      return row.and([row('status', '=', status)]);
    case 'expired':
      return row.and([row('status', 'in', ['pending', 'allowed', 'expired']), unused, row.not(inTime)]);
  }
}

/** Removes what was shown of requests whose time is over. */
async function removeShown(transaction: Transaction<Tables>, now: number): Promise<void> {
  await transaction
    .updateTable('approvals')
    .set({ shown: null })
    .where('shown', 'is not', null)
    .where('expires_at', '<=', now)
    .execute();
}
