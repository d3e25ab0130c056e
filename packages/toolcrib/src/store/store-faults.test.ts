import { chmodSync, chownSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ToolService } from '@toolcrib/core';
import { createClient } from './databases/postgres.ts';
import { startPostgres, unprivileged, type TestPostgres } from './databases/postgres.test-support.ts';
import { inspect, killRecordings, startRecording } from './history/recording-processes.test-support.ts';
import { recordMany, stores } from './store.test-support.ts';
import type { Store } from './store.ts';

let server: TestPostgres;
beforeAll(async () => void (server = await startPostgres()));
afterAll(() => server.stop());

const { openStore, placeOf, temporaryFolder } = stores(onTestFinished);
const kinds = ['sqlite', 'postgres'] as const;
const sound = { missing: [], doubled: [], torn: [], verification: { ok: true } };

describe.each(kinds)('%s', (kind) => {
  const target = (): { place: ReturnType<typeof placeOf>; stateFolder: string } => ({
    place: placeOf(kind, server),
    stateFolder: temporaryFolder(),
  });

  test('a process that is killed loses nothing that was said to be written', async () => {
    let seed = 7;
    const random = (): number => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
    const report = await killRecordings(target(), { kills: 4, atOnce: 2, random });
    expect(report).toMatchObject({ ...sound, kills: 4 });
    expect(report.acknowledged).toBeGreaterThan(0);
  });

  test('eight processes write one chain, and nothing is lost or doubled', async () => {
    const into = target();
    const names = Array.from({ length: 8 }, (_, at) => `process${at}`);
    const all = names.map((name) => startRecording({ ...into, name, calls: 250 }));
    for (const recording of all) expect(await recording.ended()).toBe(0);
    const written = new Map(names.map((name) => [name, 250]));
    expect(await inspect(into, written)).toMatchObject({ ...sound, records: 2000 });
  });

  test.each([
    ['has nothing left to do', 'return', undefined, 0, 3],
    ['exits at once', 'exit', undefined, 3, 3],
    ['exits in the middle', 'exit', undefined, 3, 700],
    ['is asked to end', 'stay', 'SIGTERM', 'SIGTERM', 700],
    ['is interrupted', 'stay', 'SIGINT', 'SIGINT', 3],
    ['handles the signal itself', 'own-handler', 'SIGTERM', 5, 700],
  ] as const)('a process that %s has written everything', async (_, ending, signal, expected, calls) => {
    const into = target();
    const recording = startRecording({ ...into, name: 'last', calls, ending });
    await recording.said('recorded');
    if (signal !== undefined) recording.child.kill(signal);
    expect(await recording.ended()).toBe(expected);
    // What could not be written any more is found by the next process.
    expect(await inspect(into, new Map([['last', calls]]))).toMatchObject({ ...sound, records: calls });
  });
});

/** A service that records, and whether each call ends as it should. */
function serviceOver(store: Store): (value: number) => Promise<boolean> {
  const service = new ToolService({ builtins: false, history: store.history });
  service.registerTool({
    name: 'echo',
    description: 'Gives back what it was given.',
    parameters: { type: 'object' },
    annotations: { readOnly: true },
    run: (input: object) => input,
  });
  return async (value) => {
    const result = await service.execute('echo', { value }, { callId: `call_${value}` });
    return result.status === 'success';
  };
}

/** Waits until somebody else reads as many records: nobody has told the writer to try again. */
async function untilWritten(store: Store, records: number): Promise<void> {
  for (;;) {
    const found = await store.history.verify().catch(() => undefined);
    if (found?.records === records) return;
    await wait(50);
  }
}

