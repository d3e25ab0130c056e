import { expect, test } from 'vitest';
import { ended, linesOf, run, start } from '../command.ts';
import { mockTool, temporaryProject } from '../project.ts';

const config = { tools: [mockTool('ping'), mockTool('no')], rules: [{ tool: 'no', decision: 'deny' }] };

interface Result {
  readonly call_id: string;
  readonly status: string;
  readonly output?: unknown;
  readonly error?: string;
  readonly error_code?: string;
}

const resultsOf = (stdout: string): Result[] =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Result);

test('one call as an argument gives one line', async () => {
  const call = JSON.stringify({ id: 'a1', tool_name: 'ping', arguments: {} });
  const { code, stdout, stderr } = await run(['execute_tool', call], {
    cwd: temporaryProject({ 'toolcrib.json': config }),
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(resultsOf(stdout)).toEqual([
    {
      call_id: 'a1',
      status: 'success',
      output: 'ping',
      metadata: {
        risk: 'medium',
        tool_name: 'ping',
        tool_version: '1.0.0',
        execution_time_ms: expect.any(Number),
        sandbox: expect.anything(),
        usage: { source: 'thread', cpu_ms: expect.any(Number), memory_bytes: expect.any(Number) },
      },
    },
  ]);
});

test.each([
  ['{', 2, 'The argument is not JSON'],
  ['', 2, 'The argument is not JSON'],
  ['[]', 2, 'A call is {'],
  ['null', 2, 'A call is {'],
  ['{"tool_name": 1}', 2, 'A call is {'],
  ['{"id": {}, "tool_name": "ping"}', 2, 'A call is {'],
])('the argument %j is wrong usage: exit 2', async (argument, code, message) => {
  const end = await run(['execute_tool', argument], { cwd: temporaryProject({ 'toolcrib.json': config }) });
  expect(end).toEqual({ code, stdout: '', stderr: expect.stringContaining(message) });
});

test.each([
  ['{"tool_name": "nope"}', 1, 'error', 'tool_not_found'],
  ['{"tool_name": "no"}', 3, 'blocked', 'denied_by_rule'],
  ['{"tool_name": "string", "arguments": []}', 1, 'error', 'invalid_arguments'],
])('a call that fails is a result all the same: %s', async (argument, code, status, errorCode) => {
  const { stdout, ...end } = await run(['execute_tool', argument], {
    cwd: temporaryProject({ 'toolcrib.json': config }),
  });
  expect(end).toEqual({ code, stderr: '' });
  expect(resultsOf(stdout)).toMatchObject([{ status, error_code: errorCode }]);
});

test('lines are answered in their order, with their ids, whatever they are', async () => {
  const lines = [
    '\uFEFF{"id": "first", "tool_name": "ping"}',
    '{"id": 2, "tool_name": "nope"}\r',
    '',
    '   ',
    'not json',
    '{"id": "4", "tool_name": false}',
    '{"tool_name": "no", "id": "5"}',
    '{"id": "6", "tool_name": "string", "arguments": {"operation": "upper", "text": "ä"}}',
    'null',
    '{"id": "last", "tool_name": "ping"}',
  ];
  const { code, stdout, stderr } = await run(['execute_tool'], {
    cwd: temporaryProject({ 'toolcrib.json': config }),
    input: lines.join('\n'),
  });
  const results = resultsOf(stdout);
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  expect(results.map(({ call_id, status, error_code }) => [call_id, status, error_code])).toEqual([
    ['first', 'success', undefined],
    ['2', 'error', 'tool_not_found'],
    ['', 'error', 'invalid_request'],
    ['4', 'error', 'invalid_request'],
    ['5', 'blocked', 'denied_by_rule'],
    ['6', 'success', undefined],
    ['', 'error', 'invalid_request'],
    ['last', 'success', undefined],
  ]);
  expect(results[2]?.error).toBe('Line 5 is not JSON.');
  expect(results[3]?.error).toMatch(/^Line 6 is no call\. A call is \{/u);
  expect(results[6]?.error).toMatch(/^Line 9 is no call\./u);
});

test('an id stays as it was written, also a number that no computer number can hold', async () => {
  const ids = ['9007199254740993', '-9007199254740993', '1e400', '0.1000000000000000055', '12', '1.5'];
  const lines = ids.map((id) => `{"arguments": {"id": 1}, "id": ${id}, "tool_name": "ping"}`);
  const { stdout } = await run(['execute_tool'], {
    cwd: temporaryProject({ 'toolcrib.json': config }),
    input: [...lines, '{"id": 7, "tool_name": "ping", "id": 123456789012345678901}'].join('\n'),
  });
  expect(resultsOf(stdout).map(({ call_id }) => call_id)).toEqual([...ids, '123456789012345678901']);
});

test('nothing in is nothing out, and blocked lines alone end with 3', async () => {
  const cwd = temporaryProject({ 'toolcrib.json': config });
  const [empty, blocked] = await Promise.all([
    run(['execute_tool'], { cwd, input: '\n \n' }),
    run(['execute_tool'], { cwd, input: '{"tool_name": "no"}\n{"tool_name": "ping"}\n' }),
  ]);
  expect(empty).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(blocked.code).toBe(3);
});

test('a huge line and one without end are dropped and named, and the next is answered', async () => {
  const megabyte = 'x'.repeat(1_000_000);
  function* input(): Generator<string> {
    yield '{"id": "1", "tool_name": "ping", "arguments": {"text": "';
    for (let count = 0; count < 17; count++) yield megabyte;
    yield '"}}\n{"id": "2", "tool_name": "ping"}\n';
    for (let count = 0; count < 120; count++) yield megabyte;
  }
  const { code, stdout, stderr } = await run(['execute_tool'], {
    cwd: temporaryProject({ 'toolcrib.json': config }),
    input: input(),
    // A line that filled the memory would end the process here.
    node: ['--max-old-space-size=80'],
  });
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  expect(resultsOf(stdout).map(({ call_id, error, output }) => [call_id, error ?? output])).toEqual([
    ['', 'Line 1 is longer than 16000000 characters.'],
    ['2', 'ping'],
    ['', 'Line 3 is longer than 16000000 characters.'],
  ]);
});

test('each line is answered while the next is still awaited, and bytes may come in any pieces', async () => {
  const child = start(['execute_tool'], { cwd: temporaryProject({ 'toolcrib.json': config }) });
  const lines = linesOf(child);
  const call = (text: string): Buffer =>
    Buffer.from(`${JSON.stringify({ tool_name: 'string', arguments: { operation: 'upper', text } })}\n`);
  const answer = async (): Promise<unknown> =>
    (JSON.parse((await lines.next()).value as string) as Result).output;

  child.stdin.write(call('one'));
  expect(JSON.stringify(await answer())).toContain('ONE');
  const bytes = call('工具é🔧');
  for (let at = 0; at < bytes.length; at += 1) {
    await new Promise((resolve) => child.stdin.write(bytes.subarray(at, at + 1), resolve));
  }
  expect(JSON.stringify(await answer())).toContain('工具É🔧');
  child.stdin.end();
  expect((await ended(child)).code).toBe(0);
});
