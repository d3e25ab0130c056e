import { addRollup, emptyRollup, type Rollup, type ToolRollup } from '@toolcrib/core';
import type { Selectable } from 'kysely';
import { addDurations } from './add-durations.ts';
import { readCallsOverTime, type CallsOverTime, type CallsOverTimeQuery } from './calls-over-time.ts';
import { cutPeriod } from './cut-period.ts';
import type { LazyDatabase } from './lazy-database.ts';
import { rollupsWhere, toNames, type StatisticsQuery } from './rollups-where.ts';
import type { RollupsTable } from './tables.ts';

/** What the calls of a store add up to. Reads rollups, never the records: a million of them take milliseconds. */
export interface StoredStatistics {
  /** For `toStatistics` and `giveAdvice`. */
  rollups(query?: StatisticsQuery): Promise<ToolRollup[]>;
  callsOverTime(query: CallsOverTimeQuery): Promise<CallsOverTime>;
}

export function createStoredStatistics(database: LazyDatabase): StoredStatistics {
  return {
    rollups: async (query = {}) => readRollups(database, query),
    callsOverTime: async (query) => readCallsOverTime((await database.get()).read, query),
  };
}

async function readRollups(database: LazyDatabase, query: StatisticsQuery): Promise<ToolRollup[]> {
  const { read } = await database.get();
  const rows = await read
    .selectFrom('rollups')
    .select(['tool', 'version', 'agent', 'calls', 'successes', 'errors', 'blocked', 'timeouts'])
    .select(['total_ms', 'max_ms', 'output_bytes', 'durations'])
    .where(rollupsWhere(cutPeriod(query), query))
    .execute();
  const found = new Map<string, ToolRollup>();
  for (const row of rows) {
    const key = JSON.stringify([row.tool, row.version, row.agent]);
    let held = found.get(key);
    if (held === undefined) found.set(key, (held = { ...toNames(row), rollup: emptyRollup() }));
    addRollup(held.rollup, countsOf(row));
    addDurations(held.rollup.durations, row.durations);
  }
  return [...found.values()];
}

const noDurations: Rollup['durations'] = new Map();

function countsOf(row: Omit<Selectable<RollupsTable>, 'span' | 'start'>): Rollup {
  return {
    calls: row.calls,
    successes: row.successes,
    errors: row.errors,
    blocked: row.blocked,
    timeouts: row.timeouts,
    totalMs: row.total_ms,
    maxMs: row.max_ms,
    outputBytes: row.output_bytes,
    durations: noDurations,
  };
}
