import { addRollup, emptyRollup, type Rollup, type ToolRollup } from '@toolcrib/core';
import { addDurations } from './add-durations.ts';
import type { CallsOverTime, CallsOverTimeQuery } from './calls-over-time.ts';
import { cutPeriod } from './cut-period.ts';
import type { Database } from './database.ts';
import type { LazyDatabase } from './lazy-database.ts';
import { countsOf } from './rollup-row.ts';
import { rollupsWhere, toNames, type StatisticsQuery } from './rollups-where.ts';

/** What the calls of a store add up to. Reads rollups, never the records: a million of them take milliseconds. */
export interface StoredStatistics {
  /** For `toStatistics` and `giveAdvice`. */
  rollups(query?: StatisticsQuery): Promise<ToolRollup[]>;
  callsOverTime(query: CallsOverTimeQuery): Promise<CallsOverTime>;
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
      return read === undefined ? [] : readRollups(read, query, now());
    },
    async callsOverTime(query) {
      const read = await reader();
      if (read === undefined) return { start: query.until, stepMs: 0, rows: [] };
      const { readCallsOverTime } = await import('./calls-over-time.ts');
      return readCallsOverTime(read, query, now());
    },
  };
}

const noDurations: Rollup['durations'] = new Map();

async function readRollups(
  read: Database['read'],
  query: StatisticsQuery,
  now: number,
): Promise<ToolRollup[]> {
  const rows = await read
    .selectFrom('rollups')
    .select(['tool', 'version', 'agent', 'calls', 'successes', 'errors', 'blocked', 'timeouts'])
    .select(['total_ms', 'max_ms', 'output_bytes', 'durations'])
    .where(rollupsWhere(cutPeriod(query, now), query))
    .execute();
  const found = new Map<string, ToolRollup>();
  for (const row of rows) {
    const key = JSON.stringify([row.tool, row.version, row.agent]);
    let held = found.get(key);
    if (held === undefined) found.set(key, (held = { ...toNames(row), rollup: emptyRollup() }));
    addRollup(held.rollup, { ...countsOf(row), durations: noDurations });
    addDurations(held.rollup.durations, row.durations);
  }
  return [...found.values()];
}
