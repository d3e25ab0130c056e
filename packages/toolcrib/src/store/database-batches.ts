import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import { link, readBatch, type Batch, type BatchTarget, type Span, type UnchainedRow } from './batch.ts';
import type { Database, DatabaseKind } from './database.ts';
import { keptSpans, keptWriters, removalLimit, withoutOld, type Keep, type OldRow } from './retention.ts';
import { fromRollup, sumOf, toRollup } from './rollup-row.ts';
import type { CallsTable, ChainTable, RollupsTable, Tables } from './tables.ts';

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

  async write(batch: Batch): Promise<void> {
    const { kind } = this.#database;
    const { rows, bytes, newest, spans } = readBatch(batch);
    await this.#database.write(async (transaction) => {
      const before = await chainOf(transaction, kind);
      if (!(await isNew(transaction, batch))) return;
      const chained = chainRows(rows, before);
      const { seq = before.last_seq, hash = before.last_hash } = chained.at(-1) ?? {};
      await insertCalls(transaction, chained, kind);
      const longer = { ...before, last_seq: seq, last_hash: hash, bytes: before.bytes + bytes };
      const without = (old: readonly OldRow[]): ChainTable => withoutOld(longer, old, this.#keep, newest);
      // Most of the time not even the first one is.
      const first = without(await oldestOf(transaction, before, 1));
      const { id, ...chain } =
        first.first_seq === before.first_seq
          ? first
          : without(await oldestOf(transaction, before, removalLimit(rows.length)));
      if (chain.first_seq > before.first_seq)
        await transaction.deleteFrom('calls').where('seq', '<', chain.first_seq).execute();
      await transaction.updateTable('chain').set(chain).where('id', '=', id).execute();
      await addSpans(transaction, spans);
      await this.#removeOldSpans(transaction, newest);
    });
    await nextTurn();
  }

  async #removeOldSpans(transaction: Transaction<Tables>, newest: number): Promise<void> {
    const minute = Math.floor(newest / 60_000);
    if (minute === this.#cleanedMinute) return;
    for (const span of ['minute', 'hour'] as const)
      await transaction
        .deleteFrom('rollups')
        .where('span', '=', span)
        .where('start', '<', newest - keptSpans[span])
        .execute();
    await transaction
      .deleteFrom('writers')
      .where('time', '<', Date.now() - keptWriters)
      .execute();
    this.#cleanedMinute = minute;
  }

  /** The database belongs to others as well. */
  async close(): Promise<void> {
    // Nothing of our own.
  }
}

/** Where the chain begins and ends. It is ours until the transaction ends: what several processes write is one chain. */
async function chainOf(transaction: Transaction<Tables>, kind: DatabaseKind): Promise<ChainTable> {
  const query = transaction.selectFrom('chain').selectAll().where('id', '=', 1);
  return (kind === 'postgres' ? query.forUpdate() : query).executeTakeFirstOrThrow();
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

function chainRows(rows: readonly UnchainedRow[], chain: ChainTable): CallsTable[] {
  let { last_seq: seq, last_hash: hash } = chain;
  return rows.map((row) => {
    hash = link(hash, row.record);
    return { ...row, seq: ++seq, hash };
  });
}

async function oldestOf(
  transaction: Transaction<Tables>,
  { first_seq: first }: ChainTable,
  limit: number,
): Promise<OldRow[]> {
  return transaction
    .selectFrom('calls')
    .select(['seq', 'time', 'hash', sql<number>`octet_length(record)`.as('bytes')])
    .where('seq', '>=', first)
    .orderBy('seq')
    .limit(limit)
    .execute();
}

async function insertCalls(
  transaction: Transaction<Tables>,
  rows: readonly CallsTable[],
  kind: DatabaseKind,
): Promise<void> {
  // However many rows there are, the statement stays the same: building one with every value in it costs more than all else.
  const columns = sql`insert into calls (seq, call_id, parent_call_id, time, tool, agent, status, record, hash)`;
  if (kind === 'sqlite') {
    const all = rows.map((row) => columnNames.map((name) => row[name]));
    const cells = sql.join(columnNames.map((_, index) => sql`value ->> ${sql.lit(index)}`));
    await sql`${columns} select ${cells} from json_each(${JSON.stringify(all)})`.execute(transaction);
  } else {
    const arrays = columnNames.map((name) => {
      const type = sql.raw(typeof rows[0]?.[name] === 'number' ? 'bigint[]' : 'text[]');
      return sql`${rows.map((row) => row[name])}::${type}`;
    });
    await sql`${columns} select * from unnest(${sql.join(arrays)})`.execute(transaction);
  }
}

const columnNames = [
  'seq',
  'call_id',
  'parent_call_id',
  'time',
  'tool',
  'agent',
  'status',
  'record',
  'hash',
] as const satisfies (keyof CallsTable)[];

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
      conflict.columns(['span', 'start', 'tool', 'version', 'agent']).doUpdateSet((row) => ({
        calls: row.ref('excluded.calls'),
        successes: row.ref('excluded.successes'),
        errors: row.ref('excluded.errors'),
        blocked: row.ref('excluded.blocked'),
        timeouts: row.ref('excluded.timeouts'),
        total_ms: row.ref('excluded.total_ms'),
        max_ms: row.ref('excluded.max_ms'),
        output_bytes: row.ref('excluded.output_bytes'),
        durations: row.ref('excluded.durations'),
      })),
    )
    .execute();
}

function keyOf({
  span,
  start,
  tool,
  version,
  agent,
}: Omit<RollupsTable, keyof ReturnType<typeof fromRollup>>): string {
  return [span, start, tool, version, agent].join('\0');
}
