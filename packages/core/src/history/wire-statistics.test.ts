import { expect, test } from 'vitest';
import { sampleRecord } from '../testing/sample-record.ts';
import { giveAdvice } from './advice.ts';
import { rollUp, toStatistics } from './statistics.ts';
import { toWireAdvice, toWireStatistics } from './wire-statistics.ts';

test('statistics are told in snake_case, to the microsecond, and what there is not as null', () => {
  const slow = sampleRecord({ executionTimeMs: 1.234_567, output: 'four' });
  const [row] = toStatistics(rollUp([slow]));
  expect(row && toWireStatistics(row)).toMatchObject({
    calls: 1,
    success_rate: 1,
    mean_ms: 1.235,
    output_bytes: 6,
  });
  const [blocked] = toStatistics(rollUp([sampleRecord({ status: 'blocked' })]));
  expect(blocked && toWireStatistics(blocked)).toMatchObject({
    blocked: 1,
    success_rate: null,
    p95_ms: null,
  });
});

test('advice is told with its evidence in snake_case', () => {
  const slow = Array.from({ length: 20 }, () => sampleRecord({ tool: 'Grep', executionTimeMs: 900 }));
  const [advice] = giveAdvice({ rollups: rollUp(slow), tools: [], failures: [] });
  expect(advice && toWireAdvice(advice)).toMatchObject({
    code: 'slow',
    tool: 'Grep',
    evidence: { tool: 'Grep', calls: 20, mean_ms: 900 },
  });
});