describe('a store that cannot be written', () => {
  test('leaves calls alone, says so once, and is written as soon as it can be', async () => {
    const place = placeOf('sqlite', server);
    if (place.kind !== 'sqlite') throw new Error('not a file');
    const folder = dirname(place.file);
    writeFileSync(folder, 'in the way');
    const store = openStore(place);
    const call = serviceOver(store);
    for (let n = 1; n <= 50; n++) expect(await call(n)).toBe(true);
    await expect(store.history.flush()).rejects.toMatchObject({ code: 'not_writable' });
    await expect(store.history.flush()).rejects.toMatchObject({ code: 'not_writable' });
    expect(store.problems.map(({ code }) => code)).toEqual(['not_writable']);
    rmSync(folder);
    await untilWritten(openStore(place), 50);
    expect(await store.history.verify()).toMatchObject({ ok: true, records: 50 });
  });

  test('has what it missed waiting in the state folder when the process ends', async () => {
    const place = placeOf('sqlite', server);
    if (place.kind !== 'sqlite') throw new Error('not a file');
    const stateFolder = temporaryFolder();
    const folder = dirname(place.file);
    writeFileSync(folder, 'in the way');
    const first = openStore(place, { stateFolder });
    await recordMany(first, 1200);
    await first.close();
    rmSync(folder);
    const second = openStore(place, { stateFolder });
    await recordMany(second, 1, 'next');
    expect(await second.history.verify()).toMatchObject({ ok: true, records: 1201 });
    const { records } = await second.history.list({ limit: 2 });
    expect(records.map(({ callId }) => callId)).toEqual(['next_1', 'call_1200']);
    const [counted] = await second.statistics.rollups();
    expect(counted?.rollup).toMatchObject({ calls: 1201, outputBytes: 1201 * '{"text":"a"}'.length });
    expect(readdirSync(join(stateFolder, 'unwritten'), { recursive: true })).toHaveLength(1);
  });

  test('says how much is lost when the state folder cannot be written either', async () => {
    const place = placeOf('sqlite', server);
    if (place.kind !== 'sqlite') throw new Error('not a file');
    const stateFolder = join(temporaryFolder(), 'file');
    writeFileSync(dirname(place.file), 'in the way');
    writeFileSync(stateFolder, 'in the way');
    const store = openStore(place, { stateFolder });
    await recordMany(store, 10);
    await store.close();
    expect(store.problems.map(({ code, data }) => [code, 'count' in data ? data.count : 0])).toEqual([
      ['not_writable', 0],
      ['records_lost', 10],
    ]);
  });

  test('takes in what another process could not write only once, and keeps what nobody can read', async () => {
    const place = placeOf('sqlite', server);
    if (place.kind !== 'sqlite') throw new Error('not a file');
    const stateFolder = temporaryFolder();
    writeFileSync(dirname(place.file), 'in the way');
    const first = openStore(place, { stateFolder });
    await recordMany(first, 2);
    await first.close();
    rmSync(dirname(place.file));
    const [key = ''] = readdirSync(join(stateFolder, 'unwritten'));
    const folder = join(stateFolder, 'unwritten', key);
    const [name = ''] = readdirSync(folder);
    const copy = readFileSync(join(folder, name));
    writeFileSync(join(folder, 'abc-0000000001-7.jsonl'), 'half a li');

    const both = [openStore(place, { stateFolder }), openStore(place, { stateFolder })];
    await Promise.all(both.map((store, at) => recordMany(store, 1, `both${at}`)));
    await Promise.all(both.map(({ history }) => history.flush()));
    writeFileSync(join(folder, name), copy);
    const third = openStore(place, { stateFolder });
    await recordMany(third, 1, 'third');
    // What cannot be read is missing, and the chain says so.
    expect(await third.history.verify()).toMatchObject({ ok: true, records: 5, gaps: [{ records: 7 }] });
    expect(readdirSync(folder)).toEqual(['abc-0000000001-7.jsonl.unreadable']);
    expect(both.flatMap(({ problems }) => problems.map(({ code }) => code))).toContain('journal_unreadable');
  });
});

/** Root may write everywhere; the test needs somebody who may not. */
const user = unprivileged();

test.skipIf(user === undefined)(
  'a folder that may not be written holds up no call, and what was recorded waits in the state folder',
  async () => {
    const place = placeOf('sqlite', server);
    if (place.kind !== 'sqlite' || user === undefined) throw new Error('not a file');
    const made = openStore(place);
    await made.history.list();
    await made.close();
    const [folder, stateFolder] = [dirname(place.file), temporaryFolder()];
    chownSync(stateFolder, user.uid, user.gid);
    chmodSync(dirname(folder), 0o755);
    const files = readdirSync(folder).map((name) => join(folder, name));
    const give = ({ uid, gid }: { uid: number; gid: number }): void =>
      [folder, ...files].forEach((path) => chownSync(path, uid, gid));
    give(user);
    for (const file of files) chmodSync(file, 0o400);
    chmodSync(folder, 0o500);

    const recording = startRecording({ place, stateFolder, name: 'refused', calls: 300 }, { user });
    expect(await recording.ended()).toBe(0);
    expect(recording.lines.toSorted()).toEqual(['problem not_writable', 'recorded 300']);

    give({ uid: 0, gid: 0 });
    chmodSync(folder, 0o700);
    for (const file of files) chmodSync(file, 0o600);
    expect(await inspect({ place, stateFolder }, new Map([['refused', 300]]))).toMatchObject({
      ...sound,
      records: 300,
    });
  },
);

