/** Loaded into a process before anything else: tells whoever started it what it holds, and ends with it. */
import { readdirSync } from 'node:fs';

export interface Gauge {
  /** Megabytes of living objects, and of all that the process has from the system. */
  readonly heap: number;
  readonly memory: number;
  /** What keeps the process from ending: timers, sockets, children. */
  readonly handles: number;
  readonly files: number;
}

/** Milliseconds: to look costs a collection of garbage. */
const every = 5000;
const megabyte = 1024 * 1024;

function measure(): Gauge {
  // What is dead already is no leak.
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  return {
    heap: (heapUsed + external) / megabyte,
    memory: rss / megabyte,
    handles: process.getActiveResourcesInfo().length,
    files: process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0,
  };
}

process.once('disconnect', () => process.exit());
setInterval(() => process.connected && process.send?.(measure()), every).unref();
process.channel?.unref();
