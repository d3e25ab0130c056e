import type { CallRecord, HistoryFilter } from '@toolcrib/core';
import type { StoredHistory } from './stored-history.ts';

/** So many of the latest calls that went wrong, and of those that were blocked, are looked at one by one. */
const maxFailures = 1000;
/** And no more text of them than this. */
const maxBytes = 4_000_000;

/** The latest calls that did not succeed, for advice. */
export async function latestFailures(
  history: StoredHistory,
  period: Pick<HistoryFilter, 'since' | 'until'>,
): Promise<CallRecord[]> {
  const pages = await Promise.all(
    (['error', 'blocked'] as const).map((status) =>
      history.list({ ...period, status, limit: maxFailures, maxBytes }),
    ),
  );
  return pages.flatMap(({ records }) => records);
}
