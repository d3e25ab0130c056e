import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { newSchema, newSqlite, openAt } from '../databases/both-databases.test-support.ts';
import type { LazyDatabase } from '../databases/lazy-database.ts';
import { startPostgres, type TestPostgres } from '../databases/postgres.test-support.ts';
import { createStoredTokens } from './stored-tokens.ts';

let server: TestPostgres;
beforeAll(async () => void (server = await startPostgres()), 60_000);
afterAll(() => server.stop());

function newDatabase(kind: 'sqlite' | 'postgres'): LazyDatabase {
  const { place, remove } =
    kind === 'postgres' ? { place: newSchema(server.url), remove: () => undefined } : newSqlite();
  const database = openAt(place);
  onTestFinished(async () => {
    await database.close();
    remove();
  });
  return database;
}

describe.each(['sqlite', 'postgres'] as const)('%s', (kind) => {
  test('a token is told once, found by itself, and nowhere to be read', async () => {
    const database = newDatabase(kind);
    const tokens = createStoredTokens(database);
    const { token, about } = await tokens.create({ name: 'ci', agent: 'coder', scopes: ['read', 'call'] });
    expect(token).toMatch(/^tc_[\da-f]{30}_[\w-]{43}$/u);
    expect(await tokens.find(token)).toEqual(about);
    expect(about).toMatchObject({ name: 'ci', agent: 'coder', scopes: ['read', 'call'] });
    const { read } = await database.get();
    const { rows } = await sql`select * from tokens`.execute(read);
    expect(JSON.stringify(rows)).not.toContain(token.split('_').slice(2).join('_'));
  });

  test('what is nearly a token is none', async () => {
    const tokens = createStoredTokens(newDatabase(kind));
    const [one, other] = [
      await tokens.create({ name: 'a', scopes: ['read'] }),
      await tokens.create({ name: 'b', scopes: ['admin'] }),
    ];
    const [, id = '', secret = ''] = /^tc_(\w{30})_(.+)$/u.exec(one.token) ?? [];
    const [, otherId] = /^tc_(\w{30})_/u.exec(other.token) ?? [];
    for (const near of [
      '',
      'tc_',
      id,
      secret,
      `tc_${id}_`,
      `tc_${otherId}_${secret}`,
      `${one.token} `,
      `${one.token}'--`,
    ])
      expect(await tokens.find(near), near).toBeUndefined();
  });

  test('one that has expired or was revoked is not found, and only listed with all', async () => {
    let now = 1_000_000;
    const tokens = createStoredTokens(newDatabase(kind), { now: () => now });
    const short = await tokens.create({ name: 'short', scopes: ['read'], expiresAt: now + 10 });
    const long = await tokens.create({ name: 'long', scopes: ['read'] });
    now += 10;
    expect(await tokens.find(short.token)).toBeUndefined();
    expect(await tokens.list()).toEqual([long.about]);
    expect([await tokens.revoke(long.about.id), await tokens.revoke(long.about.id)]).toEqual([true, false]);
    expect(await tokens.find(long.token)).toBeUndefined();
    expect([
      await tokens.list(),
      (await tokens.list({ all: true })).map(({ name }) => name).toSorted(),
    ]).toEqual([[], ['long', 'short']]);
  });

  test('those that are valid among several are told: neither one that was revoked, nor one that has expired', async () => {
    let now = 1_000_000;
    const tokens = createStoredTokens(newDatabase(kind), { now: () => now });
    const ids: string[] = [];
    for (const expiresAt of [undefined, undefined, now + 10, now + 100])
      ids.push((await tokens.create({ name: 'x', scopes: ['read'], expiresAt })).about.id);
    const [kept = '', revoked = '', , later = ''] = ids;
    expect(await tokens.valid(ids)).toEqual(new Set(ids));
    await tokens.revoke(revoked);
    now += 10;
    expect(await tokens.valid([...ids, '0'.repeat(30)])).toEqual(new Set([kept, later]));
  });

  test('one that was made with another has no more scopes, ends no later, and is revoked with it', async () => {
    let now = 1_000_000;
    const tokens = createStoredTokens(newDatabase(kind), { now: () => now });
    const maker = await tokens.create({ name: 'maker', scopes: ['admin', 'read'], expiresAt: now + 100 });
    const madeBy = maker.about.id;
    const child = { name: 'child', scopes: ['read'], expiresAt: now + 100, madeBy } as const;
    for (const wider of [{ expiresAt: undefined }, { expiresAt: now + 101 }, { scopes: ['call'] as const }])
      await expect(tokens.create({ ...child, ...wider })).rejects.toThrow(RangeError);
    const made = await tokens.create({ ...child, scopes: ['admin', 'read'] });
    const grandchild = await tokens.create({ ...child, madeBy: made.about.id });
    const other = await tokens.create({ name: 'other', scopes: ['read'] });
    expect(await tokens.revoke(madeBy)).toBe(true);
    expect((await tokens.list()).map(({ id }) => id)).toEqual([other.about.id]);
    expect(await tokens.find(grandchild.token)).toBeUndefined();
    await expect(tokens.create({ ...child, madeBy: made.about.id })).rejects.toThrow('not valid');
    now += 1000;
    await expect(tokens.create(child)).rejects.toThrow('not valid');
  });

  test('one that is made while its maker is revoked does not stay', async () => {
    const tokens = createStoredTokens(newDatabase(kind));
    for (let round = 0; round < 10; round++) {
      const maker = await tokens.create({ name: 'maker', scopes: ['admin', 'read'] });
      const child = { name: 'child', scopes: ['read'], madeBy: maker.about.id } as const;
      const making = Array.from({ length: 4 }, () => tokens.create(child).catch(() => undefined));
      await Promise.all([...making, tokens.revoke(maker.about.id)]);
    }
    expect(await tokens.list()).toEqual([]);
  });

  test('an agent cannot have what decides about agents', async () => {
    const tokens = createStoredTokens(newDatabase(kind));
    for (const scope of ['approve', 'admin'] as const)
      await expect(tokens.create({ name: 'x', agent: 'coder', scopes: ['read', scope] })).rejects.toThrow(
        RangeError,
      );
    expect(await tokens.list({ all: true })).toEqual([]);
  });
});
