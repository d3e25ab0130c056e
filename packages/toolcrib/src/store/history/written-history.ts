import type { CallRecord, HistoryFilter } from '@toolcrib/core';
import { atExit } from './at-exit.ts';
import { HistoryWriter, type HistoryWriterOptions } from './history-writer.ts';
import type * as Reader from './history-reader.ts';
import type { LazyDatabase } from '../databases/lazy-database.ts';
import type { Keep } from './retention.ts';
import { toLine } from './record-line.ts';
import type {
  FindOptions,
  HistoryPage,
  HistoryQuery,
  StoredHistory,
  StoredRecord,
  Verification,
} from './stored-history.ts';

export interface WrittenHistoryOptions extends HistoryWriterOptions {
  readonly database: LazyDatabase;
  readonly keep: Keep;
}

/** A process looks this often for what nobody has removed. */
const cleanEveryMs = 3_600_000;

/** History in a database: written behind the calls, and read from where it was written. */
export class WrittenHistory implements StoredHistory {
  readonly #database: LazyDatabase;
  readonly #writer: HistoryWriter;
  readonly #keep: Keep;
  #cleanAt = 0;
  #forget: (() => void) | undefined = undefined;

  constructor({ database, keep, ...options }: WrittenHistoryOptions) {
    this.#database = database;
    this.#keep = keep;
    this.#writer = new HistoryWriter(options);
  }

  append(record: CallRecord): void | Promise<void> {
    this.#forget ??= atExit({ settle: () => this.#writer.flush(), end: () => this.#writer.end() });
    return this.#writer.append(toLine(record));
  }

  async list(query?: HistoryQuery): Promise<HistoryPage> {
    const { listRecords } = await this.#reader();
    return listRecords(this.#database, query);
  }

  async get(callId: string): Promise<StoredRecord | undefined> {
    const { getRecord } = await this.#reader();
    return getRecord(this.#database, callId);
  }

  async find(id: string, options?: FindOptions): Promise<readonly StoredRecord[]> {
    const { findRecords } = await this.#reader();
    return findRecords(this.#database, id, options);
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

  async close(): Promise<void> {
    await this.#writer.close();
    this.#forget?.();
    this.#forget = undefined;
  }

  /** Who reads finds what was recorded before; what a store does not take may still be read as far as it goes. */
  async #reader(): Promise<typeof Reader> {
    await this.#writer.flush().catch(() => undefined);
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
