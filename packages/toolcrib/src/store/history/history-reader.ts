import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { isCallId, matchesFilter, otherNames, type HistoryFilter } from '@toolcrib/core';
import { sql, type Kysely, type SelectQueryBuilder } from 'kysely';
import { fromGapRow } from './batch.ts';
import { hasText } from './has-text.ts';
import { inParts } from '../databases/in-parts.ts';
import type { LazyDatabase } from '../databases/lazy-database.ts';
import { parseRecord, toColumn } from './record-line.ts';
import { StoreError } from '../store-error.ts';
import { toRunningCall } from './running-calls.ts';
import type {
  FindOptions,
  HistoryPage,
  HistoryQuery,
  RunningCall,
  StoredGap,
  StoredRecord,
  WatchOptions,
} from './stored-history.ts';
import { spanMs } from '../statistics/span.ts';
import type { CallsTable, Tables } from '../databases/tables.ts';

/** Rows that are looked at in one go: what holds others up. */
const pageSize = 500;
/** Records up to this size come with the first look; a longer one is read when there is room for it. */
const shortBytes = 2048;
/** Rows that a search looks at in one go. */
const searchedRows = 20_000;
const watchPauseMs = 200;
/** Records that one id may mean, and that somebody chooses from. */
const maxCandidates = 20;

type Calls = SelectQueryBuilder<Tables, 'calls', object>;
type Found = Pick<CallsTable, 'seq' | 'hash' | 'record'>;

export async function listRecords(database: LazyDatabase, query: HistoryQuery = {}): Promise<HistoryPage> {
  const { limit = 50, cursor, maxBytes = Number.POSITIVE_INFINITY, ...filter } = query;
  const records: StoredRecord[] = [];
  let bytes = 0;
  const before = cursor === undefined ? undefined : parseCursor(cursor);
  // One more than wanted tells whether there is another page.
  for await (const row of rowsOf(database, filter, {
    order: 'newest',
    from: before,
    pageSize: limit + 1,
  })) {
    bytes += row.record.length;
    const isFull = records.length === limit || (records.length > 0 && bytes > maxBytes);
    if (isFull) return { records, next: String(records.at(-1)?.seq) };
    records.push(toStored(row));
  }
  return { records, next: undefined };
}

export async function getRecord(database: LazyDatabase, callId: string): Promise<StoredRecord | undefined> {
  const { read } = await database.get();
  const row = await read
    .selectFrom('calls')
    .select(['seq', 'hash', 'record'])
    .where('call_id', '=', toColumn(callId))
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && toStored(row);
}

/** Calls that have begun and not ended, newest first. Whoever reads has settled those of processes that are gone. */
export async function readRunning(
  database: LazyDatabase,
  filter: Omit<HistoryFilter, 'status'>,
): Promise<RunningCall[]> {
  const { read } = await database.get();
  const rows = await read.selectFrom('call_starts').select('record').orderBy('time', 'desc').execute();
  return rows.map(toRunningCall).filter((call) => matchesFilter(call, filter));
}

export async function readGaps(database: LazyDatabase): Promise<StoredGap[]> {
  const { read } = await database.get();
  return (await read.selectFrom('history_gaps').selectAll().orderBy('seq').execute()).map(fromGapRow);
}

/**
 * The records that an id may mean, newest first: the one that has it as its key, and those to which their callers gave it. An id
 * in the form of a key is matched against keys alone: an agent that gives the key of another record to its call hides nothing.
 */
export async function findRecords(
  database: LazyDatabase,
  id: string,
  { agent, limit = maxCandidates }: FindOptions = {},
): Promise<StoredRecord[]> {
  const { read } = await database.get();
  const wanted = toColumn(id);
  let query = read.selectFrom('calls').select(['seq', 'hash', 'record']);
  query = isCallId(id)
    ? query.where('call_id', '=', wanted)
    : query.where((row) => row.or([row('call_id', '=', wanted), row('given_id', '=', wanted)]));
  if (agent !== undefined) query = query.where('agent', '=', toColumn(agent));
  const rows = await query.orderBy('seq', 'desc').limit(limit).execute();
  return rows.map(toStored);
}

