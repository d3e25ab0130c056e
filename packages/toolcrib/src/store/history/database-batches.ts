import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import {
  callColumns,
  link,
  readBatch,
  type Batch,
  type BatchContent,
  type BatchTarget,
  type Span,
  toGapRow,
  type UnchainedRow,
} from './batch.ts';
import { parseRecord, readLine, toColumn, type RecordLine } from './record-line.ts';
import type { Database, DatabaseKind } from '../databases/database.ts';
import { chainOf, removeRows, removeSpans } from './remove-old.ts';
import { removalLimit, type Keep } from './retention.ts';
import { ownProcess, type StartLife, type StartRow } from './running-calls.ts';
import { fromRollup, rollupKey, rollupSums, sumOf, toRollup } from '../statistics/rollup-row.ts';
import type { CallsTable, ChainTable, RollupsTable, Tables } from '../databases/tables.ts';
import { collectUnknown, daysOfUnknown } from './unknown-names.ts';

/** Writes batches over the door that everybody uses: to PostgreSQL, and to a database in memory. */
export class DatabaseBatches implements BatchTarget {
  readonly batchSize = 500;
  readonly #database: Database;
  readonly #keep: Keep;
  #cleanedMinute = 0;

  constructor(database: Database, keep: Keep) {
    this.#database = database;
    this.#keep = keep;
  }

  async begin(starts: readonly StartRow[]): Promise<void> {
    const seen_at = this.#now;
    // A single statement needs no transaction around it, and calls wait for this.
    await this.#database.read
      .insertInto('call_starts')
      .values(starts.map((start) => ({ ...start, seen_at })))
      .execute();
  }

