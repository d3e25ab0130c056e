import type { CallRecord } from './record.ts';

/** What many calls add up to. Rollups of parts can be added into that of the whole. */
export interface Rollup {
  calls: number;
  successes: number;
  errors: number;
  /** Calls that were not allowed; nothing was executed, so they have no duration. */
  blocked: number;
  timeouts: number;
  totalMs: number;
  maxMs: number;
  /** Bytes of the outputs as JSON. */
  outputBytes: number;
  /** How many calls took how long, by `durationBucket`. */
  readonly durations: Map<number, number>;
}

/** Each bucket is this much wider than the one before: a percentile is off by 2 % at most. */
const growth = 1.04;

export function emptyRollup(): Rollup {
  return {
    calls: 0,
    successes: 0,
    errors: 0,
    blocked: 0,
    timeouts: 0,
    totalMs: 0,
    maxMs: 0,
    outputBytes: 0,
    durations: new Map(),
  };
}

export function addCall(
  rollup: Rollup,
  { status, errorCode, executionTimeMs }: Pick<CallRecord, 'status' | 'errorCode' | 'executionTimeMs'>,
  outputBytes: number,
): void {
  rollup.calls++;
  if (status === 'blocked') {
    rollup.blocked++;
    return;
  }
  if (status === 'success') rollup.successes++;
  else rollup.errors++;
  if (errorCode === 'timeout') rollup.timeouts++;
  rollup.totalMs += executionTimeMs;
  rollup.maxMs = Math.max(rollup.maxMs, executionTimeMs);
  rollup.outputBytes += outputBytes;
  count(rollup.durations, durationBucket(executionTimeMs), 1);
}

export function addRollup(whole: Rollup, part: Rollup): void {
  whole.calls += part.calls;
  whole.successes += part.successes;
  whole.errors += part.errors;
  whole.blocked += part.blocked;
  whole.timeouts += part.timeouts;
  whole.totalMs += part.totalMs;
  whole.maxMs = Math.max(whole.maxMs, part.maxMs);
  whole.outputBytes += part.outputBytes;
  for (const [bucket, calls] of part.durations) count(whole.durations, bucket, calls);
}

/** The bucket of a duration. Less than a microsecond is none that a clock of ours tells apart. */
function durationBucket(milliseconds: number): number {
  return Math.ceil(Math.log(Math.max(milliseconds, 0.001)) / Math.log(growth));
}

/** The duration that this share of the calls did not exceed, such as 0.95; undefined when none was executed. */
export function percentile({ durations, maxMs }: Rollup, share: number): number | undefined {
  const buckets = [...durations].toSorted(([one], [other]) => one - other);
  const total = buckets.reduce((sum, [, calls]) => sum + calls, 0);
  let seen = 0;
  for (const [bucket, calls] of buckets) {
    seen += calls;
    // The middle of the bucket, and never more than the longest call took.
    if (seen >= share * total) return Math.min(growth ** (bucket - 0.5), maxMs);
  }
  return undefined;
}

function count(durations: Map<number, number>, bucket: number, calls: number): void {
  durations.set(bucket, (durations.get(bucket) ?? 0) + calls);
}