test.skipIf(process.platform !== 'linux')(
  'a full disk holds up no call, and what waited is written when there is room',
  async () => {
    const into = { place: placeOf('sqlite', server), stateFolder: temporaryFolder() };
    // Files of more than 512 KB cannot be written, as on a disk that is full.
    const full = startRecording(
      { ...into, name: 'full', calls: 3000, ending: 'stay' },
      { shell: "trap '' XFSZ; ulimit -S -f 512;" },
    );
    await full.said('problem not_writable');
    await full.said('recorded 3000');
    execFileSync('prlimit', ['--pid', String(full.child.pid), '--fsize=unlimited']);
    const reader = openStore(into.place);
    await untilWritten(reader, 3000);
    full.child.kill('SIGTERM');
    expect(await full.ended()).toBe('SIGTERM');
    expect(await inspect(into, new Map([['full', 3000]]))).toMatchObject({ ...sound, records: 3000 });
  },
);

test('a record that comes while a batch takes long holds up none of those after it', async () => {
  const place = placeOf('postgres', server);
  if (place.kind !== 'postgres') throw new Error('not a server');
  const [store, reader] = [openStore(place), openStore(place)];
  await recordMany(store, 1, 'before');
  await untilWritten(reader, 1);
  const other = await createClient(place);
  await other.connect();
  onTestFinished(() => other.end());
  await other.query('begin');
  await other.query('select * from chain for update');
  await recordMany(store, 1, 'first');
  await untilWaiting(other);
  await recordMany(store, 1, 'second');
  await wait(100);
  await other.query('commit');
  await untilWritten(reader, 3);
  await recordMany(store, 1, 'third');
  await untilWritten(reader, 4);
});

/** Waits until somebody else waits for a lock. */
async function untilWaiting(client: Awaited<ReturnType<typeof createClient>>): Promise<void> {
  for (;;) {
    const { rowCount } = await client.query('select 1 from pg_locks where not granted');
    if (rowCount !== 0) return;
    await wait(10);
  }
}

describe('a PostgreSQL that dies in the middle', () => {
  test('holds up no call; what waited is written once when it is back', async () => {
    const own = await startPostgres();
    onTestFinished(() => own.stop());
    const place = placeOf('postgres', own);
    const store = openStore(place);
    const call = serviceOver(store);
    let made = 0;
    const calling = async (calls: number): Promise<void> => {
      for (let n = 0; n < calls; n++) expect(await call(++made)).toBe(true);
    };
    await calling(100);
    const busy = calling(2000);
    await own.kill();
    await busy;
    await calling(12_000);
    await expect(store.history.flush()).rejects.toMatchObject({ code: 'not_reachable' });
    await expect(store.tokens.list()).rejects.toMatchObject({ code: 'not_reachable' });
    expect(store.problems.map(({ code }) => code)).toEqual(['not_reachable']);
    await own.restart();
    await untilWritten(openStore(place), made);
    expect(await store.history.verify()).toMatchObject({ ok: true, records: made });
    const ids = new Set<string>();
    for await (const { callId } of store.history.stream()) ids.add(callId);
    expect(ids.size).toBe(made);
  });

  test('that is never there is told once, with its address and without its password', async () => {
    const url = 'postgres://me:secret@127.0.0.1:9/none';
    const store = openStore({ kind: 'postgres', url, schema: 'toolcrib' });
    const call = serviceOver(store);
    expect(await call(1)).toBe(true);
    await expect(store.history.list()).rejects.toMatchObject({ code: 'not_reachable' });
    await store.close();
    expect(store.problems.map(({ message }) => message)).toEqual([
      expect.stringContaining('postgres://me@127.0.0.1:9/none cannot be reached'),
    ]);
  });
});