  /** Says that this process lives and its calls run. */
  async beat(): Promise<void> {
    const { machine, pid, started } = ownProcess();
    const seen_at = this.#now;
    await this.#database.write((transaction) =>
      transaction
        .updateTable('call_starts')
        .set({ seen_at })
        .where('machine', '=', machine)
        .where('pid', '=', pid)
        .where('started', '=', started)
        .execute(),
    );
  }

  /** Machines that share a server do not agree on the time: there its clock counts. */
  get #now(): RawBuilder<number> {
    return this.#database.kind === 'postgres'
      ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
      : sql<number>`${Date.now()}`;
  }

  async write(batch: Batch): Promise<void> {
    const { kind } = this.#database;
    const content = readBatch(batch);
    await this.#database.write(async (transaction) => {
      const before = await chainOf(transaction, kind);
      if (await isNew(transaction, batch)) await this.#add(transaction, content, before);
    });
    await nextTurn();
  }

  /**
   * Turns the start records of lost calls into records of the chain. Whoever reads sees to it; of several who do at the same
   * time one finds them.
   */
  async settle(isLost: (start: StartLife, now: number) => boolean): Promise<void> {
    const { read, kind } = this.#database;
    const open = await read
      .selectFrom('call_starts')
      .select(['id', 'machine', 'pid', 'started', 'seen_at', this.#now.as('now')])
      .execute();
    const lost = open.filter(({ now, ...start }) => isLost(start, now)).map(({ id }) => id);
    if (lost.length === 0) return;
    await this.#database.write(async (transaction) => {
      const before = await chainOf(transaction, kind);
      const starts = await transaction
        .selectFrom('call_starts')
        .selectAll()
        .where('id', 'in', lost)
        .orderBy('time')
        .execute();
      if (starts.length === 0) return;
      const lines = await unrecorded(
        transaction,
        starts.map(({ record }) => readLine(record)),
      );
      await this.#add(transaction, readBatch({ lines }), before);
      await transaction.deleteFrom('call_starts').where('id', 'in', lost).execute();
    });
  }

  async #add(
    transaction: Transaction<Tables>,
    { rows, bytes, newest, spans, ended, gap }: BatchContent,
    before: ChainTable,
  ): Promise<void> {
    const { kind } = this.#database;
    const chained = chainRows(rows, before);
    let { seq = before.last_seq, hash = before.last_hash } = chained.at(-1) ?? {};
    if (chained.length > 0) await insertCalls(transaction, chained, kind);
    if (gap !== undefined) {
      const row = toGapRow(gap, { last_seq: seq, last_hash: hash });
      await transaction.insertInto('history_gaps').values(row).execute();
      ({ seq, hash } = row);
    }
    const longer = { ...before, last_seq: seq, last_hash: hash, bytes: before.bytes + bytes };
    const limit = removalLimit(rows.length);
    const { id, ...chain } = await removeRows(transaction, longer, { keep: this.#keep, newest, limit });
    await transaction
      .updateTable('chain')
      .set({ ...chain, cleaned_at: Date.now() })
      .where('id', '=', id)
      .execute();
    if (ended.length > 0) await transaction.deleteFrom('call_starts').where('id', 'in', ended).execute();
    if (spans.length > 0)
      await addSpans(transaction, collectUnknown(spans, await unknownNames(transaction, spans)));
    const minute = Math.floor(newest / 60_000);
    if (minute === this.#cleanedMinute) return;
    await removeSpans(transaction, newest);
    this.#cleanedMinute = minute;
  }

  /** The database belongs to others as well. */
  async close(): Promise<void> {
    // Nothing of our own.
  }
}

/** False when the batch was written before and nobody heard of it. */
async function isNew(transaction: Transaction<Tables>, { writer, number }: Batch): Promise<boolean> {
  const row = await transaction
    .selectFrom('writers')
    .select('batch')
    .where('writer', '=', writer)
    .executeTakeFirst();
  if (row !== undefined && row.batch >= number) return false;
  const values = { batch: number, time: Date.now() };
  await transaction
    .insertInto('writers')
    .values({ writer, ...values })
    .onConflict((conflict) => conflict.column('writer').doUpdateSet(values))
    .execute();
  return true;
}

/** Without those whose end was recorded before their start: a server may answer late, after the call was given up. */
async function unrecorded(
  transaction: Transaction<Tables>,
  lines: readonly RecordLine[],
): Promise<readonly RecordLine[]> {
  const ids = lines.map(({ callId }) => toColumn(callId));
  const rows = await transaction.selectFrom('calls').select('record').where('call_id', 'in', ids).execute();
  const ended = new Set(rows.map(({ record }) => parseRecord(record).startId));
  return lines.filter(({ startId }) => !ended.has(startId));
}

function chainRows(rows: readonly UnchainedRow[], chain: ChainTable): CallsTable[] {
  let { last_seq: seq, last_hash: hash } = chain;
  return rows.map((row) => {
    hash = link(hash, row.record);
    return { ...row, seq: ++seq, hash };
  });
}

async function insertCalls(
  transaction: Transaction<Tables>,
  rows: readonly CallsTable[],
  kind: DatabaseKind,
): Promise<void> {
  // However many rows there are, the statement stays the same: building one with every value in it costs more than all else.
  const columns = sql`insert into calls (${sql.join(callColumns.map((name) => sql.ref(name)))})`;
  if (kind === 'sqlite') {
    const all = rows.map((row) => callColumns.map((name) => row[name]));
    const cells = sql.join(callColumns.map((_, index) => sql`value ->> ${sql.lit(index)}`));
    await sql`${columns} select ${cells} from json_each(${JSON.stringify(all)})`.execute(transaction);
  } else {
    const arrays = callColumns.map((name) => {
      const type = sql.raw(typeof rows[0]?.[name] === 'number' ? 'bigint[]' : 'text[]');
      return sql`${rows.map((row) => row[name])}::${type}`;
    });
    await sql`${columns} select * from unnest(${sql.join(arrays)})`.execute(transaction);
  }
}

/** What was called in vain on the days of these spans, as far as it is told apart. */
async function unknownNames(
  transaction: Transaction<Tables>,
  spans: readonly Span[],
): Promise<Map<number, Set<string>>> {
  const names = new Map<number, Set<string>>();
  for (const day of daysOfUnknown(spans)) {
    const rows = await transaction
      .selectFrom('rollups')
      .select('tool')
      .where('span', '=', 'day')
      .where('start', '=', day)
      .where('version', '=', '')
      .execute();
    names.set(day, new Set(rows.map(({ tool }) => tool)));
  }
  return names;
}

/** What was there before is read in one go, and so is written what is there now. */
async function addSpans(transaction: Transaction<Tables>, spans: readonly Span[]): Promise<void> {
  const before = await transaction
    .selectFrom('rollups')
    .selectAll()
    .where('start', 'in', [...new Set(spans.map(({ start }) => start))])
    .where('tool', 'in', [...new Set(spans.map(({ tool }) => tool))])
    .execute();
  const byKey = new Map(before.map((row) => [keyOf(row), row]));
  const rows = spans.map(({ rollup, ...key }) => {
    const found = byKey.get(keyOf(key));
    return { ...key, ...fromRollup(found === undefined ? rollup : sumOf(toRollup(found), rollup)) };
  });
  await transaction
    .insertInto('rollups')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(rollupKey)
        .doUpdateSet((row) => Object.fromEntries(rollupSums.map((sum) => [sum, row.ref(`excluded.${sum}`)]))),
    )
    .execute();
}

function keyOf(row: Pick<RollupsTable, (typeof rollupKey)[number]>): string {
  return rollupKey.map((name) => row[name]).join('\0');
}
