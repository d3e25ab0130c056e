import { availableParallelism, cpus, loadavg } from 'node:os';

/** Where the numbers come from; without it they say nothing. */
export interface Host {
  readonly node: string;
  readonly platform: string;
  readonly processor: string;
  readonly cores: number;
  /** Processes waiting for a core when the run began; more than there are cores means disturbed numbers. */
  readonly load: number;
  readonly date: string;
}

export function describeHost(): Host {
  return {
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    load: loadavg()[0] ?? 0,
    date: new Date().toISOString().slice(0, 10),
  };
}