export async function* streamRecords(
  database: LazyDatabase,
  filter: HistoryFilter,
  order: 'oldest' | 'newest',
): AsyncIterable<StoredRecord> {
  for await (const row of rowsOf(database, filter, { order, pageSize })) yield toStored(row);
}

/** What is written from now on. */
export async function* watchRecords(
  database: LazyDatabase,
  filter: HistoryFilter,
  { signal, onBegin }: WatchOptions,
): AsyncIterable<StoredRecord> {
  let { seq } = await headOf(database);
  onBegin?.();
  while (!signal.aborted) {
    const head = await headOf(database);
    if (head.seq > seq) {
      const range = { order: 'oldest', from: seq, until: head.seq, pageSize } as const;
      for await (const row of rowsOf(database, filter, range)) {
        if (signal.aborted) return;
        yield toStored(row);
      }
      seq = head.seq;
    }
    await wait(watchPauseMs, undefined, { signal }).catch(() => undefined);
  }
}

async function headOf(database: LazyDatabase): Promise<{ readonly seq: number }> {
  const { read } = await database.get();
  const row = await read.selectFrom('chain').select('last_seq').executeTakeFirstOrThrow();
  return { seq: row.last_seq };
}

interface Range {
  readonly order: 'oldest' | 'newest';
  /** Rows after this one, in the order. */
  readonly from?: number | undefined;
  /** Up to this one, and with it. */
  readonly until?: number;
  readonly pageSize: number;
}

/** Page by page, each beginning where the one before ended: rows that arrive or go in between move nothing. */
async function* rowsOf(
  database: LazyDatabase,
  filter: HistoryFilter,
  { order, from, until, pageSize: size }: Range,
): AsyncIterable<Found> {
  const { read, kind } = await database.get();
  const text = filter.text?.toLowerCase();
  // Of what a search finds, not everything passes.
  const limit = text === undefined ? size : Math.max(size, pageSize);
  if (!(await wasCounted(read, filter))) return;
  let { first, last } = await endsOf(read, filter);
  if (from !== undefined && order === 'newest') last = Math.min(last, from - 1);
  if (from !== undefined && order === 'oldest') first = Math.max(first, from + 1);
  if (until !== undefined) last = Math.min(last, until);
  while (first <= last) {
    const [low, high] = text === undefined ? [first, last] : pieceOf(first, last, order);
    let query = narrowed(read.selectFrom('calls'), filter).where('seq', '>=', low).where('seq', '<=', high);
    if (text !== undefined) query = query.where(hasText(text, kind));
    const bytes = sql<number>`octet_length(record)`;
    const rows = await query
      .select(['seq', 'hash', bytes.as('bytes')])
      .select(sql<string | null>`case when ${bytes} <= ${sql.lit(shortBytes)} then record end`.as('record'))
      .orderBy('seq', order === 'newest' ? 'desc' : 'asc')
      .limit(limit)
      .execute();
    for await (const row of withText(read, rows))
      if (text === undefined || row.record.toLowerCase().includes(text)) yield row;
    const full = rows.length < limit ? undefined : rows.at(-1)?.seq;
    if (order === 'newest') last = (full ?? low) - 1;
    else first = (full ?? high) + 1;
    // A search may look at every record there is: between two pieces everybody else has a turn.
    if (text !== undefined) await nextTurn();
  }
}

/** The rows with their records, of which no more than a part is in memory. One that was removed meanwhile is left out. */
async function* withText(
  read: Kysely<Tables>,
  rows: readonly (Omit<Found, 'record'> & { readonly bytes: number; readonly record: string | null })[],
): AsyncIterable<Found> {
  for (const part of inParts(rows)) {
    const long = part.flatMap(({ seq, record }) => (record === null ? [seq] : []));
    const texts = long.length === 0 ? new Map<number, string>() : await textsOf(read, long);
    for (const { seq, hash, record: short } of part) {
      const record = short ?? texts.get(seq);
      texts.delete(seq);
      if (record !== undefined) yield { seq, hash, record };
    }
  }
}

