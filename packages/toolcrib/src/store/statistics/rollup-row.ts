import { addRollup, type Rollup } from '@toolcrib/core';
import { addDurations, toDurationsText } from './durations-text.ts';
import type { RollupsTable } from '../databases/tables.ts';

/** What calls are added up by, and what they add up to. */
export const rollupKey = ['span', 'start', 'tool', 'version', 'agent'] as const;
export const rollupSums = [
  'calls',
  'successes',
  'errors',
  'blocked',
  'timeouts',
  'outcomes_unknown',
  'total_ms',
  'max_ms',
  'output_bytes',
  'durations',
] as const;

type RollupColumns = Pick<RollupsTable, (typeof rollupSums)[number]>;

export function toRollup(row: RollupColumns): Rollup {
  const durations = new Map<number, number>();
  addDurations(durations, row.durations);
  return {
    calls: row.calls,
    successes: row.successes,
    errors: row.errors,
    blocked: row.blocked,
    timeouts: row.timeouts,
    outcomesUnknown: row.outcomes_unknown,
    totalMs: row.total_ms,
    maxMs: row.max_ms,
    outputBytes: row.output_bytes,
    durations,
  };
}

export function fromRollup(rollup: Rollup): RollupColumns {
  return {
    calls: rollup.calls,
    successes: rollup.successes,
    errors: rollup.errors,
    blocked: rollup.blocked,
    timeouts: rollup.timeouts,
    outcomes_unknown: rollup.outcomesUnknown,
    total_ms: rollup.totalMs,
    max_ms: rollup.maxMs,
    output_bytes: rollup.outputBytes,
    durations: toDurationsText(rollup.durations),
  };
}

export function sumOf(whole: Rollup, part: Rollup): Rollup {
  addRollup(whole, part);
  return whole;
}
