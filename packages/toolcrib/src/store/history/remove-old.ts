import { sql, type Transaction } from 'kysely';
import type { Database, DatabaseKind } from '../databases/database.ts';
import { keptSpans, keptWriters, withoutOld, type Keep, type OldRow } from './retention.ts';
import type { ChainTable, Tables } from '../databases/tables.ts';

const hourMs = 3_600_000;
/** More than this is not removed in one go: whoever reads waits for it. */
const maxRows = 10_000;

/**
 * Removes what is too old or too much from a store that nobody has written to for an hour; whoever writes does so anyway.
 * False while something may be left.
 */
export async function removeOld(database: Database, keep: Keep, now: number): Promise<boolean> {
  const isDue = ({ cleaned_at: cleaned }: Pick<ChainTable, 'cleaned_at'>): boolean => now - cleaned >= hourMs;
  const { read, kind } = database;
  if (!isDue(await read.selectFrom('chain').select('cleaned_at').executeTakeFirstOrThrow())) return true;
  return database.write(async (transaction) => {
    const before = await chainOf(transaction, kind);
    if (!isDue(before)) return true;
    const { id, ...chain } = await removeRows(transaction, before, { keep, newest: now, limit: maxRows });
    const isDone = chain.first_seq - before.first_seq < maxRows;
    if (isDone) await removeSpans(transaction, now);
    await transaction
      .updateTable('chain')
      .set({ ...chain, ...(isDone && { cleaned_at: now }) })
      .where('id', '=', id)
      .execute();
    return isDone;
  });
}

/** Where the chain begins and ends. It is ours until the transaction ends: what several processes write is one chain. */
export async function chainOf(transaction: Transaction<Tables>, kind: DatabaseKind): Promise<ChainTable> {
  const query = transaction.selectFrom('chain').selectAll().where('id', '=', 1);
  return (kind === 'postgres' ? query.forUpdate() : query).executeTakeFirstOrThrow();
}

/** Removes records at the beginning of the chain; gives the chain without them, which is still to be written. */
export async function removeRows(
  transaction: Transaction<Tables>,
  chain: ChainTable,
  { keep, newest, limit }: { readonly keep: Keep; readonly newest: number; readonly limit: number },
): Promise<ChainTable> {
  // Most of the time not even the first one is too old.
  const first = withoutOld(chain, await oldestOf(transaction, chain, 1), keep, newest);
  if (first.first_seq === chain.first_seq) return chain;
  const shorter = withoutOld(chain, await oldestOf(transaction, chain, limit), keep, newest);
  for (const table of ['calls', 'history_gaps'] as const)
    await transaction.deleteFrom(table).where('seq', '<', shorter.first_seq).execute();
  return shorter;
}

/** Removes minutes and hours that are over, and writers that nobody hears of any more. */
export async function removeSpans(transaction: Transaction<Tables>, newest: number): Promise<void> {
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
    .unionAll(
      transaction
        .selectFrom('history_gaps')
        .select(['seq', 'time', 'hash', sql<number>`0`.as('bytes')])
        .where('seq', '>=', first),
    )
    .orderBy('seq')
    .limit(limit)
    .execute();
}
