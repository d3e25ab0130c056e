import type { CallRecord, History, HistoryFilter, StartedRecord } from '@toolcrib/core';
import type { StoreError } from '../store-error.ts';

/** A record that was written, with its place in the chain. */
export interface StoredRecord extends CallRecord {
  /** Counts up by one with each record. */
  readonly seq: number;
  /** Over the hash of the record before and the text of this one. */
  readonly hash: string;
  /** The start record that it took the place of; undefined for a call that had none. */
  readonly startId?: string | undefined;
  /** Bytes of what was too long to be stored: more than 64 KB of JSON. */
  readonly omitted?: { readonly arguments?: number | undefined; readonly output?: number | undefined };
}

/** What a record says of a call that has not ended. */
export type RunningCall = Omit<CallRecord, 'status'> & {
  readonly status: 'running';
  readonly startId?: string | undefined;
};

export interface HistoryQuery extends HistoryFilter {
  /** @default 50 */
  readonly limit?: number | undefined;
  /** Where the page before ended. */
  readonly cursor?: string | undefined;
  /** A page ends earlier when its records are longer than this together. @default without end */
  readonly maxBytes?: number | undefined;
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

export interface WatchOptions {
  readonly signal: AbortSignal;
  /** Called when whatever is recorded from now on will be told. @default nobody */
  readonly onBegin?: (() => void) | undefined;
}

/** Records that outlive the process. Written behind the calls: `append` returns before they are on the disk. */
export interface StoredHistory extends History {
  begin(record: CallRecord): StartedRecord;
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
  watch(filter: HistoryFilter, options: WatchOptions): AsyncIterable<StoredRecord>;
  /** Calls that were recorded before they ran and have not ended, newest first: those of processes that live. */
  running(filter?: Omit<HistoryFilter, 'status'>): Promise<readonly RunningCall[]>;
  /** Reads the chain from its first record to its last. */
  verify(): Promise<Verification>;
  /** Where the chain tells of records that are missing, oldest first. */
  gaps(): Promise<readonly StoredGap[]>;
  /** Whether records are written, as far as it is known without asking the store. */
  condition(): HistoryCondition;
  /** Writes what is waiting. */
  flush(): Promise<void>;
}

/** Records of calls that were lost, because neither the store nor the state folder took them. */
export interface HistoryGap {
  readonly records: number;
  /** The times of the first and the last of these calls, in milliseconds since 1970. */
  readonly since: number;
  readonly until: number;
}

export interface StoredGap extends HistoryGap {
  readonly seq: number;
  readonly hash: string;
}

export interface HistoryCondition {
  /** What went wrong with the last record; undefined when it was written. */
  readonly problem: StoreError | undefined;
  /** Records that are not in the store yet: in memory, or in the journal of the state folder. */
  readonly waiting: number;
  /** Records that are lost and that no gap tells of yet. */
  readonly lost: number;
}

export interface Verification {
  readonly ok: boolean;
  readonly records: number;
  /** The first record that is not as it was written, and what is wrong. */
  readonly problem: { readonly seq: number; readonly kind: 'changed' | 'removed' | 'reordered' } | undefined;
  /** Records that are missing, because they could not be written. That breaks no chain: it is part of it. */
  readonly gaps: readonly StoredGap[];
  /** The hash at the end. Kept elsewhere, it proves that nobody has rewritten the whole. */
  readonly head: string;
}
