import type { Batch, BatchTarget } from './batch.ts';
import type { Journal } from './journal.ts';
import { LostRecords } from './lost-records.ts';
import type { MissingRecords } from './missing-records.ts';
import { randomName } from '../random-name.ts';
import type { RecordLine } from './record-line.ts';
import type { StartRow } from './running-calls.ts';
import { StoreError } from '../store-error.ts';
import { StartWriter } from './start-writer.ts';
import type { HistoryCondition } from './stored-history.ts';

export interface HistoryWriterOptions {
  /** Opens the store: called by the first record, and again after it failed. */
  readonly open: () => Promise<BatchTarget>;
  readonly journal: Journal;
  readonly missing: MissingRecords;
  /** The store, as people are told of it. */
  readonly place: string;
  /** Hears what went wrong, once until it goes well again. */
  readonly onProblem: (problem: StoreError) => void;
}

/** Somebody who waits until so many records are written. */
interface Flush {
  readonly upTo: number;
  readonly resolve: () => void;
  readonly reject: (failure: StoreError) => void;
}

/** Milliseconds that a record waits for others to be written with. */
const flushDelayMs = 20;
/** So much is written at once without waiting for more. */
const enough = { records: 500, bytes: 512 * 1024 };
/** A batch has no more than that, whatever its records are. */
const maxBatchBytes = 2 * 1024 * 1024;
/** More than this does not wait in memory. */
const maxWaiting = { records: 10_000, bytes: 16 * 1024 * 1024 };
const firstPauseMs = 100;
const longestPauseMs = 5000;

/**
 * Writes records behind the calls: they wait in memory for a moment and are written together. Callers are held back when
 * they are faster than the store. While a store fails it is tried again and again; what then has no room, or is still
 * waiting when the process ends, goes to the journal, and the next process that opens the store takes it in. What not even
 * the journal takes is lost; it is counted, and a gap in the chain tells of it as soon as the store can be written.
 */
export class HistoryWriter {
  readonly #options: HistoryWriterOptions;
  readonly #starts: StartWriter;
  readonly #lost: LostRecords;
  #target: BatchTarget | undefined = undefined;
  #opening: Promise<BatchTarget> | undefined = undefined;
  /** Something may wait in the journal: nothing was taken in yet, or the store has failed since. */
  #isBehind = true;
  #lines: RecordLine[] = [];
  #bytes = 0;
  /** The batch that is being written, or whose writing failed. It stays the same: perhaps it was written after all. */
  #batch: Batch | undefined = undefined;
  #writer: string | undefined = undefined;
  #written = 0;
  #timer: NodeJS.Timeout | undefined = undefined;
  #draining: Promise<void> | undefined = undefined;
  #pauseMs = 0;
  #failure: StoreError | undefined = undefined;
  /** Of the records that wait, those of calls that have no start record. */
  #untraced = 0;
  #waiting: (() => void)[] = [];
  /** Records that came in, and those of them that are written or given up. */
  #appended = 0;
  #settled = 0;
  #flushes: Flush[] = [];

