import type { PlansConfig } from './config.ts';
import type { ConfigReader } from './config-reader.ts';
import { knownKeys } from './known-keys.ts';

const engines = ['local', 'dbos'] as const;

/** Reads how plans are run. */
export function parsePlans(reader: ConfigReader): PlansConfig {
  reader.object('plans');
  reader.refuseUnknown(['plans'], knownKeys.plans);
  const count = (key: string, most: number): number | undefined =>
    reader.number(['plans', key], { least: 1, most, whole: true });
  return {
    engine: reader.oneOf(['plans', 'engine'], engines) ?? 'local',
    concurrency: count('concurrency', 1000),
    totalConcurrency: count('total_concurrency', 100_000),
    limit: count('limit', 1_000_000),
  };
}
