import { median } from './median.ts';

/** How many times the base: the median of the ratios within each round. */
export function ratio(samples: readonly number[], base: readonly number[]): number {
  return median(samples.map((sample, round) => sample / (base[round] ?? Number.NaN)));
}
