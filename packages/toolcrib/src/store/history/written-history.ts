import { setTimeout as wait } from 'node:timers/promises';
import type { CallRecord, HistoryFilter, StartedRecord } from '@toolcrib/core';
import { atExit } from './at-exit.ts';
import { HistoryWriter, type HistoryWriterOptions } from './history-writer.ts';
import type * as Reader from './history-reader.ts';
import type { LazyDatabase } from '../databases/lazy-database.ts';
import type { Keep } from './retention.ts';
import { randomName } from '../random-name.ts';
import { toLine, type RecordLine } from './record-line.ts';
import { beatEveryMs, createLossCheck, toStart } from './running-calls.ts';
import type {
  FindOptions,
  HistoryCondition,
  HistoryPage,
  HistoryQuery,
  RunningCall,
  StoredGap,
  StoredHistory,
  StoredRecord,
  Verification,
  WatchOptions,
} from './stored-history.ts';

export interface WrittenHistoryOptions extends HistoryWriterOptions {
  readonly database: LazyDatabase;
  readonly keep: Keep;
  /** Whether there is anything to be read: who only asks makes no store. */
  readonly exists: () => boolean;
}

/** Milliseconds that a store which failed has to take what waits, before it is read all the same. */
const momentMs = 250;

/** A process looks this often for what nobody has removed. */
const cleanEveryMs = 3_600_000;

/** History in a database: written behind the calls, and read from where it was written. */
export class WrittenHistory implements StoredHistory {
  readonly #database: LazyDatabase;
  readonly #writer: HistoryWriter;
  readonly #keep: Keep;
  readonly #exists: () => boolean;
  /** Calls of this process that have a start record and have not ended. */
  readonly #running = new Set<string>();
  #beating: NodeJS.Timeout | undefined = undefined;
  #cleanAt = 0;
  #forget: (() => void) | undefined = undefined;

  constructor({ database, keep, exists, ...options }: WrittenHistoryOptions) {
    this.#database = database;
    this.#keep = keep;
    this.#exists = exists;
    this.#writer = new HistoryWriter(options);
  }

  append(record: CallRecord): void | Promise<void> {
    return this.#append(toLine(record));
  }

  begin(record: CallRecord): StartedRecord {
    const startId = randomName();
    let isStarted = false;
    const written = this.#writer.begin(toStart(toLine({ ...record, startId }))).then(() => {
      isStarted = true;
      this.#running.add(startId);
      this.#beatLater();
    });
    return {
      written,
      end: (ended) => {
        this.#running.delete(startId);
        return this.#append({ ...toLine({ ...ended, startId }), isStarted });
      },
    };
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

  async *watch(filter: HistoryFilter, options: WatchOptions): AsyncIterable<StoredRecord> {
    const { watchRecords } = await this.#reader();
    yield* watchRecords(this.#database, filter, options);
  }

  async verify(): Promise<Verification> {
    await this.#reader();
    const { verifyChain } = await import('./verify-chain.ts');
    return verifyChain(this.#database);
  }

  flush(): Promise<void> {
    return this.#writer.flush();
  }

  async running(filter: Omit<HistoryFilter, 'status'> = {}): Promise<readonly RunningCall[]> {
    await this.#settleForReaders();
    if (!this.#exists()) return [];
    const { readRunning } = await import('./history-reader.ts');
    return readRunning(this.#database, filter);
  }

  async gaps(): Promise<readonly StoredGap[]> {
    await this.#settleForReaders();
    if (!this.#exists()) return [];
    const { readGaps } = await import('./history-reader.ts');
    return readGaps(this.#database);
  }

  condition(): HistoryCondition {
    return this.#writer.condition();
  }

  /** What was recorded here can be read; calls of processes that are gone become records whose outcome is unknown. */
  async settle(): Promise<void> {
    await this.#writer.flush();
    if (!this.#exists()) return;
    const { DatabaseBatches } = await import('./database-batches.ts');
    const batches = new DatabaseBatches(await this.#database.get(), this.#keep);
    const isLost = createLossCheck();
    await batches.settle((start, now) => isLost(start, now) || this.#writer.hasLostEnd(start.id));
  }

  async close(): Promise<void> {
    clearTimeout(this.#beating);
    await this.#writer.close();
    this.#forget?.();
    this.#forget = undefined;
  }

  #append(line: RecordLine): void | Promise<void> {
    this.#forget ??= atExit({ settle: () => this.#writer.flush(), end: () => this.#writer.end() });
    return this.#writer.append(line);
  }

  /** While calls run, other machines see by this that their process lives. */
  #beatLater(): void {
    this.#beating ??= setTimeout(() => {
      this.#beating = undefined;
      if (this.#running.size > 0) void this.#beat().finally(() => this.#beatLater());
    }, beatEveryMs).unref();
  }

  /** A store that is away now is told the next time. */
  async #beat(): Promise<void> {
    try {
      const { DatabaseBatches } = await import('./database-batches.ts');
      await new DatabaseBatches(await this.#database.get(), this.#keep).beat();
    } catch {
      // Nobody is taken for gone by one missed beat.
    }
  }

  async #reader(): Promise<typeof Reader> {
    await this.#settleForReaders();
    await this.#clean().catch(() => undefined);
    return import('./history-reader.ts');
  }

  /**
   * Who reads finds what was recorded before. A store that took nothing the last time may still be read as far as it goes, and
   * gets only a moment to take what waits.
   */
  async #settleForReaders(): Promise<void> {
    const settled = this.settle().catch(() => undefined);
    const isFailing = this.condition().problem !== undefined;
    await (isFailing ? Promise.race([settled, wait(momentMs, undefined, { ref: false })]) : settled);
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
