import type { CallRecord } from './record.ts';

/** What many calls add up to. Rollups of parts can be added into that of the whole. */
export interface Rollup {
  calls: number;
  successes: number;
  errors: number;
  /** Calls that were not allowed; nothing was executed, so they have no duration. */
  blocked: number;
  timeouts: number;
  /** Calls whose end nobody saw. They are neither successes nor errors, and have no duration. */
  outcomesUnknown: number;
  totalMs: number;
  maxMs: number;
  /** Bytes of the outputs as JSON. */
  outputBytes: number;
  /** How many calls took how long, by `durationBucket`. */
  readonly durations: Map<number, number>;
}

/** What calls of names that no tool has are counted under, where there are too many of them to be told apart. */
export const otherNames = '*';

/** Each bucket is this much wider than the one before: a percentile is off by 2 % at most. */
const growth = 1.04;

export function emptyRollup(): Rollup {
  return {
    calls: 0,
    successes: 0,
    errors: 0,
    blocked: 0,
    timeouts: 0,
    outcomesUnknown: 0,
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
  if (status === 'unknown') {
    rollup.outcomesUnknown++;
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
  whole.outcomesUnknown += part.outcomesUnknown;
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
export function percentile(rollup: Rollup, share: number): number | undefined {
  return percentiles(rollup, [share])[0];
}

/** The same for several shares at once, the smallest first. */
export function percentiles({ durations, maxMs }: Rollup, shares: readonly number[]): (number | undefined)[] {
  // Their numbers alone: these are sorted without asking anybody, many times as fast as entries are.
  const buckets = Int32Array.from(durations.keys()).toSorted();
  let total = 0;
  for (const calls of durations.values()) total += calls;
  let [passed, seen] = [0, 0];
  return shares.map((share) => {
    while (passed < buckets.length && (passed === 0 || seen < share * total))
      seen += durations.get(buckets[passed++] as number) as number;
    const bucket = buckets[passed - 1];
    // The middle of the bucket, and never more than the longest call took.
    return bucket === undefined ? undefined : Math.min(growth ** (bucket - 0.5), maxMs);
  });
}

function count(durations: Map<number, number>, bucket: number, calls: number): void {
  durations.set(bucket, (durations.get(bucket) ?? 0) + calls);
}
