import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Milliseconds for which a measurement is good. */
const measuredFor = 100;
/** Milliseconds between two collections that are asked for: each takes as long as there is memory to look through. */
const collectEvery = 2000;

/** Knows whether the service holds more memory than it may. */
export interface MemoryGuard {
  isOver(): boolean;
}

/**
 * What the system counts holds garbage too, which the engine collects when it has to: beyond the limit it is made to, and what
 * is left counts.
 */
export function createMemoryGuard(limit: number): MemoryGuard {
  let isOver = false;
  let measuredAt = Number.NEGATIVE_INFINITY;
  let collectedAt = Number.NEGATIVE_INFINITY;
  return {
    isOver() {
      const now = performance.now();
      if (now - measuredAt < measuredFor) return isOver;
      measuredAt = now;
      if (process.memoryUsage.rss() <= limit) return (isOver = false);
      if (now - collectedAt >= collectEvery) {
        collectGarbage();
        collectedAt = performance.now();
        const { heapUsed, external } = process.memoryUsage();
        isOver = heapUsed + external > limit * liveShare;
      }
      return isOver;
    },
  };
}

/** Of what the system counts, code and the pages of the engine that are not full are a part. */
const liveShare = 0.7;

let collector: (() => void) | undefined;

function collectGarbage(): void {
  if (collector === undefined) {
    setFlagsFromString('--expose-gc');
    collector = runInNewContext('gc') as () => void;
  }
  collector();
}
