import { constants, cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { GivenIdsTable } from '../databases/tables.ts';
import { toColumn } from '../history/record-line.ts';
import { createStore, type Store } from '../store.ts';
import { StoreError } from '../store-error.ts';
import { readDamagedStore } from './read-damaged-store.ts';
import { readUsedIds } from './read-used-ids.ts';
import { usersOf } from './users-of.ts';

export interface Salvaged {
  readonly recovered: number;
  readonly lost: number;
  /** The folder in which the damaged file is kept. */
  readonly kept: string;
}

/** What SQLite keeps beside the file. */
const companions = ['-wal', '-shm', '-journal'];

/**
 * Puts a new store in the place of a damaged one, with the records that can still be read, and keeps the damaged file. Rights
 * are not recovered: a damaged row might grant something that nobody has granted. The damaged store stays in its place until
 * the new one is complete.
 */
export async function salvageStore(file: string): Promise<Salvaged> {
  const users = await usersOf(file);
  if (users.length > 0) throw new StoreError('in_use', { place: file, processes: users.join(', ') });
  const kept = `${file}.damaged-${new Date().toISOString().replaceAll(/[-:.]/gu, '')}`;
  const work = `${file}.salvage-${process.pid}`;
  mkdirSync(kept, { mode: 0o700 });
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { mode: 0o700 });
  try {
    await copyStore(file, kept);
    const counts = await recover(join(kept, basename(file)), work);
    // A log of the damaged file beside the new one would be applied to it.
    for (const end of companions) rmSync(`${file}${end}`, { force: true });
    renameSync(join(work, 'new.db'), file);
    return { ...counts, kept };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Fails when there is something already, so that nothing is lost that was kept before. */
async function copyStore(file: string, folder: string): Promise<void> {
  for (const end of ['', ...companions])
    if (existsSync(`${file}${end}`))
      await copyFile(`${file}${end}`, join(folder, `${basename(file)}${end}`), constants.COPYFILE_EXCL);
}

async function recover(damaged: string, work: string): Promise<Pick<Salvaged, 'recovered' | 'lost'>> {
  // Reading may take in the log, which changes the file: what is kept stays as it was.
  const copy = join(work, 'damaged.db');
  for (const end of ['', '-wal'])
    if (existsSync(`${damaged}${end}`)) cpSync(`${damaged}${end}`, `${copy}${end}`);
  const empty = join(work, 'empty.db');
  const fresh = join(work, 'new.db');
  await withStore(empty, async (store) => void (await store.database.get()));
  const counts = { recovered: 0, lost: 0 };
  await withStore(fresh, async (store) => {
    await store.database.get();
    for (const record of readDamagedStore(copy, { empty })) {
      if (record === undefined) counts.lost++;
      else {
        await store.history.append({ ...record, imported: true });
        counts.recovered++;
      }
    }
    await store.history.flush();
    await keepUsedIds(store, copy);
  });
  return counts;
}

/** Rows that are written at a time. */
const chunk = 500;

/** Otherwise a call that is sent again under its id would run a second time. */
async function keepUsedIds(store: Store, damaged: string): Promise<void> {
  const database = await store.database.get();
  let rows: GivenIdsTable[] = [];
  const insert = async (): Promise<void> => {
    const values = rows;
    rows = [];
    if (values.length > 0)
      await database.write((transaction) =>
        transaction
          .insertInto('given_ids')
          .values(values)
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      );
  };
  const add = async (row: GivenIdsTable): Promise<void> => {
    if (rows.push(row) === chunk) await insert();
  };
  for (const row of readUsedIds(damaged)) await add(row);
  for await (const { agent = '', givenId, callId, time } of store.history.stream())
    if (givenId !== undefined)
      await add({ agent: toColumn(agent), id: toColumn(givenId), call_id: callId, used_at: time });
  await insert();
}

/** Makes a store, and closes it when it is filled: everything is then in the file itself. */
async function withStore(file: string, work: (store: Store) => Promise<void>): Promise<void> {
  const problems: StoreError[] = [];
  const store = createStore({
    place: { kind: 'sqlite', file },
    stateFolder: dirname(file),
    keepDays: Number.MAX_SAFE_INTEGER,
    keepMegabytes: Number.MAX_SAFE_INTEGER,
    onProblem: (problem) => void problems.push(problem),
  });
  try {
    await work(store);
  } finally {
    await store.close();
  }
  const [problem] = problems;
  if (problem !== undefined) throw problem;
  if (existsSync(`${file}-wal`))
    throw new StoreError('not_written', { place: file, detail: 'the log was not taken in' });
}
