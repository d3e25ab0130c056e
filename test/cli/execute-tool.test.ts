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
        record_id: expect.stringMatching(/^call_[0-9a-f]{32}$/u),
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
  ['{', 'The argument is not JSON'],
  ['', 'The argument is not JSON'],
  ['[]', 'A call is {'],
  ['null', 'A call is {'],
  ['{"tool_name": 1}', 'tool_name must be string'],
  ['{"id": {}, "tool_name": "ping"}', 'id must be string or integer, received object'],
  ['{"id": 1.5, "tool_name": "ping"}', 'id must be string or integer'],
  ['{"tool_name": "ping", "arguments": []}', 'arguments must be object'],
  ['{"tool_name": "ping", "tool_args": {}}', 'Unknown parameter: tool_args (did you mean arguments?)'],
  ['{"tool_name": "ping", "timeout": 5}', 'Unknown parameter: timeout (did you mean timeout_ms?)'],
])('the argument %j is wrong usage: exit 2', async (argument, message) => {
  const { code, stdout, stderr } = await run(['execute_tool', argument], {
    cwd: temporaryProject({ 'toolcrib.json': config }),
  });
  expect({ code, stderr }).toEqual({ code: 2, stderr: '' });
  expect(JSON.parse(stdout)).toEqual({
    status: 'error',
    error_code: 'request_not_valid',
    error: expect.stringContaining(message),
  });
});

test.each([
  ['{"tool_name": "nope"}', 1, 'error', 'tool_not_found'],
  ['{"tool_name": "no"}', 3, 'blocked', 'denied_by_rule'],
  ['{"tool_name": "string", "arguments": {"operation": 1}}', 1, 'error', 'invalid_arguments'],
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
    ['', 'error', 'request_not_valid'],
    ['4', 'error', 'request_not_valid'],
    ['5', 'blocked', 'denied_by_rule'],
    ['6', 'success', undefined],
    ['', 'error', 'request_not_valid'],
    ['last', 'success', undefined],
  ]);
  expect(results[2]?.error).toBe('Line 5 is not JSON.');
  expect(results[3]?.error).toMatch(
    /^Line 6 is no call\. The request is not valid: .*tool_name.* A call is \{/u,
  );
  expect(results[6]?.error).toMatch(/^Line 9 is no call\./u);
});

test('an id may be a number, but none that a computer number changes', async () => {
  const ids = ['12', '-7', '9007199254740991', '9007199254740993', '1e400', '0.1000000000000000055'];
  const { stdout } = await run(['execute_tool'], {
    cwd: temporaryProject({ 'toolcrib.json': config }),
    input: ids.map((id) => `{"id": ${id}, "tool_name": "ping"}`).join('\n'),
  });
  const answers = resultsOf(stdout);
  expect(answers.slice(0, 3).map(({ call_id, status }) => [call_id, status])).toEqual(
    ids.slice(0, 3).map((id) => [id, 'success']),
  );
  expect(answers.slice(3).map(({ error_code }) => error_code)).toEqual([
    'request_not_valid',
    'request_not_valid',
    'request_not_valid',
  ]);
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
