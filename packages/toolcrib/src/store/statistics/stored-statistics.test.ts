import { emptyRollup, rollUp, toStatistics, type CallRecord, type ToolStatistics } from '@toolcrib/core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startPostgres, type TestPostgres } from '../databases/postgres.test-support.ts';
import { recordOf, stores } from '../store.test-support.ts';
import { createStoredStatistics, type StoredStatistics } from './stored-statistics.ts';

let server: TestPostgres;
beforeAll(async () => void (server = await startPostgres()));
afterAll(() => server.stop());

const { openStore, placeOf } = stores(onTestFinished);

const start = Date.parse('2026-01-30T21:17:00Z');
const end = Date.parse('2026-02-03T02:41:00Z');

/** The same thousands of calls every time, in no order. */
function sampleRecords(): CallRecord[] {
  let state = 11;
  const random = (): number => (state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32;
  const pick = <T>(first: T, ...others: readonly T[]): T =>
    others[Math.floor(random() * (others.length + 1)) - 1] ?? first;
  return Array.from({ length: 3000 }, () => {
    const status = pick<CallRecord['status']>('success', 'success', 'success', 'error', 'blocked');
    return recordOf({
      time: start + Math.floor(random() * (end - start)),
      tool: pick('Read', 'Read', 'Grep', '工具 "x"'),
      version: pick(undefined, '1.0.0', '1.1.0'),
      agent: pick(undefined, 'reader', 'writer'),
      status,
      errorCode: status === 'error' ? pick('timeout', 'tool_failed') : undefined,
      output: status === 'success' ? { text: 'x'.repeat(Math.floor(random() * 50)) } : undefined,
      executionTimeMs: Math.exp(random() * 12 - 3),
    });
  });
}

/** Sums in another order differ in their last digits. */
function rounded(rows: readonly ToolStatistics[]): ToolStatistics[] {
  return rows.map((row) => ({ ...row, meanMs: row.meanMs && Number(row.meanMs.toPrecision(9)) }));
}

describe.each(['memory', 'sqlite', 'postgres'] as const)('%s', (kind) => {
  async function filled(records: readonly CallRecord[]): Promise<StoredStatistics> {
    const { history, database } = openStore(placeOf(kind, server));
    for (const record of records) await history.append(record);
    return createStoredStatistics(database, { flush: () => history.flush(), now: () => end });
  }

  test('any period of whole minutes is what its records add up to', async () => {
    const records = sampleRecords();
    const statistics = await filled(records);
    const minute = 60_000;
    const periods: readonly (readonly [since: number | undefined, until: number | undefined])[] = [
      [undefined, undefined],
      [start + 100 * minute, undefined],
      [undefined, end - 1500 * minute],
      [start + 7 * minute, end - 3 * minute],
      [start + 200 * minute, start + 260 * minute],
      [start + 1000 * minute, start + 1001 * minute],
      [end + minute, end + 5 * minute],
    ];
    for (const [since, until] of periods) {
      const inside = records.filter(({ time }) => time >= (since ?? 0) && time < (until ?? Infinity));
      const found = await statistics.rollups({ since, until });
      for (const by of ['tool', 'version', 'agent'] as const)
        expect(rounded(toStatistics(found, by))).toEqual(rounded(toStatistics(rollUp(inside), by)));
    }
  });

  test('one tool and one agent are told alone', async () => {
    const records = sampleRecords();
    const statistics = await filled(records);
    const query = { tool: '工具 "x"', agent: 'reader' };
    const own = records.filter(({ tool, agent }) => tool === query.tool && agent === query.agent);
    const rows = toStatistics(await statistics.rollups(query));
    expect(own.length).toBeGreaterThan(100);
    expect(rounded(rows)).toEqual(rounded(toStatistics(rollUp(own))));
    expect(await statistics.rollups({ tool: 'nothing' })).toEqual([]);
  });

  test('calls over time are counted in steps that follow the clock', async () => {
    const records = sampleRecords();
    const statistics = await filled(records);
    for (const [since, until] of [
      [start, end],
      [undefined, end],
      [end - 3_600_000, end],
      [end - 40 * 60_000, end - 20 * 60_000],
      [0, end],
    ] as const)
      for (const by of ['tool', 'version', 'agent'] as const) {
        const told = await statistics.callsOverTime({ since, until, by });
        expect(told.start % told.stepMs).toBe(0);
        expect(told.start).toBeLessThanOrEqual(since ?? start);
        for (const { tool, version, agent, calls } of told.rows) {
          expect(calls.length).toBeLessThanOrEqual(31);
          const own = records.filter(
            (record) =>
              record.tool === tool &&
              (by !== 'version' || record.version === version) &&
              (by !== 'agent' || record.agent === agent),
          );
          expect(calls).toEqual(
            calls.map((_, step) => {
              const from = told.start + step * told.stepMs;
              return own.filter(({ time }) => time >= from && time < from + told.stepMs).length;
            }),
          );
        }
      }
  });

  test('the series of a tool is what the records of each step add up to', async () => {
    const records = sampleRecords();
    const statistics = await filled(records);
    const query = { tool: 'Read', agent: 'reader' };
    const own = records.filter(({ tool, agent }) => tool === query.tool && agent === query.agent);
    for (const [since, until] of [
      [start, end],
      [undefined, end],
      [end - 3_600_000, end],
      [0, end],
    ] as const) {
      const { start: from, stepMs, rollups } = await statistics.series({ ...query, since, until });
      expect(from % stepMs).toBe(0);
      expect(rollups.length).toBeLessThanOrEqual(31);
      const told = rollups.map((rollup) => toStatistics([{ ...query, version: undefined, rollup }]));
      const real = rollups.map((_, step) => {
        const begun = from + step * stepMs;
        return toStatistics(rollUp(own.filter(({ time }) => time >= begun && time < begun + stepMs)));
      });
      const none = toStatistics([{ ...query, version: undefined, rollup: emptyRollup() }]);
      expect(told.map(rounded)).toEqual(real.map((rows) => rounded(rows.length === 0 ? none : rows)));
    }
  });

  test('a store without calls has none', async () => {
    const statistics = await filled([]);
    expect(await statistics.rollups()).toEqual([]);
    expect(await statistics.callsOverTime({ until: end })).toMatchObject({ rows: [] });
    const { rollups } = await statistics.series({ until: end });
    expect(rollups.every(({ calls }) => calls === 0)).toBe(true);
  });
});
