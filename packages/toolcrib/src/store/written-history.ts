import type { CallRecord, HistoryFilter } from '@toolcrib/core';
import { atExit } from './at-exit.ts';
import { HistoryWriter, type HistoryWriterOptions } from './history-writer.ts';
import type * as Reader from './history-reader.ts';
import type { LazyDatabase } from './lazy-database.ts';
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
}

/** History in a database: written behind the calls, and read from where it was written. */
export class WrittenHistory implements StoredHistory {
  readonly #database: LazyDatabase;
  readonly #writer: HistoryWriter;
  #forget: (() => void) | undefined = undefined;

  constructor({ database, ...options }: WrittenHistoryOptions) {
    this.#database = database;
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
    return import('./history-reader.ts');
  }
}
