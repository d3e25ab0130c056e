import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { newSchema, newSqlite, openAt, type Place } from '../databases/both-databases.test-support.ts';
import type { LazyDatabase } from '../databases/lazy-database.ts';
import { startPostgres, type TestPostgres } from '../databases/postgres.test-support.ts';
import { createStoredGivenIds } from './stored-given-ids.ts';

let server: TestPostgres;
beforeAll(async () => void (server = await startPostgres()), 60_000);
afterAll(() => server.stop());

function newPlace(kind: 'sqlite' | 'postgres'): Place {
  if (kind === 'postgres') return newSchema(server.url);
  const { place, remove } = newSqlite();
  onTestFinished(remove);
  return place;
}

function open(place: Place): LazyDatabase {
  const database = openAt(place);
  onTestFinished(() => database.close());
  return database;
}

const keepFor = 60_000;

describe.each(['sqlite', 'postgres'] as const)('%s', (kind) => {
  test('of many that use an id at once, over several connections, one is the first', async () => {
    const place = newPlace(kind);
    const stores = Array.from({ length: 4 }, () => createStoredGivenIds(open(place), { keepFor }));
    const answers = await Promise.all(
      Array.from({ length: 40 }, async (_, n) => stores[n % 4]?.use('ada', 'bill-1', `call_${n}`)),
    );
    const first = answers.findIndex((answer) => answer === undefined);
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(1);
    expect(new Set(answers)).toEqual(new Set([undefined, `call_${first}`]));
    expect(await stores[0]?.usedBy('ada', 'bill-1')).toBe(`call_${first}`);
  });

  test('an id is given back by the call that has it, and by no other', async () => {
    const ids = createStoredGivenIds(open(newPlace(kind)), { keepFor });
    await ids.use('ada', 'bill-1', 'call_1');
    await ids.release('ada', 'bill-1', 'call_2');
    await ids.release('bob', 'bill-1', 'call_1');
    expect(await ids.use('ada', 'bill-1', 'call_2')).toBe('call_1');
    await ids.release('ada', 'bill-1', 'call_1');
    expect(await ids.use('ada', 'bill-1', 'call_2')).toBeUndefined();
  });

  test('each agent has ids of its own, whatever is in them', async () => {
    const ids = createStoredGivenIds(open(newPlace(kind)), { keepFor });
    const strange = [
      '',
      'a',
      "a'; drop table given_ids; --",
      '\0',
      'half \ud800',
      '汉字 😀',
      'x'.repeat(200),
    ];
    for (const agent of [undefined, 'ada', 'bob'])
      for (const id of strange) expect(await ids.use(agent, id, `${agent} ${id.length}`)).toBeUndefined();
    for (const agent of [undefined, 'ada', 'bob'])
      for (const id of strange) expect(await ids.use(agent, id, 'again')).toBe(`${agent} ${id.length}`);
  });

  test('an id is kept as long as its record may be', async () => {
    const database = open(newPlace(kind));
    await createStoredGivenIds(database, { keepFor }).use('ada', 'kept', 'call_1');
    // The first use in a process removes what is too old.
    const later = createStoredGivenIds(database, { keepFor: -1000 });
    expect(await createStoredGivenIds(database, { keepFor }).use('ada', 'kept', 'call_2')).toBe('call_1');
    expect(await later.use('ada', 'kept', 'call_3')).toBeUndefined();
  });
});
