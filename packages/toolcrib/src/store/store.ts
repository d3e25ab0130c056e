import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { GivenIds } from '@toolcrib/core';
import type { BatchTarget } from './history/batch.ts';
import type { Database } from './databases/database.ts';
import { WrittenHistory } from './history/written-history.ts';
import { createJournal } from './history/journal.ts';
import { createMissingRecords } from './history/missing-records.ts';
import { LazyDatabase } from './databases/lazy-database.ts';
import type { Keep } from './history/retention.ts';
import type { StoreError } from './store-error.ts';
import { describePlace, type StorePlace } from './store-place.ts';
import { createStoredApprovals, type StoredApprovals } from './approvals/stored-approvals.ts';
import { createStoredGrants, type StoredGrants } from './approvals/stored-grants.ts';
import type { StoredPlans, StoredPlansOptions } from './plans/stored-plans.ts';
import { createStoredGivenIds } from './history/stored-given-ids.ts';
import type { StoredHistory } from './history/stored-history.ts';
import { createStoredExperience, type StoredExperience } from './experience/stored-experience.ts';
import { createStoredTokens, type StoredTokens } from './tokens/stored-tokens.ts';
import { createStoredStatistics, type StoredStatistics } from './statistics/stored-statistics.ts';

export interface StoreOptions {
  readonly place: StorePlace;
  /** A folder that can be written, for what the store itself does not take. */
  readonly stateFolder: string;
  /** Days that the records of calls are kept. @default 30 */
  readonly keepDays?: number | undefined;
  /** Megabytes of records that are kept. @default 512, in memory 32 */
  readonly keepMegabytes?: number | undefined;
  /** Milliseconds for one query; of SQLite, until others let us write. @default 10,000 */
  readonly queryTimeout?: number | undefined;
  /** Which plans that nobody runs go on here by themselves. @default all */
  readonly plans?: Pick<StoredPlansOptions, 'seal' | 'adoptsAll'> | undefined;
  /** Hears of what goes wrong behind the calls. */
  readonly onProblem: (problem: StoreError) => void;
}

/** What outlives the process. Nothing is opened, made or loaded before the first read or write. */
export interface Store {
  readonly place: StorePlace;
  readonly history: StoredHistory;
  /** Under which ids agents have made calls. */
  readonly givenIds: GivenIds;
  /** The questions that people are asked. */
  readonly approvals: StoredApprovals;
  /** What people have said yes to for good. */
  readonly grants: StoredGrants;
  readonly statistics: StoredStatistics;
  /** What calls and people teach about tools. */
  readonly experience: StoredExperience;
  /** What opens the HTTP service. */
  readonly tokens: StoredTokens;
  /** Plans and how far they have come; loaded when it is asked for. */
  readonly plans: () => Promise<StoredPlans>;
  /** For the parts that are not history. */
  readonly database: LazyDatabase;
  /** Reads and writes, and leaves nothing behind. Rejects with the reason when the store cannot be used. */
  try(): Promise<void>;
  /** Looks through a file for damage. Rejects with what is wrong. */
  check(options?: { readonly thorough?: boolean }): Promise<void>;
  /** Writes what is waiting, and lets go of everything. */
  close(): Promise<void>;
}

export function createStore(options: StoreOptions): Store {
  const {
    place,
    stateFolder,
    keepDays = 30,
    keepMegabytes = place.kind === 'memory' ? 32 : 512,
    queryTimeout,
    onProblem,
    plans: ownership,
  } = options;
  const keep = { days: keepDays, bytes: keepMegabytes * 1_000_000 };
  const database = new LazyDatabase(() => openDatabase(place, queryTimeout));
  const exists = (): boolean => place.kind !== 'sqlite' || existsSync(place.file);
  const unwritten = (): string => join(stateFolder, 'unwritten', keyOf(place, stateFolder));
  const history = new WrittenHistory({
    database,
    keep,
    exists,
    place: describePlace(place),
    open: () => openTarget({ place, keep, patience: queryTimeout }, database),
    journal: createJournal(unwritten),
    missing: createMissingRecords(unwritten),
    onProblem,
  });
  const approvals = createStoredApprovals(database);
  const reading = { flush: () => history.settle(), exists };
  const statistics = createStoredStatistics(database, reading);
  let plans: Promise<StoredPlans> | undefined;
  return {
    place,
    history,
    givenIds: createStoredGivenIds(database, { keepFor: keepDays * dayMs }),
    approvals,
    grants: createStoredGrants(database),
    statistics,
    experience: createStoredExperience(database, statistics, reading),
    tokens: createStoredTokens(database),
    plans: () => (plans ??= openPlans(database, { ...ownership, keepFor: keepDays * dayMs })),
    database,
    async try() {
      const { tryDatabase } = await import('./check-store.ts');
      await tryDatabase(database);
    },
    async check(how) {
      const { checkFile } = await import('./check-store.ts');
      await checkFile(database, { place, ...how });
    },
    async close() {
      await approvals.idle();
      await (await plans)?.idle();
      await history.close();
      await database.close();
    },
  };
}

async function openDatabase(place: StorePlace, queryTimeout: number | undefined): Promise<Database> {
  if (place.kind === 'postgres') {
    const { openPostgres } = await import('./databases/postgres.ts');
    return openPostgres({ ...place, queryTimeout });
  }
  const { openSqlite } = await import('./databases/sqlite.ts');
  const file = place.kind === 'memory' ? ':memory:' : place.file;
  const { inTurn } = await import('./databases/sqlite-connection.ts');
  return inTurn({ file, patience: queryTimeout }, () => openSqlite(file, { patience: queryTimeout }));
}

interface TargetOptions {
  readonly place: StorePlace;
  readonly keep: Keep;
  readonly patience: number | undefined;
}

async function openTarget(
  { place, keep, patience }: TargetOptions,
  database: LazyDatabase,
): Promise<BatchTarget> {
  if (place.kind === 'sqlite') {
    const { openSqliteBatches } = await import('./history/sqlite-batches.ts');
    const { SqliteWorker } = await import('./history/sqlite-worker.ts');
    const options = { file: place.file, keep, patience };
    return new SqliteWorker(options, await openSqliteBatches(options, () => database.get()));
  }
  const { DatabaseBatches } = await import('./history/database-batches.ts');
  return new DatabaseBatches(await database.get(), keep);
}

const dayMs = 24 * 60 * 60 * 1000;

async function openPlans(database: LazyDatabase, options: StoredPlansOptions): Promise<StoredPlans> {
  const opened = await import('./plans/stored-plans.ts');
  return new opened.StoredPlans(database, options);
}

/** What waits for one store is not given to another. A store of the state folder moves with it. */
function keyOf(place: StorePlace, stateFolder: string): string {
  const { createHash } = process.getBuiltinModule('node:crypto');
  const named = place.kind === 'sqlite' ? { ...place, file: relative(stateFolder, place.file) } : place;
  return createHash('sha256').update(JSON.stringify(named)).digest('hex').slice(0, 16);
}
