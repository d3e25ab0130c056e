import compare from 'semver/functions/compare.js';

/** Less than zero when the first version comes before the second. */
export function compareVersions(one: string, other: string): number {
  return compare(one, other);
}
