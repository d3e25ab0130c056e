import type { PlansConfig } from './config.ts';
import type { ConfigReader } from './config-reader.ts';
import { knownKeys } from './known-keys.ts';

/** Reads how plans are run. */
export function parsePlans(reader: ConfigReader): PlansConfig {
  reader.object('plans');
  reader.refuseUnknown(['plans'], knownKeys.plans);
  return { concurrency: reader.number(['plans', 'concurrency'], { least: 1, most: 1000, whole: true }) };
}