  constructor(options: HistoryWriterOptions) {
    const { missing, place, onProblem } = options;
    this.#options = options;
    this.#starts = new StartWriter({
      open: () => this.#opened(),
      toFailure: (cause) => this.#toFailure(cause),
      onFailure: (failure) => this.#tellFirst(failure),
    });
    this.#lost = new LostRecords({
      missing,
      onLost: (count, detail) => onProblem(new StoreError('records_lost', { place, count, detail })),
    });
  }

  /** Undefined while there is room; a promise of room when there is none. */
  append(line: RecordLine): Promise<void> | undefined {
    this.#lines.push(line);
    this.#bytes += line.text.length;
    this.#appended++;
    if (line.isStarted !== true) this.#untraced++;
    if (this.#failure === undefined) {
      if (this.#lines.length >= enough.records || this.#bytes >= enough.bytes) void this.#drain();
      else this.#timer ??= this.#later(flushDelayMs);
      return this.#hasRoom() ? undefined : new Promise((resolve) => this.#waiting.push(resolve));
    }
    if (this.#hasRoom()) this.#noteMissing();
    else this.#spill();
    return undefined;
  }

  condition(): HistoryCondition {
    const { journal, missing } = this.#options;
    const others = missing.ofOthers();
    return {
      problem: this.#failure ?? this.#starts.failure,
      waiting: (this.#failure === undefined ? 0 : this.#untraced) + journal.count() + others.waiting,
      lost: this.#lost.count + others.lost,
    };
  }

  /** Whether the record of how a call ended is lost, although its start record was written. */
  hasLostEnd(startId: string): boolean {
    return this.#lost.hasEnd(startId);
  }

  /** Resolves when the start record is on the disk. */
  begin(start: StartRow): Promise<void> {
    return this.#starts.write(start);
  }

  /** Writes what waits now; rejects when the store does not take it. What comes later is not waited for. */
  async flush(): Promise<void> {
    if (this.#settled === this.#appended) return this.#takeInFirst();
    const written = new Promise<void>((resolve, reject) => {
      this.#flushes.push({ upTo: this.#appended, resolve, reject });
    });
    void this.#drain();
    await written;
  }

  /** Writes what waits, to the journal if nothing else helps. */
  async close(): Promise<void> {
    // Who has recorded nothing has nothing to write, and opens nothing for it.
    if (this.#unsettled > 0) await this.flush().catch(() => undefined);
    clearTimeout(this.#timer);
    this.#spill();
    this.#lost.tell();
    await this.#starts.idle();
    await this.#target?.close();
    this.#target = undefined;
    this.#isBehind = true;
  }

  /** The process ends now: what waits is written without waiting. */
  end(): void {
    clearTimeout(this.#timer);
    try {
      const target = this.#target;
      if (target?.writeNow === undefined || this.#failure !== undefined) return;
      for (let batch = this.#nextBatch(); batch !== undefined; batch = this.#nextBatch()) {
        target.writeNow(batch);
        this.#done(batch);
      }
    } catch {
      // What is left goes to the journal.
    } finally {
      this.#spill();
      this.#lost.tell();
    }
  }

  /** Records that came in and are neither written nor given up. */
  get #unsettled(): number {
    return this.#appended - this.#settled;
  }

  /** Whoever only reads finds what waits as well. */
  async #takeInFirst(): Promise<void> {
    const { journal, missing } = this.#options;
    if (!this.#isBehind || (journal.waiting().length === 0 && missing.leftBehind().length === 0)) return;
    await this.#drain();
    if (this.#failure !== undefined) throw this.#failure;
  }

  async #opened(): Promise<BatchTarget> {
    if (this.#target !== undefined) return this.#target;
    this.#opening ??= this.#options.open().finally(() => (this.#opening = undefined));
    return (this.#target = await this.#opening);
  }

  #hasRoom(): boolean {
    return this.#lines.length < maxWaiting.records && this.#bytes < maxWaiting.bytes;
  }

  #later(milliseconds: number): NodeJS.Timeout {
    // The end of the process has its own way to write.
    const wake = (): void => {
      // Also when a batch is being written already: the next record must find that nobody is waiting any more.
      this.#timer = undefined;
      void this.#drain();
    };
    return setTimeout(wake, milliseconds).unref();
  }

  #drain(): Promise<void> {
    this.#draining ??= this.#drainOnce().finally(() => (this.#draining = undefined));
    return this.#draining;
  }

  async #drainOnce(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    try {
      const target = await this.#opened();
      if (this.#isBehind) await this.#takeIn(target);
      this.#isBehind = false;
      await this.#lost.chain(target);
      for (let batch = this.#nextBatch(); batch !== undefined; batch = this.#nextBatch()) {
        await target.write(batch);
        // Whoever waits for room is let in after the next batch is on its way, which need not wait for them.
        this.#done(batch);
      }
      this.#failure = undefined;
      this.#starts.recovered();
      this.#pauseMs = 0;
      this.#options.missing.clear();
    } catch (error) {
      this.#failed(error);
    }
  }

  /** What could not be written before, by this process or another, comes first. */
  async #takeIn(target: BatchTarget): Promise<void> {
    const { journal, missing, onProblem } = this.#options;
    for (const waiting of journal.waiting()) {
      const batch = waiting.read();
      if (batch === 'gone') continue;
      if (batch === 'unreadable') {
        const { writer, number, records } = waiting;
        const gap = { records, since: Date.now(), until: Date.now() };
        if (records > 0) await target.write({ writer, number, lines: [], gap });
        onProblem(new StoreError('journal_unreadable', { file: waiting.setAside() }));
      } else {
        await target.write(batch);
        waiting.remove();
      }
    }
    for (const { name, gap, remove } of missing.leftBehind()) {
      if (gap.records > 0) await target.write({ writer: name, number: 1, lines: [], gap });
      remove();
    }
  }

  #nextBatch(): Batch | undefined {
    if (this.#batch === undefined && this.#lines.length > 0)
      this.#batch = {
        writer: (this.#writer ??= randomName()),
        number: this.#written + 1,
        lines: this.#take(),
      };
    return this.#batch;
  }

  #take(): readonly RecordLine[] {
    let bytes = 0;
    let count = 0;
    const { batchSize } = this.#target ?? { batchSize: enough.records };
    while (count < this.#lines.length && count < batchSize && bytes < maxBatchBytes)
      bytes += (this.#lines[count++] as RecordLine).text.length;
    this.#bytes -= bytes;
    return this.#lines.splice(0, count);
  }

  #done(batch: Batch): void {
    // It may have gone to the journal while it was being written.
    if (batch === this.#batch) {
      this.#written = batch.number;
      this.#batch = undefined;
      this.#settled += batch.lines.length;
      for (const { isStarted } of batch.lines) if (isStarted !== true) this.#untraced--;
      const settled = this.#flushes.filter(({ upTo }) => upTo <= this.#settled);
      this.#flushes = this.#flushes.filter(({ upTo }) => upTo > this.#settled);
      for (const { resolve } of settled) resolve();
    }
    if (this.#hasRoom()) this.#letIn();
  }

  #letIn(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }

  #failed(error: unknown): void {
    const failure = this.#toFailure(error);
    this.#tellFirst(failure);
    this.#failure = failure;
    this.#isBehind = true;
    this.#pauseMs = Math.min(Math.max(this.#pauseMs * 2, firstPauseMs), longestPauseMs);
    this.#timer = this.#later(this.#pauseMs);
    const flushes = this.#flushes;
    this.#flushes = [];
    for (const { reject } of flushes) reject(failure);
    if (this.#hasRoom()) this.#noteMissing();
    else this.#spill();
    this.#letIn();
  }

  /** Everything that waits goes to the journal. What does not even go there is lost, and the first time that is told. */
  #spill(): void {
    for (let batch = this.#nextBatch(); batch !== undefined; batch = this.#nextBatch()) {
      try {
        this.#options.journal.write(batch);
      } catch (error) {
        this.#lost.lose(batch.lines, error);
      }
      this.#done(batch);
    }
    // Whoever takes the journal in counts on: later batches must not look as if they had been written before.
    this.#writer = undefined;
    this.#written = 0;
    this.#noteMissing();
    if (!this.#lost.isTold) this.#lost.tell();
  }

  #noteMissing(): void {
    if (this.#failure === undefined && this.#lost.count === 0) return;
    const first = this.#batch?.lines[0] ?? this.#lines[0];
    const last = this.#lines.at(-1) ?? this.#batch?.lines.at(-1);
    this.#lost.note({ records: this.#untraced, since: first?.time, until: last?.time });
  }

  /** Told once until the store is well again. */
  #tellFirst(failure: StoreError): void {
    if (this.#failure === undefined && this.#starts.failure === undefined) this.#options.onProblem(failure);
  }

  #toFailure(cause: unknown): StoreError {
    if (cause instanceof StoreError) return cause;
    const detail = cause instanceof Error ? cause.message : String(cause);
    return new StoreError('not_written', { place: this.#options.place, detail }, { cause });
  }
}
