import type { CallRecord, HistoryFilter, StartedRecord } from '@toolcrib/core';
import { atExit } from './at-exit.ts';
import { HistoryWriter, type HistoryWriterOptions } from './history-writer.ts';
import type * as Reader from './history-reader.ts';
import type { LazyDatabase } from '../databases/lazy-database.ts';
import type { Keep } from './retention.ts';
import { randomName } from '../random-name.ts';
import { isLost, toStart } from './open-starts.ts';
import { toLine } from './record-line.ts';
import type {
  HistoryPage,
  HistoryQuery,
  StoredHistory,
  StoredRecord,
  Verification,
} from './stored-history.ts';

export interface WrittenHistoryOptions extends HistoryWriterOptions {
  readonly database: LazyDatabase;
  readonly keep: Keep;
  /** Whether there is anything to be read: who only asks makes no store. */
  readonly exists: () => boolean;
}

/** A process looks this often for what nobody has removed. */
const cleanEveryMs = 3_600_000;

/** History in a database: written behind the calls, and read from where it was written. */
export class WrittenHistory implements StoredHistory {
  readonly #database: LazyDatabase;
  readonly #writer: HistoryWriter;
  readonly #keep: Keep;
  readonly #exists: () => boolean;
  #cleanAt = 0;
  #forget: (() => void) | undefined = undefined;

  constructor({ database, keep, exists, ...options }: WrittenHistoryOptions) {
    this.#database = database;
    this.#keep = keep;
    this.#exists = exists;
    this.#writer = new HistoryWriter(options);
  }

  append(record: CallRecord & Pick<StoredRecord, 'startId'>): void | Promise<void> {
    this.#forget ??= atExit({ settle: () => this.#writer.flush(), end: () => this.#writer.end() });
    return this.#writer.append(toLine(record));
  }

  async begin(record: CallRecord, longest: number): Promise<StartedRecord> {
    const startId = randomName();
    await this.#writer.begin(toStart(toLine({ ...record, startId }), longest));
    return { end: (ended) => this.append({ ...ended, startId }) };
  }

  async list(query?: HistoryQuery): Promise<HistoryPage> {
    const { listRecords } = await this.#reader();
    return listRecords(this.#database, query);
  }

  async get(callId: string): Promise<StoredRecord | undefined> {
    const { getRecord } = await this.#reader();
    return getRecord(this.#database, callId);
  }

  async *stream(
    filter: HistoryFilter = {},
    { order = 'oldest' }: { readonly order?: 'oldest' | 'newest' } = {},
  ): AsyncIterable<StoredRecord> {
    const { streamRecords } = await this.#reader();
    yield* streamRecords(this.#database, filter, order);
  }

  async *watch(
    filter: HistoryFilter,
    { signal }: { readonly signal: AbortSignal },
  ): AsyncIterable<StoredRecord> {
    const { watchRecords } = await this.#reader();
    yield* watchRecords(this.#database, filter, signal);
  }

  async verify(): Promise<Verification> {
    await this.#reader();
    const { verifyChain } = await import('./verify-chain.ts');
    return verifyChain(this.#database);
  }

  flush(): Promise<void> {
    return this.#writer.flush();
  }

  /** What was recorded here can be read, and so can calls of processes that are gone. */
  async settle(): Promise<void> {
    await this.#writer.flush();
    if (!this.#exists()) return;
    const { DatabaseBatches } = await import('./database-batches.ts');
    await new DatabaseBatches(await this.#database.get(), this.#keep).settle(isLost);
  }

  async close(): Promise<void> {
    await this.#writer.close();
    this.#forget?.();
    this.#forget = undefined;
  }

  /** Who reads finds what was recorded before; what a store does not take may still be read as far as it goes. */
  async #reader(): Promise<typeof Reader> {
    await this.settle().catch(() => undefined);
    await this.#clean().catch(() => undefined);
    return import('./history-reader.ts');
  }

  /** What is too old is not read either, where nobody writes. */
  async #clean(): Promise<void> {
    const now = Date.now();
    if (now < this.#cleanAt) return;
    this.#cleanAt = now + cleanEveryMs;
    const { removeOld } = await import('./remove-old.ts');
    if (!(await removeOld(await this.#database.get(), this.#keep, now))) this.#cleanAt = now;
  }
}
