import { expect, test } from 'vitest';
import { sampleRecord } from '../testing/sample-record.ts';
import { fromWireRecord, toWireRecord } from './wire-record.ts';

test('a record comes back from its export as it was, without what is undefined', () => {
  const record = sampleRecord({
    time: 1_700_000_000_123,
    agent: 'coder',
    arguments: { file_path: 'a.ts', deepKey: { innerKey: 1 } },
    status: 'error',
    errorCode: 'rate_limited',
    errorData: { tool: 'Read', retryAfterSeconds: 3 },
    usage: { source: 'worker', cpuMs: 1.5, memoryBytes: 1024 },
    executionTimeMs: 12.5,
    replayOf: 'call_0',
  });
  const wire = toWireRecord(record);
  expect(wire).toMatchObject({
    time: '2023-11-14T22:13:20.123Z',
    arguments: { file_path: 'a.ts', deepKey: { innerKey: 1 } },
    error_data: { tool: 'Read', retry_after_seconds: 3 },
    usage: { source: 'worker', cpu_ms: 1.5, memory_bytes: 1024 },
    replay_of: 'call_0',
  });
  expect(Object.values(wire)).not.toContain(undefined);
  expect(fromWireRecord(JSON.parse(JSON.stringify(wire)))).toEqual(JSON.parse(JSON.stringify(record)));
});

test.each([[null], ['x'], [[]], [{}], [{ call_id: '1', tool: 'Read', status: 'success', time: 'soon' }]])(
  'what is no record is refused: %j',
  (value) => {
    expect(() => fromWireRecord(value)).toThrow('a record as the history exports it');
  },
);
