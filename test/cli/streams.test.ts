import { once } from 'node:events';
import { openSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { command, ended, linesOf, run, start } from '../command.ts';
import { mockTool, temporaryProject } from '../project.ts';

const escape = '\u001b';

test.each([{}, { NO_COLOR: '1' }, { TERM: 'xterm-256color', COLORTERM: 'truecolor' }])(
  'without a terminal there are no escape codes, with %j',
  async (env) => {
    const cwd = temporaryProject({ 'toolcrib.json': { tools: [mockTool('a')], bad: 1 } });
    const ends = await Promise.all([
      run(['list'], { cwd, env }),
      run(['call', 'nope'], { cwd, env }),
      run(['explain', 'nope'], { cwd, env }),
    ]);
    for (const { stdout, stderr } of ends) expect(stdout + stderr).not.toContain(escape);
  },
);

test('a reader that stops early ends the command quietly', async () => {
  const long = mockTool('long', { implementation: { type: 'mock', mock_response: 'x'.repeat(100_000) } });
  const child = start(['execute_tool'], { cwd: temporaryProject({ 'toolcrib.json': { tools: [long] } }) });
  child.stdin.on('error', () => undefined);
  child.stdin.end('{"tool_name": "long"}\n'.repeat(200));
  await once(child.stdout, 'data');
  child.stdout.destroy();
  const [stderr, [code]] = await Promise.all([child.stderr.toArray(), once(child, 'close')]);
  expect({ code, stderr: Buffer.concat(stderr as Buffer[]).toString() }).toEqual({ code: 0, stderr: '' });
});

test('when nobody listens to standard error the result still comes', async () => {
  const cwd = temporaryProject({ 'toolcrib.json': { bad: 1, tools: [mockTool('a')] } });
  const child = start(['call', 'a'], { cwd });
  child.stderr.destroy();
  const [stdout, [code]] = await Promise.all([child.stdout.toArray(), once(child, 'close')]);
  expect({ code, stdout: Buffer.concat(stdout as Buffer[]).toString() }).toEqual({ code: 0, stdout: 'a\n' });
});

test.runIf(process.platform === 'linux')('a full disk is said in one line: exit 1', async () => {
  const child = spawn(process.execPath, [command, 'list'], {
    cwd: temporaryProject(),
    env: {},
    stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
  });
  const [stderr, [code]] = await Promise.all([child.stderr?.toArray() ?? [], once(child, 'close')]);
  expect(code).toBe(1);
  expect(Buffer.concat(stderr as Buffer[]).toString()).toMatch(/^ENOSPC[^\n]*\n$/u);
});

test.runIf(process.platform === 'linux')(
  'a working directory that is gone is said in one line: exit 1',
  async () => {
    const cwd = temporaryProject();
    const child = spawn(
      'sh',
      ['-c', 'mkdir gone && cd gone && rmdir ../gone && exec "$0" "$@"', process.execPath, command, 'list'],
      {
        cwd,
        env: {},
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    const [stderr, [code]] = await Promise.all([child.stderr.toArray(), once(child, 'close')]);
    expect(code).toBe(1);
    expect(Buffer.concat(stderr as Buffer[]).toString()).toMatch(/^ENOENT[^\n]*\n$/u);
  },
);

/** A server that takes requests and never answers. */
async function silentServer(): Promise<{ readonly server: Server; readonly config: object }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const rest = mockTool('wait', { implementation: { type: 'rest', method: 'GET', base_url, path: '/' } });
  return { server, config: { tools: [rest, mockTool('ping')] } };
}

test('Ctrl-C cancels the running call, says so in its result, ends with 130, and disturbs no other process', async () => {
  const { server, config } = await silentServer();
  const cwd = temporaryProject({ 'toolcrib.json': config });
  const other = start(['execute_tool'], { cwd });
  const child = start(['execute_tool', '{"id": "c1", "tool_name": "wait"}'], { cwd });
  await once(server, 'request');
  child.kill('SIGINT');

  const { code, stdout, stderr } = await ended(child);
  expect({ code, stderr }).toEqual({ code: 130, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({ call_id: 'c1', status: 'error', error_code: 'cancelled' });

  const lines = linesOf(other);
  other.stdin.end('{"id": "o1", "tool_name": "ping"}\n');
  expect(JSON.parse((await lines.next()).value as string)).toMatchObject({ call_id: 'o1', output: 'ping' });
  expect((await ended(other)).code).toBe(0);
});

test('call says on standard error that it was cancelled', async () => {
  const { server, config } = await silentServer();
  const child = start(['call', 'wait'], { cwd: temporaryProject({ 'toolcrib.json': config }) });
  await once(server, 'request');
  child.kill('SIGINT');
  expect(await ended(child)).toEqual({
    code: 130,
    stdout: '',
    stderr: 'error (cancelled) The call of wait was cancelled.\n',
  });
});

test('Ctrl-C between two lines ends the reading: 130, and the answers so far stay', async () => {
  const { server, config } = await silentServer();
  const child = start(['execute_tool'], { cwd: temporaryProject({ 'toolcrib.json': config }) });
  const lines = linesOf(child);
  child.stdin.write('{"id": "1", "tool_name": "ping"}\n');
  expect(JSON.parse((await lines.next()).value as string)).toMatchObject({ call_id: '1', output: 'ping' });
  child.kill('SIGINT');
  expect(await once(child, 'close')).toEqual([130, null]);
  server.close();
});

test('lines behind a cancelled call are not started', async () => {
  const { server, config } = await silentServer();
  const child = start(['execute_tool'], { cwd: temporaryProject({ 'toolcrib.json': config }) });
  child.stdin.write('{"id": "1", "tool_name": "wait"}\n{"id": "2", "tool_name": "ping"}\n');
  await once(server, 'request');
  child.kill('SIGINT');
  const { code, stdout } = await ended(child);
  expect(code).toBe(130);
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { call_id: string }).call_id),
  ).toEqual(['1']);
});
