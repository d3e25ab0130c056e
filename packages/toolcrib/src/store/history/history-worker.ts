import { parentPort, workerData } from 'node:worker_threads';
import { unpackLines } from './packed-lines.ts';
import { SqliteBatches, type SqliteBatchesOptions } from './sqlite-batches.ts';
import { inTurn } from '../databases/sqlite-connection.ts';
import { StoreError } from '../store-error.ts';
import type { WorkerAnswer, WorkerRequest } from './sqlite-worker.ts';

/** Runs in a thread of its own: writes the batches and start records that `SqliteWorker` sends. */
const options = workerData as SqliteBatchesOptions;
let opening: Promise<SqliteBatches> | undefined;

parentPort?.on('message', (request: WorkerRequest) => void answer(request));

async function answer(request: WorkerRequest): Promise<void> {
  if (request.kind === 'close') {
    await (await opening?.catch(() => undefined))?.close();
    parentPort?.close();
    return;
  }
  const { kind } = request;
  parentPort?.postMessage({ kind, fault: await faultOf(request) } satisfies WorkerAnswer, []);
}

/** Undefined when it is done. */
async function faultOf(
  request: Exclude<WorkerRequest, { readonly kind: 'close' }>,
): Promise<WorkerAnswer['fault']> {
  try {
    const batches = await opened();
    if (request.kind === 'begin') await batches.begin(request.starts);
    else await batches.write({ ...request.batch, lines: unpackLines(request.batch.lines) });
    return undefined;
  } catch (error) {
    if (error instanceof StoreError) return { code: error.code, data: error.data, message: error.message };
    return { message: error instanceof Error ? error.message : String(error) };
  }
}

/** The process has opened and migrated the file before it started this thread. */
function opened(): Promise<SqliteBatches> {
  opening ??= inTurn(options, () => new SqliteBatches(options)).catch((error: unknown) => {
    opening = undefined;
    throw error;
  });
  return opening;
}
