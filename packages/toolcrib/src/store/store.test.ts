import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { historyContract } from '@toolcrib/core/testing';
import { startPostgres, type TestPostgres } from './databases/postgres.test-support.ts';
import { recordMany, recordOf, stores } from './store.test-support.ts';
import type { Store } from './store.ts';

let server: TestPostgres;
beforeAll(async () => void (server = await startPostgres()));
afterAll(() => server.stop());

const { openStore, placeOf } = stores(onTestFinished);

describe.each(['memory', 'sqlite', 'postgres'] as const)('%s', (kind) => {
  const open = (options = {}): Store => openStore(placeOf(kind, server), options);

  const contract = historyContract(() => {
    const { history } = open();
    return {
      append: (record) => history.append(record),
      list: async (filter) => (await history.list({ ...filter, limit: 10_000 })).records,
    };
  });
  for (const { title, check } of contract) test(title, check);

  test('pages follow each other while records arrive', async () => {
    const store = open();
    await recordMany(store, 25);
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const { records, next } = await store.history.list({ limit: 10, cursor });
      seen.push(...records.map(({ seq }) => seq));
      await recordMany(store, 3, 'later');
      cursor = next;
    } while (cursor !== undefined);
    expect(seen).toEqual(Array.from({ length: 25 }, (_, at) => 25 - at));
    await expect(store.history.list({ cursor: 'x' })).rejects.toMatchObject({ code: 'bad_cursor' });
  });

  test('a page with a filter on text is full, and the last one has no next', async () => {
    const store = open();
    for (let n = 1; n <= 1500; n++)
      await store.history.append(recordOf({ output: { text: n % 500 === 0 ? 'Needle' : 'hay' } }));
    const first = await store.history.list({ text: 'needle', limit: 2 });
    expect(first.records.map(({ seq }) => seq)).toEqual([1500, 1000]);
    const { records, next } = await store.history.list({ text: 'needle', limit: 2, cursor: first.next });
    expect([records.map(({ seq }) => seq), next]).toEqual([[500], undefined]);
  });

  test('a text is looked for as it is, whatever its case', async () => {
    const { history } = open();
    const long = 'x'.repeat(60_000);
    for (const text of [
      '100% of a_b',
      '100 of a b',
      'C:\\Temp',
      'Straße ÄÖ',
      'СБОРКА',
      '删除 😀',
      `${long}!`,
      long,
    ])
      await history.append(recordOf({ callId: text.slice(0, 20), output: { text } }));
    const found = async (text: string): Promise<string[]> =>
      (await history.list({ text })).records.map(({ callId }) => callId);
    for (const [text, ...expected] of [
      ['100% OF', '100% of a_b'],
      ['a_b', '100% of a_b'],
      ['%', '100% of a_b'],
      ['C:\\\\tEMP', 'C:\\Temp'],
      ['STRASSE'],
      ['straßE äö', 'Straße ÄÖ'],
      ['сборк', 'СБОРКА'],
      ['删除 😀', '删除 😀'],
      ['\0'],
      [`${long}!`, 'x'.repeat(20)],
    ] as const)
      expect([text, await found(text)]).toEqual([text, expected]);
  });

  test('a stream brings every record, oldest or newest first', async () => {
    const store = open();
    await recordMany(store, 1203);
    const seqs = async (order: 'oldest' | 'newest'): Promise<number[]> => {
      const all: number[] = [];
      for await (const { seq } of store.history.stream({}, { order })) all.push(seq);
      return all;
    };
    const upwards = Array.from({ length: 1203 }, (_, at) => at + 1);
    expect(await seqs('oldest')).toEqual(upwards);
    expect(await seqs('newest')).toEqual(upwards.toReversed());
  });

  test('a call that was recorded twice is found as it was last', async () => {
    const { history } = open();
    await history.append(recordOf({ callId: 'again', tool: 'Read' }));
    await history.append(recordOf({ callId: 'again', tool: 'Write' }));
    expect(await history.get('again')).toMatchObject({ tool: 'Write', seq: 2 });
    expect(await history.get('never')).toBeUndefined();
  });

  test('an id finds the records whose callers gave it, newest first, and no key of another', async () => {
    const { history } = open();
    const key = (digit: string): string => `call_${digit.repeat(32)}`;
    await history.append(recordOf({ callId: key('a'), givenId: 'bill-1', agent: 'ada' }));
    await history.append(recordOf({ callId: key('b'), givenId: 'bill-1', agent: 'bob' }));
    await history.append(recordOf({ callId: key('c'), agent: 'ada' }));
    // An agent that gives the key of somebody's record to its own call finds its own by its own key alone.
    await history.append(recordOf({ callId: key('d'), givenId: key('c'), agent: 'bob' }));
    const found = async (id: string, agent?: string): Promise<string[]> =>
      (await history.find(id, { agent })).map(({ callId }) => callId);
    expect(await found('bill-1')).toEqual([key('b'), key('a')]);
    expect(await found('bill-1', 'ada')).toEqual([key('a')]);
    expect(await found(key('c'))).toEqual([key('c')]);
    expect(await found(key('c'), 'bob')).toEqual([]);
    expect(await found(key('d'))).toEqual([key('d')]);
    expect(await found('nobody')).toEqual([]);
    const { records } = await history.list({ givenId: 'bill-1', agent: 'bob' });
    expect(records.map(({ callId }) => callId)).toEqual([key('b')]);
  });

  test('a watcher is told what is written after it began, and only what it asked for', async () => {
    const store = open();
    await recordMany(store, 2, 'before');
    const stop = new AbortController();
    const watching = store.history.watch({ tool: 'Grep' }, { signal: stop.signal })[Symbol.asyncIterator]();
    const first = watching.next();
    // It begins where history ends when it is asked for the first time.
    await store.history.list();
    await store.history.append(recordOf({ callId: 'other' }));
    await store.history.append(recordOf({ callId: 'wanted', tool: 'Grep' }));
    expect(await first).toMatchObject({ value: { callId: 'wanted' } });
    const second = watching.next();
    stop.abort();
    expect(await second).toEqual({ value: undefined, done: true });
  });

  test('long arguments and outputs are left out, and their size is told', async () => {
    const { history, statistics } = open();
    const long = { text: 'ä'.repeat(70_000) };
    const stack = 'x'.repeat(100_000);
    await history.append(recordOf({ callId: 'long', arguments: long, output: long, stack }));
    const record = await history.get('long');
    expect(record).toMatchObject({ omitted: { arguments: 140_011, output: 140_011 } });
    expect(record).not.toHaveProperty('output');
    expect(record?.stack).toHaveLength(8193);
    const [counted] = await statistics.rollups();
    expect(counted?.rollup.outputBytes).toBe(140_011);
    expect(await history.verify()).toMatchObject({ ok: true });
  });

  test('calls add up to minutes, hours and days', async () => {
    const store = open();
    const hour = 1_699_999_200_000;
    for (const [at, changes] of [
      [0, {}],
      [1, { executionTimeMs: 3 }],
      [61_000, { status: 'error', errorCode: 'timeout', output: undefined }],
      [3_600_000, { status: 'blocked', agent: undefined, output: undefined }],
    ] as const) {
      await store.history.append(recordOf({ time: hour + at, ...changes }));
      // Each in a batch of its own: what is there is added to.
      await store.history.flush();
    }
    const { read } = await store.database.get();
    const rows = await read
      .selectFrom('rollups')
      .select([
        'span',
        'start',
        'agent',
        'calls',
        'successes',
        'timeouts',
        'blocked',
        'max_ms',
        'output_bytes',
      ])
      .orderBy('span')
      .orderBy('start')
      .orderBy('agent')
      .execute();
    const told = rows.map((row) => Object.values(row).join(' '));
    const day = hour - (hour % 86_400_000);
    expect(told).toEqual([
      `day ${day}  1 0 0 1 0 0`,
      `day ${day} user 3 2 1 0 3 24`,
      `hour ${hour} user 3 2 1 0 3 24`,
      `hour ${hour + 3_600_000}  1 0 0 1 0 0`,
      `minute ${hour} user 2 2 0 0 3 24`,
      `minute ${hour + 60_000} user 1 0 1 0 1.5 0`,
      `minute ${hour + 3_600_000}  1 0 0 1 0 0`,
    ]);
  });

  describe('the chain', () => {
    const tampered = async (statements: readonly string[]): Promise<unknown> => {
      const store = open();
      await recordMany(store, 600);
      expect(await store.history.verify()).toMatchObject({ ok: true, records: 600 });
      const { read } = await store.database.get();
      for (const statement of statements) await sql.raw(statement).execute(read);
      return (await store.history.verify()).problem;
    };

    test.each([
      [
        'a changed record',
        `update calls set record = replace(record, 'a.ts', 'b.ts') where seq = 550`,
        550,
        'changed',
      ],
      ['a changed column', `update calls set tool = 'Write' where seq = 7`, 7, 'changed'],
      ['a changed time', `update calls set time = time + 1 where seq = 7`, 7, 'changed'],
      ['a removed record', `delete from calls where seq = 550`, 550, 'removed'],
      ['a removed beginning', `delete from calls where seq < 10`, 1, 'removed'],
      ['a removed end', `delete from calls where seq > 590`, 591, 'removed'],
      ['a removed end that is also told', `update chain set last_seq = 599`, 599, 'changed'],
      [
        'two records that changed places',
        `update calls set seq = case seq when 7 then -8 else -7 end where seq in (7, 8); update calls set seq = -seq where seq < 0`,
        7,
        'reordered',
      ],
    ])('shows %s', async (_, change, seq, problem) => {
      expect(await tampered(change.split('; '))).toEqual({ seq, kind: problem });
    });
  });

  describe('what is kept', () => {
    const day = 86_400_000;

    test('goes by age, as new records come, and the chain still holds', async () => {
      const store = open({ keepDays: 2 });
      for (let n = 0; n < 300; n++)
        await store.history.append(recordOf({ callId: `c${n}`, time: Date.now() - 3 * day }));
      await store.history.flush();
      await store.history.append(recordOf({ callId: 'new', time: Date.now() }));
      await store.history.flush();
      expect(await store.history.verify()).toMatchObject({ ok: true, records: 201 });
      for (let n = 0; n < 3; n++) {
        await store.history.append(recordOf({ time: Date.now() }));
        await store.history.flush();
      }
      expect(await store.history.verify()).toMatchObject({ ok: true, records: 4 });
      expect(await store.history.get('c299')).toBeUndefined();
      expect((await store.history.list()).records.at(-1)?.callId).toBe('new');
    });

    test('goes by size, the oldest first', async () => {
      const store = open({ keepMegabytes: 0.1 });
      for (let n = 0; n < 50; n++) {
        await store.history.append(recordOf({ output: 'x'.repeat(10_000) }));
        await store.history.flush();
      }
      const { ok, records } = await store.history.verify();
      expect([ok, records]).toEqual([true, 9]);
    });

    test('goes by age when somebody reads, where nobody has written for an hour', async () => {
      const store = open({ keepDays: 2 });
      for (let n = 0; n < 300; n++) await store.history.append(recordOf({ time: Date.now() - 3 * day }));
      await store.history.flush();
      const { read } = await store.database.get();
      const left = async (): Promise<number> => (await store.history.list({ limit: 1000 })).records.length;
      expect(await left()).toBe(300);
      await read
        .updateTable('chain')
        .set({ cleaned_at: Date.now() - 3_700_000 })
        .execute();
      // A process that has looked a moment ago does not look again.
      expect(await left()).toBe(300);
      // In memory there is no other.
      if (kind === 'memory') return;
      const { history } = openStore(store.place, { keepDays: 2 });
      expect((await history.list({ limit: 1000 })).records).toHaveLength(1);
      expect(await history.verify()).toMatchObject({ ok: true, records: 1 });
    });

    test('tells a hundred names a day apart that no tool has, and counts the others together', async () => {
      const { history, statistics } = open();
      const time = Date.now();
      const unknown = (tool: string): Promise<void> | void =>
        history.append(recordOf({ time, tool, version: undefined, status: 'error', output: undefined }));
      for (let n = 1; n <= 99; n++) await unknown(`made_up_${n}`);
      await history.flush();
      for (let n = 90; n <= 400; n++) await unknown(`made_up_${n}`);
      await history.append(recordOf({ time, tool: 'Read' }));
      for (const since of [undefined, time - 60_000]) {
        const rollups = await statistics.rollups({ since });
        const calls = new Map(rollups.map(({ tool, rollup }) => [tool, rollup.calls]));
        expect(calls.size).toBe(102);
        expect(
          ['made_up_1', 'made_up_99', 'made_up_100', 'made_up_101', '*', 'Read'].map((tool) =>
            calls.get(tool),
          ),
        ).toEqual([1, 2, 1, undefined, 300, 1]);
      }
    });

    test('keeps minutes for a week, hours for a season, and days', async () => {
      const store = open();
      for (const days of [200, 50, 3, 0]) {
        await store.history.append(recordOf({ time: Date.now() - days * day }));
        await store.history.flush();
      }
      const { read } = await store.database.get();
      const rows = await read
        .selectFrom('rollups')
        .select(['span', ({ fn }) => fn.sum<string>('calls').as('calls')])
        .groupBy('span')
        .orderBy('span')
        .execute();
      expect(rows.map(({ span, calls }) => [span, Number(calls)])).toEqual([
        ['day', 4],
        ['hour', 3],
        ['minute', 2],
      ]);
    });
  });
});

