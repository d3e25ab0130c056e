import type { ToolStatistics } from '@toolcrib/core';

/** Statistics as JSON tells them: in snake_case, milliseconds to the microsecond. What there is not is null. */
export function toWireStatistics(row: ToolStatistics): object {
  const ms = (value: number | undefined): number | null =>
    value === undefined ? null : Math.round(value * 1000) / 1000;
  return {
    calls: row.calls,
    successes: row.successes,
    errors: row.errors,
    blocked: row.blocked,
    timeouts: row.timeouts,
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