async function textsOf(read: Kysely<Tables>, places: readonly number[]): Promise<Map<number, string>> {
  const rows = await read.selectFrom('calls').select(['seq', 'record']).where('seq', 'in', places).execute();
  return new Map(rows.map(({ seq, record }) => [seq, record]));
}

/** The end of what is left that a search looks at next. */
function pieceOf(first: number, last: number, order: Range['order']): [low: number, high: number] {
  return order === 'newest'
    ? [Math.max(first, last - searchedRows + 1), last]
    : [first, Math.min(last, first + searchedRows - 1)];
}

/**
 * Whether any such call was ever counted. What an agent never called, or what never failed, would otherwise be looked for in
 * every call of the agent or the tool.
 */
async function wasCounted(read: Kysely<Tables>, filter: HistoryFilter): Promise<boolean> {
  const { tool, agent, status, since, until } = filter;
  if (tool === undefined && agent === undefined && status === undefined) return true;
  let query = read.selectFrom('rollups').select('start').where('span', '=', 'day');
  // Of too many names that no tool has, the rest is counted together.
  if (tool !== undefined) query = query.where('tool', 'in', [toColumn(tool), otherNames]);
  if (agent !== undefined) query = query.where('agent', '=', toColumn(agent));
  if (status !== undefined) query = query.where(sumOf[status], '>', 0);
  if (since !== undefined) query = query.where('start', '>', Math.floor(since) - spanMs.day);
  if (until !== undefined) query = query.where('start', '<', Math.ceil(until));
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}

const sumOf = {
  success: 'successes',
  error: 'errors',
  blocked: 'blocked',
  unknown: 'outcomes_unknown',
} as const;

/**
 * The first and the last place of a time; of all, when any time will do. Calls are written when they end, so that their order
 * is not quite that of their times; but without this, everything newer would be read only to be passed over.
 */
async function endsOf(
  read: Kysely<Tables>,
  { since, until }: HistoryFilter,
): Promise<{ readonly first: number; readonly last: number }> {
  const calls = read.selectFrom('calls');
  const ofTime = since !== undefined || until !== undefined;
  // Added to, so that the index of times is read and not the one of places.
  const seq = ofTime ? sql`seq + 0` : sql`seq`;
  const end = async (name: 'min' | 'max'): Promise<number | null> => {
    const found = sql<number | null>`${sql.raw(name)}(${seq})`.as('seq');
    return (await narrowed(calls, { since, until }).select(found).executeTakeFirstOrThrow()).seq;
  };
  return { first: (await end('min')) ?? 0, last: (await end('max')) ?? -1 };
}

function narrowed(calls: Calls, filter: HistoryFilter): Calls {
  const { tool, agent, status, since, until, givenId, parentCallId } = filter;
  let query = calls;
  if (tool !== undefined) query = query.where('tool', '=', toColumn(tool));
  if (agent !== undefined) query = query.where('agent', '=', toColumn(agent));
  if (status !== undefined) query = query.where('status', '=', status);
  // SQLite uses the index of the calls that failed only for who says in its own words that it wants no others.
  if (status !== undefined && status !== 'success') query = query.where(sql<boolean>`status <> 'success'`);
  if (since !== undefined) query = query.where('time', '>=', Math.ceil(since));
  if (until !== undefined) query = query.where('time', '<', Math.ceil(until));
  if (givenId !== undefined) query = query.where('given_id', '=', toColumn(givenId));
  if (parentCallId !== undefined) query = query.where('parent_call_id', '=', toColumn(parentCallId));
  return query;
}

function toStored({ seq, hash, record }: Found): StoredRecord {
  return { ...parseRecord(record), seq, hash };
}

function parseCursor(cursor: string): number {
  if (!/^\d{1,15}$/u.test(cursor)) throw new StoreError('bad_cursor', { cursor });
  return Number(cursor);
}
