import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallRecord } from '@toolcrib/core';
import { sampleRecord } from '@toolcrib/core/testing';
import { ownSchema, type TestPostgres } from './databases/postgres.test-support.ts';
import type { StoreError } from './store-error.ts';
import type { StorePlace } from './store-place.ts';
import { createStore, type Store, type StoreOptions } from './store.ts';

/** Stores and folders that are gone when a test is over: `stores(onTestFinished)`. */
export interface TestStores {
  temporaryFolder(this: void): string;
  /** A new, empty place of a kind. */
  placeOf(this: void, kind: StorePlace['kind'], server: TestPostgres): StorePlace;
  /** A store, and what it complained about. */
  openStore(this: void, place: StorePlace, options?: Partial<StoreOptions>): TestStore;
}

interface TestStore extends Store {
  readonly problems: readonly StoreError[];
}

export function stores(onTestFinished: (end: () => void | Promise<void>) => void): TestStores {
  const temporaryFolder = (): string => {
    const folder = mkdtempSync(join(tmpdir(), 'toolcrib-store-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
  };
  return {
    temporaryFolder,
    placeOf(kind, { url }) {
      if (kind === 'memory') return { kind };
      if (kind === 'postgres') return { kind, url, schema: ownSchema() };
      return { kind, file: join(temporaryFolder(), '.toolcrib', 'store.db') };
    },
    openStore(place, options = {}) {
      const problems: StoreError[] = [];
      const stateFolder = options.stateFolder ?? temporaryFolder();
      const onProblem = (problem: StoreError): void => void problems.push(problem);
      const store = createStore({ place, onProblem, ...options, stateFolder });
      onTestFinished(() => store.close());
      return { ...store, problems };
    },
  };
}

let count = 0;

/** A record of a call that went well, with what a test wants to be different. */
export function recordOf(changes: Partial<CallRecord> = {}): CallRecord {
  return sampleRecord({
    callId: `call_${++count}`,
    time: 1_700_000_000_000,
    agent: 'user',
    arguments: { path: 'a.ts' },
    output: { text: 'a' },
    executionTimeMs: 1.5,
    ...changes,
  });
}

/** Records so many calls, named by `name` and a number from 1. */
export async function recordMany(store: Store, calls: number, name = 'call'): Promise<void> {
  for (let n = 1; n <= calls; n++) await store.history.append(recordOf({ callId: `${name}_${n}` }));
}
