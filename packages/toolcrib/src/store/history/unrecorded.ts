import type { StoreError } from '../store-error.ts';
import type { StoredHistory } from './stored-history.ts';

/** Calls that have no record in the store. */
export interface Unrecorded {
  /** Their records are still written when the store takes them: in the memory of a process, or in its journal. */
  readonly waiting: number;
  /** Their records are gone, whether or not a gap of the chain tells of it yet. */
  readonly lost: number;
  /** Why records are not written now. */
  readonly problem: StoreError | undefined;
}

/** What is missing as far as it is kept: gaps are forgotten with the records around them. */
export async function countUnrecorded(history: StoredHistory): Promise<Unrecorded> {
  // A store that cannot be read tells of no gaps; what it does not take is still counted.
  const gaps = await history.gaps().catch(() => []);
  const { waiting, lost, problem } = history.condition();
  return { waiting, lost: gaps.reduce((sum, { records }) => sum + records, lost), problem };
}
