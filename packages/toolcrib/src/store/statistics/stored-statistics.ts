import type { ToolRollup } from '@toolcrib/core';
import type { CallsOverTime, CallsOverTimeQuery } from './calls-over-time.ts';
import type { Database } from '../databases/database.ts';
import type { LazyDatabase } from '../databases/lazy-database.ts';
import type { StatisticsSeries } from './read-series.ts';
import type { StatisticsQuery } from './rollups-where.ts';
import type { QueryOverTime } from './steps.ts';

/** What the calls of a store add up to. Reads rollups, never the records: a million of them take milliseconds. */
export interface StoredStatistics {
  /** For `toStatistics` and `giveAdvice`. */
  rollups(query?: StatisticsQuery): Promise<ToolRollup[]>;
  callsOverTime(query: CallsOverTimeQuery): Promise<CallsOverTime>;
  /** All that is counted of the calls that pass, step by step of the period. */
  series(query: QueryOverTime): Promise<StatisticsSeries>;
}

interface StatisticsOptions {
  /** Sees to it that what was recorded before can be read. */
  readonly flush?: () => Promise<void>;
  /** Whether there is anything to be read: who only asks makes no store. */
  readonly exists?: () => boolean;
  /** @default the clock of the machine */
  readonly now?: () => number;
}

export function createStoredStatistics(
  database: LazyDatabase,
  { flush, exists, now = Date.now }: StatisticsOptions = {},
): StoredStatistics {
  const reader = async (): Promise<Database['read'] | undefined> => {
    // What a store does not take may still be read as far as it goes.
    await flush?.().catch(() => undefined);
    return exists?.() === false ? undefined : (await database.get()).read;
  };
  return {
    async rollups(query = {}) {
      const read = await reader();
      if (read === undefined) return [];
      const { readRollups } = await import('./read-rollups.ts');
      return readRollups(read, query, now());
    },
    async callsOverTime(query) {
      const read = await reader();
      if (read === undefined) return { start: query.until, stepMs: 0, rows: [] };
      const { readCallsOverTime } = await import('./calls-over-time.ts');
      return readCallsOverTime(read, query, now());
    },
    async series(query) {
      const read = await reader();
      if (read === undefined) return { start: query.until, stepMs: 0, rollups: [] };
      const { readSeries } = await import('./read-series.ts');
      return readSeries(read, query, now());
    },
  };
}