test('a search goes through any number of records, from either end', async () => {
  const { history } = openStore(placeOf('sqlite', server));
  for (let n = 1; n <= 45_000; n++)
    await history.append(recordOf({ callId: n % 22_000 === 5 ? `needle_${n}` : `hay_${n}` }));
  const { records, next } = await history.list({ text: 'NEEDLE', limit: 2 });
  expect(records.map(({ seq }) => seq)).toEqual([44_005, 22_005]);
  const rest = await history.list({ text: 'NEEDLE', limit: 2, cursor: next });
  expect([rest.records.map(({ seq }) => seq), rest.next]).toEqual([[5], undefined]);
  const upwards: number[] = [];
  for await (const { seq } of history.stream({ text: 'needle', agent: 'user' })) upwards.push(seq);
  expect(upwards).toEqual([5, 22_005, 44_005]);
});

describe.each(['sqlite', 'postgres'] as const)('%s', (kind) => {
  test('several at once write one chain, and each reads what the others wrote', async () => {
    const place = placeOf(kind, server);
    const all = Array.from({ length: 4 }, () => openStore(place));
    await Promise.all(all.map((store, at) => recordMany(store, 300, `writer${at}`)));
    await Promise.all(all.map((store) => store.history.flush()));
    for (const store of all)
      expect(await store.history.verify()).toMatchObject({ ok: true, records: 1200, problem: undefined });
    expect(await all[0]?.history.get('writer3_300')).toBeDefined();
  });

  test('what was written is there for the next process', async () => {
    const place = placeOf(kind, server);
    const first = openStore(place);
    await recordMany(first, 3);
    await first.close();
    expect((await openStore(place).history.list()).records).toHaveLength(3);
  });
});
