import type { StoredGap } from './stored-history.ts';

/** A gap of the chain as JSON tells it. */
export function toWireGap({ seq, hash, records, since, until }: StoredGap): {
  readonly [name: string]: unknown;
} {
  return {
    seq,
    hash,
    records,
    since: new Date(since).toISOString(),
    until: new Date(until).toISOString(),
  };
}
