import type { ChainTable } from '../databases/tables.ts';

/** How much is kept. */
export interface Keep {
  readonly days: number;
  /** Bytes of records. */
  readonly bytes: number;
}

const dayMs = 86_400_000;
/** Minutes are for the last week, hours for the last season; days stay. */
export const keptSpans: { readonly [span in 'minute' | 'hour']: number } = {
  minute: 8 * dayMs,
  hour: 100 * dayMs,
};
/** After this nobody repeats a batch. */
export const keptWriters: number = 30 * dayMs;

/** A record at the beginning of the chain. */
export interface OldRow {
  readonly seq: number;
  readonly time: number;
  readonly hash: string;
  readonly bytes: number;
}

/**
 * How many old records a batch may remove. Twice as many as it adds, so that what is too much becomes less; never many,
 * because calls wait behind it.
 */
export function removalLimit(added: number): number {
  return Math.max(100, 2 * added);
}

/** The chain without the records at its beginning that are too old or too much; the same when there is none. */
export function withoutOld(
  chain: ChainTable,
  oldest: Iterable<OldRow>,
  keep: Keep,
  newest: number,
): ChainTable {
  let { first_seq: first, before_first: before, bytes } = chain;
  for (const row of oldest) {
    const isKept = row.time >= newest - keep.days * dayMs && bytes <= keep.bytes;
    // The last one stays: it is what the next one is chained to.
    if (isKept || row.seq === chain.last_seq) break;
    first = row.seq + 1;
    before = row.hash;
    bytes -= row.bytes;
  }
  return { ...chain, first_seq: first, before_first: before, bytes };
}
