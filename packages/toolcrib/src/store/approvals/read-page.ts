import type { ApprovalFilter, ApprovalStatus, StoredApproval } from '@toolcrib/core';
import { sql, type Expression, type ExpressionBuilder, type Kysely, type SqlBool } from 'kysely';
import { fitting, inParts } from '../databases/in-parts.ts';
import type { ApprovalsTable, Tables } from '../databases/tables.ts';
import { StoreError } from '../store-error.ts';

export interface ApprovalQuery extends ApprovalFilter {
  /** Where the page before ended. */
  readonly cursor?: string | undefined;
  /** A page ends earlier when its questions are more text than this. @default without end */
  readonly maxBytes?: number | undefined;
}

export interface ApprovalPage {
  /** Newest first. */
  readonly approvals: readonly StoredApproval[];
  /** Where to go on; undefined when this was the last page. */
  readonly next: string | undefined;
}

/** How a row is read; what waits has expired by the clock of who reads. */
interface Rows {
  hasStatus(row: ExpressionBuilder<Tables, 'approvals'>, status: ApprovalStatus): Expression<SqlBool>;
  fromRow(row: ApprovalsTable): StoredApproval;
}

/** The size of each comes first: what does not fit on the page is not read. */
export async function readPage(
  read: Kysely<Tables>,
  { status, agent, limit = 100, cursor, maxBytes }: ApprovalQuery,
  rows: Rows,
): Promise<ApprovalPage> {
  const bytes = sql<number>`octet_length(question) + coalesce(octet_length(shown), 0) + coalesce(octet_length(content), 0)`;
  let query = read.selectFrom('approvals').select(['id', 'asked_at', bytes.as('bytes')]);
  if (agent !== undefined) query = query.where('agent', '=', agent);
  if (status !== undefined) query = query.where((row) => rows.hasStatus(row, status));
  if (cursor !== undefined) {
    const { time, id } = parseCursor(cursor);
    query = query.where((row) =>
      row.or([row('asked_at', '<', time), row.and([row('asked_at', '=', time), row('id', '>', id)])]),
    );
  }
  const found = await query
    .orderBy('asked_at', 'desc')
    .orderBy('id')
    .limit(limit + 1)
    .execute();
  const page = fitting(found.slice(0, limit), maxBytes);
  const last = found.length > page.length ? page.at(-1) : undefined;
  const approvals: StoredApproval[] = [];
  for (const part of inParts(page)) {
    const ids = part.map(({ id }) => id);
    const stored = await read.selectFrom('approvals').selectAll().where('id', 'in', ids).execute();
    const byId = new Map(stored.map((row) => [row.id, rows.fromRow(row)]));
    // One that has got another status meanwhile is not among those that were asked for.
    const isAsked = (one: StoredApproval): boolean => status === undefined || one.status === status;
    approvals.push(...ids.flatMap((id) => byId.get(id) ?? []).filter(isAsked));
  }
  return { approvals, next: last && `${last.asked_at} ${last.id}` };
}

function parseCursor(cursor: string): { readonly time: number; readonly id: string } {
  const [, time, id] = /^(\d{1,15}) (\w+)$/u.exec(cursor) ?? [];
  if (time === undefined || id === undefined) throw new StoreError('bad_cursor', { cursor });
  return { time: Number(time), id };
}
