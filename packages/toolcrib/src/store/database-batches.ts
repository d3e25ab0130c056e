import { sql, type Transaction } from 'kysely';
import { link, readBatch, type Batch, type BatchTarget, type Span, type UnchainedRow } from './batch.ts';
import type { Database, DatabaseKind } from './database.ts';
import { fromRollup, sumOf, toRollup } from './rollup-row.ts';
import type { CallsTable, RollupsTable, Tables } from './tables.ts';

/** Writes batches over the door that everybody uses: to PostgreSQL, and to a database in memory. */
export class DatabaseBatches implements BatchTarget {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async write(batch: Batch): Promise<void> {
    const { kind } = this.#database;
    const { rows, spans } = readBatch(batch);
    await this.#database.write(async (transaction) => {
      const chain = await headOf(transaction, kind);
      if (!(await isNew(transaction, batch))) return;
      const chained = chainRows(rows, chain);
      const last = chained.at(-1);
      if (last === undefined) return;
      await insertCalls(transaction, chained, kind);
      await transaction
        .updateTable('chain')
        .set({ last_seq: last.seq, last_hash: last.hash })
        .where('id', '=', 1)
        .execute();
      await addSpans(transaction, spans);
    });
  }

  /** The database belongs to others as well. */
  async close(): Promise<void> {
    // Nothing of our own.
  }
}

interface Head {
  readonly last_seq: number;
  readonly last_hash: string;
}

/** Where the chain ends. It is ours until the transaction ends: what several processes write is one chain. */
async function headOf(transaction: Transaction<Tables>, kind: DatabaseKind): Promise<Head> {
  const query = transaction.selectFrom('chain').select(['last_seq', 'last_hash']).where('id', '=', 1);
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

function chainRows(rows: readonly UnchainedRow[], head: Head): CallsTable[] {
  let { last_seq: seq, last_hash: hash } = head;
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
  if (kind === 'sqlite') {
    await transaction.insertInto('calls').values(rows).execute();
    return;
  }
  // One parameter for each column, however many rows there are: the statement stays the same.
  const column = <Key extends keyof CallsTable>(key: Key): CallsTable[Key][] => rows.map((row) => row[key]);
  await sql`insert into calls (seq, call_id, parent_call_id, time, tool, agent, status, record, hash)
    select * from unnest(${column('seq')}::bigint[], ${column('call_id')}::text[], ${column('parent_call_id')}::text[],
      ${column('time')}::bigint[], ${column('tool')}::text[], ${column('agent')}::text[], ${column('status')}::text[],
      ${column('record')}::text[], ${column('hash')}::text[])`.execute(transaction);
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
