import type { CallRecord, History, HistoryFilter } from '@toolcrib/core';

/** A record that was written, with its place in the chain. */
export interface StoredRecord extends CallRecord {
  /** Counts up by one with each record. */
  readonly seq: number;
  /** Over the hash of the record before and the text of this one. */
  readonly hash: string;
  /** Bytes of what was too long to be stored: more than 64 KB of JSON. */
  readonly omitted?: { readonly arguments?: number | undefined; readonly output?: number | undefined };
}

export interface HistoryQuery extends HistoryFilter {
  /** @default 50 */
  readonly limit?: number | undefined;
  /** Where the page before ended. */
  readonly cursor?: string | undefined;
}

export interface HistoryPage {
  /** Newest first. */
  readonly records: readonly StoredRecord[];
  /** Where to go on; undefined when this was the last page. Stays right while records arrive. */
  readonly next: string | undefined;
}

export interface FindOptions {
  /** Only records of this agent. @default everybody's */
  readonly agent?: string | undefined;
  /** @default 20 */
  readonly limit?: number | undefined;
}

/** Records that outlive the process. Written behind the calls: `append` returns before they are on the disk. */
export interface StoredHistory extends History {
  list(query?: HistoryQuery): Promise<HistoryPage>;
  /** The record with this key. */
  get(callId: string): Promise<StoredRecord | undefined>;
  /** The records that an id may mean: by their key, or by what their callers called them. Newest first. */
  find(id: string, options?: FindOptions): Promise<readonly StoredRecord[]>;
  /** Every record that passes, oldest or newest first, however many there are. */
  stream(
    filter?: HistoryFilter,
    options?: { readonly order?: 'oldest' | 'newest' },
  ): AsyncIterable<StoredRecord>;
  /** Records as they are written, by this process or another, until the signal says stop. */
  watch(filter: HistoryFilter, options: { readonly signal: AbortSignal }): AsyncIterable<StoredRecord>;
  /** Reads the chain from its first record to its last. */
  verify(): Promise<Verification>;
  /** Writes what is waiting. */
  flush(): Promise<void>;
}

export interface Verification {
  readonly ok: boolean;
  readonly records: number;
  /** The first record that is not as it was written, and what is wrong. */
  readonly problem: { readonly seq: number; readonly kind: 'changed' | 'removed' | 'reordered' } | undefined;
  /** The hash at the end. Kept elsewhere, it proves that nobody has rewritten the whole. */
  readonly head: string;
}
