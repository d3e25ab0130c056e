import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallRecord } from '../../packages/core/dist/index.js';
import { createStore, type Store } from '../../packages/toolcrib/dist/index.js';

export interface OpenedStore {
  readonly store: Store;
  readonly file: string;
  remove(): Promise<void>;
}

/** A store in a file of its own. */
export function openStore(): OpenedStore {
  const folder = mkdtempSync(join(tmpdir(), 'toolcrib-bench-'));
  const file = join(folder, '.toolcrib', 'store.db');
  const store = createStore({
    place: { kind: 'sqlite', file },
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
  return {
    callId: `call_bench_${number}`,
    parentCallId: undefined,
    requestId: undefined,
    replayOf: undefined,
    time: Date.now(),
    agent: `agent${number % 4}`,
    tool: `tool${number % 12}`,
    version: '1.0.0',
    arguments: { path: `src/rooms/file-${number % 100}.ts`, limit: 100 },
    status: number % 20 === 0 ? 'error' : 'success',
    output: { text: 'export const answer = 42;\n'.repeat(8), lines: number },
    error: undefined,
    errorCode: undefined,
    errorType: undefined,
    errorData: undefined,
    stack: undefined,
    causes: [],
    station: undefined,
    rule: undefined,
    risk: 'low',
    approvedBy: undefined,
    approvalId: undefined,
    grantId: undefined,
    sandbox: 'checks',
    executionTimeMs: 1 + (number % 50) / 7,
    usage: undefined,
    attempts: 1,
    outcomeUnknown: false,
  };
}
