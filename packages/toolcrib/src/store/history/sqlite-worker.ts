import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Batch, BatchTarget } from './batch.ts';
import { packLines, type PackedLines } from './packed-lines.ts';
import type { StartRow } from './running-calls.ts';
import type { SqliteBatches, SqliteBatchesOptions } from './sqlite-batches.ts';
import { StoreError, type StoreErrorCode } from '../store-error.ts';

/** What the thread is asked: to write a batch, to write start records, or to end. */
export type WorkerRequest =
  | { readonly kind: 'write'; readonly batch: Omit<Batch, 'lines'> & { readonly lines: PackedLines } }
  | { readonly kind: 'begin'; readonly starts: readonly StartRow[] }
  | { readonly kind: 'close' };

type Work = 'write' | 'begin';

/** What has become of it; no fault when it is done. */
export interface WorkerAnswer {
  readonly kind: Work;
  readonly fault?: WorkerFault | undefined;
}

interface WorkerFault {
  readonly message: string;
  readonly code?: StoreErrorCode;
  readonly data?: ConstructorParameters<typeof StoreError>[1];
}

/** A process that records more than this is a busy one. */
const quietRecords = 200;

/** A process with more start records than this does not let each of them hold up everything else until it is on the disk. */
const quietStarts = 20;

/** Records that the thread writes at once; fewer where calls may wait for their start record behind them. */
const largeBatch = 4000;
const smallBatch = 1000;

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
  #starts = 0;
  /** One of each kind at a time. */
  readonly #waiting = new Map<
    Work,
    { readonly resolve: () => void; readonly reject: (error: unknown) => void }
  >();

  constructor(options: SqliteBatchesOptions, inPlace: SqliteBatches) {
    this.#options = options;
    this.#inPlace = inPlace;
  }

  get batchSize(): number {
    if (this.#thread === undefined) return this.#inPlace.batchSize;
    return this.#starts > 0 ? smallBatch : largeBatch;
  }

  write(batch: Batch): Promise<void> {
    this.#records += batch.lines.length;
    if (this.#records <= quietRecords) return this.#inPlace.write(batch).then(() => nextTurn());
    const { writer, number, lines, gap } = batch;
    return this.#ask({ kind: 'write', batch: { writer, number, lines: packLines(lines), gap } });
  }

  begin(starts: readonly StartRow[]): Promise<void> {
    this.#starts += starts.length;
    const isQuiet = this.#thread === undefined && this.#starts <= quietStarts;
    return isQuiet ? this.#inPlace.begin(starts) : this.#ask({ kind: 'begin', starts });
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
      thread.postMessage({ kind: 'close' } satisfies WorkerRequest, []);
      await ended;
    }
    await this.#inPlace.close();
  }

  #ask(request: Extract<WorkerRequest, { readonly kind: Work }>): Promise<void> {
    const thread = (this.#thread ??= this.#start());
    return new Promise((resolve, reject) => {
      this.#waiting.set(request.kind, { resolve, reject });
      // Who waits for this is not left alone by a process that has nothing else to do.
      thread.ref();
      thread.postMessage(request, []);
    });
  }

  #start(): Worker {
    const thread = new Worker(new URL(program, import.meta.url), { workerData: this.#options });
    thread.unref();
    thread.on('message', (answer: WorkerAnswer) => {
      this.#answered(answer);
      if (this.#waiting.size === 0) thread.unref();
    });
    let reason = 'the thread that writes has ended';
    thread.on('error', (error) => (reason = error instanceof Error ? error.message : reason));
    thread.on('exit', () => {
      if (this.#thread === thread) this.#thread = undefined;
      for (const kind of this.#waiting.keys()) this.#answered({ kind, fault: { message: reason } });
    });
    return thread;
  }

  #answered({ kind, fault }: WorkerAnswer): void {
    const waiting = this.#waiting.get(kind);
    this.#waiting.delete(kind);
    if (fault === undefined) waiting?.resolve();
    else waiting?.reject(toError(fault));
  }
}

function toError({ code, data, message }: WorkerFault): Error {
  return code === undefined || data === undefined ? new Error(message) : new StoreError(code, data);
}
