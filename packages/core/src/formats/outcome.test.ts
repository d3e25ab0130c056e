import { expect, test } from 'vitest';
import type { ToolResult } from '../tool/result.ts';
import { outcomesOf } from './outcome.ts';

const call = { id: 'x', toolName: 'fs.read', arguments: {} };

const metadata = {
  tool: 'fs.read',
  version: '1.0.0',
  executionTimeMs: 1,
  attempts: 1,
  outcomeUnknown: false,
  deprecated: undefined,
  risk: undefined,
  approval: undefined,
  sandbox: undefined,
  usage: undefined,
  notes: {},
};

function textOf(output: unknown): string | undefined {
  return outcomesOf([call], [{ callId: 'x', status: 'success', output, metadata }], undefined)[0]?.text;
}

test('a text stands as it is, anything else as JSON', () => {
  expect(textOf('plain')).toBe('plain');
  expect(textOf({ a: [1] })).toBe('{"a":[1]}');
  expect(textOf(undefined)).toBe('null');
});

test('an output that is no JSON is told as well as it can be', () => {
  const circle: { self?: unknown } = {};
  circle.self = circle;
  expect(textOf(circle)).toBe('[object Object]');
  expect(textOf(10n)).toBe('10');
});

test('a failure says what happened, its code, and that the tool may have acted', () => {
  const result: ToolResult = {
    callId: 'x',
    status: 'error',
    error: 'Too slow.',
    errorCode: 'timeout',
    errorType: 'TimeoutError',
    station: 'execute',
    data: { tool: 'fs.read', milliseconds: 5 },
    rule: undefined,
    remedy: 'Try later.',
    cause: new Error('a secret of the host'),
    metadata: { ...metadata, outcomeUnknown: true },
  };
  const [outcome] = outcomesOf([call], [result], new Map([['fs_read', 'fs.read']]));
  expect(outcome).toMatchObject({
    name: 'fs_read',
    failed: true,
    value: {
      status: 'error',
      error: 'Too slow.',
      error_code: 'timeout',
      remedy: 'Try later.',
      outcome_unknown: true,
    },
  });
  expect(outcome?.text).not.toContain('secret');
});

test('a call without a result is answered too', () => {
  const problem = { code: 'not_offered', data: { tool: 'fs.red', suggestions: ['fs_read'] } } as const;
  const broken = { ...call, problem };
  expect(outcomesOf([call, broken], [], undefined).map(({ text }) => text)).toEqual([
    '{"status":"error","error":"This call was not run."}',
    '{"status":"error","error":"The tool \\"fs.red\\" was not offered. Did you mean fs_read?","error_code":"not_offered"}',
  ]);
});
