import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallRecord } from '../../packages/core/dist/index.js';
import { sampleRecord } from '../../packages/core/dist/testing/index.js';
import { createStore, type Store, type StorePlace } from '../../packages/toolcrib/dist/index.js';

export interface OpenedStore {
  readonly store: Store;
  readonly file: string;
  remove(): Promise<void>;
}

/** A store in a file of its own, or at a place. */
export function openStore(place?: StorePlace): OpenedStore {
  const folder = mkdtempSync(join(tmpdir(), 'toolcrib-bench-'));
  const file = join(folder, '.toolcrib', 'store.db');
  const store = createStore({
    place: place ?? { kind: 'sqlite', file },
    stateFolder: folder,
    keepMegabytes: 10_000,
    onProblem: (problem) => {
      throw problem;
    },
  });
  return {
    store,
    file,
    async remove() {
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** A record as the corridor makes it. */
export function recordOf(number: number): CallRecord {
  return sampleRecord({
    callId: `call_bench_${number}`,
    time: Date.now(),
    agent: `agent${number % 4}`,
    tool: `tool${number % 12}`,
    arguments: { path: `src/rooms/file-${number % 100}.ts`, limit: 100 },
    status: number % 20 === 0 ? 'error' : 'success',
    output: { text: 'export const answer = 42;\n'.repeat(8), lines: number },
    risk: 'low',
    sandbox: 'checks',
    executionTimeMs: 1 + (number % 50) / 7,
  });
}
