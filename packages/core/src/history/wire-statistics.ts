import { snakeKeys, toMicroseconds } from '../tool/wire.ts';
import type { Advice } from './advice.ts';
import type { CallStatistics } from './statistics.ts';

/** Statistics as JSON tells them: in snake_case, milliseconds to the microsecond. What there is not is null. */
export function toWireStatistics(row: CallStatistics): { readonly [name: string]: unknown } {
  const ms = (value: number | undefined): number | null =>
    value === undefined ? null : toMicroseconds(value);
  return {
    calls: row.calls,
    successes: row.successes,
    errors: row.errors,
    blocked: row.blocked,
    timeouts: row.timeouts,
    outcomes_unknown: row.outcomesUnknown,
    success_rate: row.successRate ?? null,
    failure_rate: row.failureRate ?? null,
    mean_ms: ms(row.meanMs),
    max_ms: ms(row.maxMs),
    p50_ms: ms(row.p50Ms),
    p95_ms: ms(row.p95Ms),
    p99_ms: ms(row.p99Ms),
    output_bytes: row.outputBytes,
  };
}

/** Advice as JSON tells it: its evidence in snake_case. What there is not is null. */
export function toWireAdvice({ evidence, ...advice }: Advice): { readonly [name: string]: unknown } {
  const figures = Object.entries(snakeKeys(evidence)).map(([name, value]) => [name, value ?? null]);
  return { ...advice, evidence: Object.fromEntries(figures) as unknown };
}
