import type { Kysely } from 'kysely';
import { fromGapRow, link, toRow } from './batch.ts';
import type { LazyDatabase } from '../databases/lazy-database.ts';
import { parseRecord } from './record-line.ts';
import type { StoredGap, Verification } from './stored-history.ts';
import type { CallsTable, ChainTable, GapsTable, Tables } from '../databases/tables.ts';

const pageSize = 500;

type Problem = NonNullable<Verification['problem']>;

/** Reads the chain from its first record to its last, and stops at the first one that is not as it was written. */
export async function verifyChain(database: LazyDatabase): Promise<Verification> {
  const { read } = await database.get();
  const chain = await read.selectFrom('chain').selectAll().executeTakeFirstOrThrow();
  let seq = chain.first_seq - 1;
  let hash = chain.before_first;
  let records = 0;
  const gaps: StoredGap[] = [];
  const result = (problem: Problem | undefined): Verification => ({
    ok: problem === undefined,
    records,
    problem,
    gaps,
    head: hash,
  });
  for (;;) {
    const rows = await linksAfter(read, seq, chain.last_seq);
    for (const row of rows) {
      if (row.seq !== seq + 1) {
        const moved = await firstOf(read);
        if (moved.first_seq !== row.seq) return result({ seq: seq + 1, kind: 'removed' });
        // Old records were removed while we read: the chain now begins here.
        hash = moved.before_first;
      }
      if (row.hash !== link(hash, row.record)) return result(await wrongLink(read, row, hash));
      ({ seq, hash } = row);
      if (!('call_id' in row)) gaps.push(fromGapRow(row));
      else if (saysWhatItRecords(row)) records++;
      else return result({ seq, kind: 'changed' });
    }
    if (rows.length === 0) break;
  }
  return result(await wrongEnds(read, chain, { seq, hash }));
}

/** The next records, and the gaps between them. */
async function linksAfter(
  read: Kysely<Tables>,
  after: number,
  last: number,
): Promise<(CallsTable | GapsTable)[]> {
  const calls = await read
    .selectFrom('calls')
    .selectAll()
    .where('seq', '>', after)
    .where('seq', '<=', last)
    .orderBy('seq')
    .limit(pageSize)
    .execute();
  const end = calls.length < pageSize ? last : (calls.at(-1)?.seq ?? last);
  const gaps = await read
    .selectFrom('history_gaps')
    .selectAll()
    .where('seq', '>', after)
    .where('seq', '<=', end)
    .execute();
  return gaps.length === 0 ? calls : [...calls, ...gaps].toSorted((one, other) => one.seq - other.seq);
}

async function firstOf(read: Kysely<Tables>): Promise<Pick<ChainTable, 'first_seq' | 'before_first'>> {
  return read.selectFrom('chain').select(['first_seq', 'before_first']).executeTakeFirstOrThrow();
}

/** A text that belongs to another place was moved; one that belongs nowhere was changed. */
async function wrongLink(
  read: Kysely<Tables>,
  row: CallsTable | GapsTable,
  before: string,
): Promise<Problem> {
  const elsewhere = await read
    .selectFrom('calls')
    .select('seq')
    .where('hash', '=', link(before, row.record))
    .executeTakeFirst();
  if (elsewhere !== undefined) return { seq: row.seq, kind: 'reordered' };
  // The record that belongs here may stand further down, with its own hash.
  const own = await read
    .selectFrom('calls')
    .select(['seq', 'record', 'hash'])
    .where('seq', '>', row.seq)
    .orderBy('seq')
    .limit(pageSize)
    .execute();
  const moved = own.some(({ record, hash }) => hash === link(before, record));
  return { seq: row.seq, kind: moved ? 'reordered' : 'changed' };
}

/** The columns only find a record; one that says something else hides it from who looks for it. */
function saysWhatItRecords(row: CallsTable): boolean {
  try {
    const said = toRow({ ...parseRecord(row.record), text: row.record });
    return (Object.keys(said) as (keyof typeof said)[]).every((key) => said[key] === row[key]);
  } catch {
    return false;
  }
}

/** Rows before the first or after the last, and an end that is not where the chain says. */
async function wrongEnds(
  read: Kysely<Tables>,
  chain: ChainTable,
  { seq, hash }: Pick<CallsTable, 'seq' | 'hash'>,
): Promise<Problem | undefined> {
  if (seq !== chain.last_seq) return { seq: seq + 1, kind: 'removed' };
  if (hash !== chain.last_hash) return { seq, kind: 'changed' };
  const outside = await read
    .selectFrom('calls')
    .select('seq')
    .where('seq', '<', chain.first_seq)
    .limit(1)
    .executeTakeFirst();
  return outside && { seq: outside.seq, kind: 'reordered' };
}
