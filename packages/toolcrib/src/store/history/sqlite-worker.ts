import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Batch, BatchTarget } from './batch.ts';
import { packLines, type PackedLines } from './packed-lines.ts';
import type { StartRow } from './running-calls.ts';
import type { SqliteBatches, SqliteBatchesOptions } from './sqlite-batches.ts';
import { StoreError, type StoreErrorCode } from '../store-error.ts';

/** What the thread is asked: to write a batch, or to end. */
export type WorkerRequest = (Omit<Batch, 'lines'> & { readonly lines: PackedLines }) | 'close';

/** Nothing when the batch is written, else why not. */
export type WorkerAnswer =
  | undefined
  | {
      readonly message: string;
      readonly code?: StoreErrorCode;
      readonly data?: ConstructorParameters<typeof StoreError>[1];
    };

/** A process that records more than this is a busy one. */
const quietRecords = 200;

/** Where the thread's program is, among the sources and in what is built. */
const program = import.meta.url.endsWith('.ts') ? './history-worker.ts' : '../store/history-worker.js';

/**
 * Writes batches in a thread of its own once there are many: neither the writing nor the disk then holds up a call. Few
 * records are written in place, because starting a thread takes longer than writing them.
 */
export class SqliteWorker implements BatchTarget {
  readonly #options: SqliteBatchesOptions;
  readonly #inPlace: SqliteBatches;
  #thread: Worker | undefined = undefined;
  #records = 0;
  #settle: { resolve(): void; reject(error: unknown): void } | undefined = undefined;

  constructor(options: SqliteBatchesOptions, inPlace: SqliteBatches) {
    this.#options = options;
    this.#inPlace = inPlace;
  }

  get batchSize(): number {
    return this.#thread === undefined ? this.#inPlace.batchSize : 4000;
  }

  write(batch: Batch): Promise<void> {
    this.#records += batch.lines.length;
    if (this.#records <= quietRecords) return this.#inPlace.write(batch).then(() => nextTurn());
    const thread = (this.#thread ??= this.#start());
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      // Who waits for this is not left alone by a process that has nothing else to do.
      thread.ref();
      const { writer, number, lines, gap } = batch;
      thread.postMessage({ writer, number, lines: packLines(lines), gap } satisfies WorkerRequest, []);
    });
  }

  /** In place: the call waits for it, and for nothing else. */
  begin(starts: readonly StartRow[]): Promise<void> {
    return this.#inPlace.begin(starts);
  }

  /** The thread may be writing this very batch: whoever comes second finds it written. */
  writeNow(batch: Batch): void {
    this.#inPlace.writeNow(batch);
  }

  async close(): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    if (thread !== undefined) {
      const ended = new Promise((resolve) => thread.once('exit', resolve));
      thread.ref();
      thread.postMessage('close' satisfies WorkerRequest, []);
      await ended;
    }
    await this.#inPlace.close();
  }

  #start(): Worker {
    const thread = new Worker(new URL(program, import.meta.url), { workerData: this.#options });
    thread.unref();
    thread.on('message', (answer: WorkerAnswer) => {
      thread.unref();
      this.#answered(answer);
    });
    let reason = 'the thread that writes has ended';
    thread.on('error', (error) => (reason = error instanceof Error ? error.message : reason));
    thread.on('exit', () => {
      if (this.#thread === thread) this.#thread = undefined;
      this.#answered({ message: reason });
    });
    return thread;
  }

  #answered(answer: WorkerAnswer): void {
    const settle = this.#settle;
    this.#settle = undefined;
    if (answer === undefined) settle?.resolve();
    else settle?.reject(toError(answer));
  }
}

function toError({ code, data, message }: NonNullable<WorkerAnswer>): Error {
  return code === undefined || data === undefined ? new Error(message) : new StoreError(code, data);
}
