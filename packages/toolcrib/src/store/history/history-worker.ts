import { parentPort, workerData } from 'node:worker_threads';
import { unpackLines } from './packed-lines.ts';
import { SqliteBatches, type SqliteBatchesOptions } from './sqlite-batches.ts';
import { inTurn } from '../databases/sqlite-connection.ts';
import { StoreError } from '../store-error.ts';
import type { WorkerAnswer, WorkerRequest } from './sqlite-worker.ts';

/** Runs in a thread of its own: writes the batches that `SqliteWorker` sends. */
const options = workerData as SqliteBatchesOptions;
let batches: SqliteBatches | undefined;

parentPort?.on('message', (request: WorkerRequest) => void answer(request));

async function answer(request: WorkerRequest): Promise<void> {
  if (request === 'close') {
    await batches?.close();
    parentPort?.close();
    return;
  }
  parentPort?.postMessage(await write(request), []);
}

async function write({ writer, number, lines }: Exclude<WorkerRequest, 'close'>): Promise<WorkerAnswer> {
  try {
    // The process has opened and migrated the file before it started this thread.
    batches ??= await inTurn(options, () => new SqliteBatches(options));
    await batches.write({ writer, number, lines: unpackLines(lines) });
    return undefined;
  } catch (error) {
    if (error instanceof StoreError) return { code: error.code, data: error.data, message: error.message };
    return { message: error instanceof Error ? error.message : String(error) };
  }
}
