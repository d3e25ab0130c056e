import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { run } from '../command.ts';
import { mockTool, temporaryProject } from '../project.ts';

const config = {
  tools: [
    mockTool('text', { implementation: { type: 'mock', mock_response: 'plain\ntext' } }),
    mockTool('data', { implementation: { type: 'mock', mock_response: { a: [1] } } }),
    mockTool('typed', {
      parameters: {
        type: 'object',
        properties: {
          id: { type: 'string' },
          count: { type: 'integer' },
          flag: { type: 'boolean' },
          list: { type: 'array', items: { type: 'number' } },
          maybe: { type: ['string', 'null'] },
        },
        required: ['id'],
        additionalProperties: false,
      },
    }),
    mockTool('confirm', { requires_confirmation: true }),
    mockTool('dangerous', { approval: 'dangerous' }),
    mockTool('denied'),
  ],
  agents: { reader: { permission: 'read_only' } },
  rules: [{ tool: 'denied', decision: 'deny', reason: 'not here' }],
};

test.each([
  [['text'], 'plain\ntext\n'],
  [['data'], '{\n  "a": [\n    1\n  ]\n}\n'],
  [['typed', 'id=007', 'count=3', 'flag=true', 'list=[1,2]', 'maybe=5'], 'typed\n'],
  [['text', '--agent', 'user'], 'plain\ntext\n'],
])('call %j prints its output and nothing else', async (given, stdout) => {
  const cwd = temporaryProject({ 'toolcrib.json': config });
  expect(await run(['call', ...given], { cwd })).toEqual({ code: 0, stdout, stderr: '' });
});

test('with --json the result is one line', async () => {
  const { code, stdout } = await run(['call', 'data', '--json'], {
    cwd: temporaryProject({ 'toolcrib.json': config }),
  });
  expect(code).toBe(0);
  expect(stdout.split('\n').length).toBe(2);
  expect(JSON.parse(stdout)).toMatchObject({
    status: 'success',
    output: { a: [1] },
    metadata: { tool_name: 'data' },
  });
});

test.each([
  [['nope'], 1, 'error (tool_not_found) No tool "nope".'],
  [['typed'], 1, 'error (invalid_arguments) Missing required parameter: id'],
  [['typed', 'id=1', 'count=many'], 1, 'Parameter count must be integer, received string'],
  [['typed', 'id=1', '__proto__={}'], 1, 'Unknown parameter: __proto__'],
  [
    ['denied'],
    3,
    'blocked (denied_by_rule) denied is denied by the rule at toolcrib.json rules[0]: not here\nWhat to do: Change the rule',
  ],
  [['confirm'], 3, 'blocked (no_approver)'],
  [['confirm', '--no'], 3, 'blocked (approval_refused)'],
  [['dangerous'], 3, 'blocked (grant_required)'],
  [['dangerous', '--yes'], 3, 'blocked (grant_required)'],
  [['text', '--agent', 'reader'], 3, 'blocked (permission_denied)'],
  [['text', '--agent', 'nobody'], 3, 'blocked (unknown_agent)'],
])('call %j ends with %i and says why on standard error only', async (given, code, message) => {
  const ended = await run(['call', ...given], { cwd: temporaryProject({ 'toolcrib.json': config }) });
  expect(ended).toEqual({ code, stdout: '', stderr: expect.stringContaining(message) });
  expect(ended.stderr).not.toContain('    at ');
});

test('--yes answers the question, and the result says who answered', async () => {
  const { code, stdout } = await run(['call', 'confirm', '--yes', '--json'], {
    cwd: temporaryProject({ 'toolcrib.json': config }),
  });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ output: 'confirm', metadata: { approved_by: '--yes' } });
});

test('what went wrong is said in the chosen language, and its code stays', async () => {
  const { stderr } = await run(['call', 'denied', '--locale', 'zh-CN'], {
    cwd: temporaryProject({ 'toolcrib.json': config }),
  });
  expect(stderr).toMatch(
    /blocked \(denied_by_rule\) denied 被 toolcrib\.json rules\[0\] 处的规则拒绝：not here\n解决办法: /u,
  );
});

test('a timeout ends the call; what a server says cannot speak to the terminal', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/bad') response.writeHead(400).end('no\u001b]0;title\u0007');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const rest = (path: string): object => ({
    implementation: { type: 'rest', method: 'GET', base_url, path },
  });
  const cwd = temporaryProject({
    'toolcrib.json': { tools: [mockTool('slow', rest('/slow')), mockTool('bad', rest('/bad'))] },
  });

  const [slow, bad] = await Promise.all([
    run(['call', 'slow', '--timeout', '50'], { cwd }),
    run(['call', 'bad'], { cwd }),
  ]);
  expect(slow).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('error (timeout) slow did not finish within 50 ms'),
  });
  expect(bad).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('(400): no\\u{1b}]0;title\\u{7}'),
  });
});
