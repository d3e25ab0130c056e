import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CallRecord } from './record.ts';
import { sampleRecord, sampleRecords } from '../testing/sample-record.ts';
import { rollUp, toStatistics, type StatisticsGrouping, type ToolStatistics } from './statistics.ts';

const anyRecord: fc.Arbitrary<CallRecord> = fc
  .record({
    tool: fc.constantFrom('Read', 'Grep', 'Write'),
    version: fc.constantFrom('1.0.0', '1.1.0', undefined),
    agent: fc.constantFrom('reader', 'writer', undefined),
    status: fc.constantFrom(
      'success' as const,
      'success' as const,
      'error' as const,
      'blocked' as const,
      'unknown' as const,
    ),
    timeout: fc.boolean(),
    executionTimeMs: fc.double({ min: 0.01, max: 100_000, noNaN: true }),
    output: fc.constantFrom(undefined, 'ok', { text: '工具', list: [1, 2] }),
  })
  .map(({ timeout, ...given }) =>
    sampleRecord({
      ...given,
      output: given.status === 'success' ? given.output : undefined,
      errorCode: given.status === 'error' && timeout ? 'timeout' : undefined,
    }),
  );

/** The same figures from the records themselves, one after the other. */
function bruteForce(records: readonly CallRecord[], row: ToolStatistics, by: StatisticsGrouping): object {
  const own = records.filter(
    ({ tool, version, agent }) =>
      tool === row.tool &&
      (by !== 'version' || version === row.version) &&
      (by !== 'agent' || agent === row.agent),
  );
  const ran = own.filter(({ status }) => status === 'success' || status === 'error');
  const times = ran.map(({ executionTimeMs }) => executionTimeMs).toSorted((one, other) => one - other);
  const count = (passes: (record: CallRecord) => boolean): number => own.filter(passes).length;
  const share = (part: number): unknown =>
    ran.length === 0 ? undefined : expect.closeTo(part / ran.length, 9);
  const successes = count(({ status }) => status === 'success');
  return {
    tool: row.tool,
    version: by === 'version' ? row.version : undefined,
    agent: by === 'agent' ? row.agent : undefined,
    calls: own.length,
    successes,
    errors: count(({ status }) => status === 'error'),
    blocked: count(({ status }) => status === 'blocked'),
    timeouts: count(({ errorCode }) => errorCode === 'timeout'),
    outcomesUnknown: count(({ status }) => status === 'unknown'),
    successRate: share(successes),
    failureRate: share(ran.length - successes),
    meanMs:
      ran.length === 0 ? undefined : expect.closeTo(times.reduce((sum, ms) => sum + ms, 0) / ran.length, 6),
    maxMs: times.at(-1),
    ...Object.fromEntries(
      [50, 95, 99].map((percent) => {
        const exact = times[Math.ceil((percent / 100) * times.length) - 1];
        return [`p${percent}Ms`, exact === undefined ? undefined : near(exact)];
      }),
    ),
    outputBytes: own.reduce(
      (sum, { output }) => sum + (output === undefined ? 0 : Buffer.byteLength(JSON.stringify(output))),
      0,
    ),
  };
}

/** Within two per cent: durations are counted in buckets. */
function near(exact: number): unknown {
  return expect.toSatisfy((told: number) => Math.abs(told - exact) <= exact * 0.02);
}

test.each(['tool', 'version', 'agent'] as const)('by %s, what is told is what is in the records', (by) => {
  fc.assert(
    fc.property(fc.array(anyRecord, { maxLength: 200 }), (records) => {
      const rows = toStatistics(rollUp(records), by);
      const keys = new Set(
        records.map((record) => JSON.stringify([record.tool, by === 'tool' ? null : (record[by] ?? null)])),
      );
      expect(rows).toHaveLength(keys.size);
      for (const row of rows) expect(row).toEqual(bruteForce(records, row, by));
    }),
    { seed: 7, numRuns: 60 },
  );
});

test('the tools that were called most come first, and the rows of one tool stand together', () => {
  const records = [
    ...sampleRecords(3, { tool: 'Read', version: '1.0.0' }),
    ...sampleRecords(2, { tool: 'Grep', version: '2.0.0' }),
    ...sampleRecords(2, { tool: 'Grep', version: '1.0.0' }),
    ...sampleRecords(1, { tool: 'Read', version: '1.1.0' }),
    ...sampleRecords(1, { tool: 'Edit' }),
  ];
  expect(toStatistics(rollUp(records), 'version').map(({ tool, version }) => `${tool} ${version}`)).toEqual([
    'Grep 2.0.0',
    'Grep 1.0.0',
    'Read 1.0.0',
    'Read 1.1.0',
    'Edit 1.0.0',
  ]);
});

test('what was never allowed has no rate and no duration', () => {
  expect(toStatistics(rollUp(sampleRecords(2, { status: 'blocked' })))).toMatchObject([
    {
      calls: 2,
      blocked: 2,
      successRate: undefined,
      failureRate: undefined,
      meanMs: undefined,
      maxMs: undefined,
    },
  ]);
});

test('names that run into each other stay apart', () => {
  const records = [sampleRecord({ tool: 'a","b', agent: 'c' }), sampleRecord({ tool: 'a', agent: 'b","c' })];
  expect(toStatistics(rollUp(records), 'agent')).toHaveLength(2);
});

test('no records, no statistics', () => {
  expect(toStatistics(rollUp([]))).toEqual([]);
});
