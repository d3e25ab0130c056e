import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, onTestFinished, test } from 'vitest';
import { command, linesOf, run, start } from '../command.ts';
import { mockTool, temporaryProject } from '../project.ts';
import { textOf } from './gateway.ts';

const sampleServer = fileURLToPath(
  new URL('../../packages/toolcrib/src/connectors/mcp/sample-server.test-support.ts', import.meta.url),
);
const identity = { name: 'tester', version: '1.0.0' };

function projectWith(config: object = {}): {
  readonly cwd: string;
  readonly env: { [name: string]: string };
} {
  const cwd = temporaryProject({ 'toolcrib.json': config });
  return {
    cwd,
    env: {
      TOOLCRIB_STATE: String(process.env['TOOLCRIB_STATE']),
      PATH: String(process.env['PATH']),
      LANG: 'C',
    },
  };
}

test.each(['legacy', { pin: '2026-07-28' }] as const)(
  'a client starts the command and calls (%j)',
  async (mode) => {
    const { cwd, env } = projectWith({ tools: [mockTool('hello')] });
    const client = new Client(identity, { versionNegotiation: { mode } });
    const started = { command: process.execPath, args: [command, 'mcp', '--expose', 'all'], cwd, env };
    await client.connect(new StdioClientTransport(started));
    onTestFinished(() => client.close());
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['Read', 'calculator', 'hello']));
    expect(textOf(await client.callTool({ name: 'hello' }))).toBe('hello');
    // Records are written behind the calls.
    const records = async (): Promise<unknown> =>
      JSON.parse((await run(['history', '--json'], { cwd, env })).stdout);
    await expect.poll(records).toMatchObject([{ tool: 'hello', agent: 'user', status: 'success' }]);
  },
);

test('a client of the first generation does so too, and sees what its agent may call', async () => {
  const { cwd, env } = projectWith({
    tools: [mockTool('hello'), mockTool('secret')],
    agents: { narrow: { permission: 'admin', tools: ['hello'] } },
  });
  const client = new OldClient(identity);
  const args = [command, 'mcp', '--agent', 'narrow'];
  await client.connect(new OldStdio({ command: process.execPath, args, cwd, env }));
  onTestFinished(() => client.close());
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['hello']);
  const beyond = await client.callTool({ name: 'secret' }).catch((error: unknown) => String(error));
  expect(JSON.stringify(beyond)).toMatch(/not_in_scope|No tool/u);
});

test('what is no message is answered by its code, and the next one is read', async () => {
  const { cwd, env } = projectWith();
  const child = start(['mcp'], { cwd, env });
  const lines = linesOf(child);
  const answer = async (line: string): Promise<unknown> => {
    child.stdin.write(`${line}\n`);
    return JSON.parse(String((await lines.next()).value));
  };
  expect(await answer('{"jsonrpc":')).toMatchObject({ id: null, error: { code: -32_700 } });
  expect(await answer('{"jsonrpc":"1.0","id":7,"method":4}')).toMatchObject({
    id: 7,
    error: { code: -32_600 },
  });
  expect(await answer('[1,2]')).toMatchObject({ id: null, error: { code: -32_600 } });
  expect(await answer(`"${'x'.repeat(10_000_001)}"`)).toMatchObject({ id: null, error: { code: -32_600 } });
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: identity };
  const hello = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
  expect(await answer(hello)).toMatchObject({ id: 1, result: { serverInfo: { name: 'toolcrib' } } });
  const wrong = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 5, arguments: 'x' } };
  expect(await answer(JSON.stringify(wrong))).toMatchObject({ id: 2, error: { code: -32_602 } });
  const list = { jsonrpc: '2.0', id: 4, method: 'tools/list', params: { cursor: [] } };
  expect(await answer(JSON.stringify(list))).toMatchObject({ id: 4, error: { code: -32_602 } });
  const good = { ...wrong, id: 3, params: { name: 'calculator', arguments: { expression: '6*7' } } };
  expect(await answer(JSON.stringify(good))).toMatchObject({
    id: 3,
    result: { content: [{ type: 'text' }] },
  });
});

test('a client that is gone ends the process, and the server that a call had started', async () => {
  const { cwd, env } = projectWith({ rules: [{ tool: '*', decision: 'allow' }] });
  await run(['mcp', 'add', 'sample', '--yes', '--', process.execPath, sampleServer, cwd], { cwd, env });
  const pids = (): number[] => readFileSync(join(cwd, 'starts'), 'utf8').trim().split('\n').map(Number);
  const before = pids().length;
  const child = start(['mcp'], { cwd, env });
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: identity };
  const send = (message: object): unknown =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  send({ id: 1, method: 'initialize', params });
  send({ id: 2, method: 'tools/call', params: { name: 'sample__hang' } });
  await expect.poll(() => pids().length).toBeGreaterThan(before);
  const started = pids().at(-1) ?? 0;
  expect(process.kill(started, 0)).toBe(true);
  child.stdin.end();
  const [code] = (await once(child, 'exit')) as [number];
  expect(code).toBe(0);
  await expect.poll(() => isRunning(started)).toBe(false);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('an allow-list narrows what the client sees, and cannot replace the tools of an agent', async () => {
  const { cwd, env } = projectWith({
    tools: [mockTool('hello'), mockTool('other')],
    allow_lists: { greetings: { tool_names: ['hello'] } },
    agents: { narrow: { tools: ['other'] } },
  });
  const client = new Client(identity);
  const args = [command, 'mcp', '--allow-list', 'greetings'];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd, env }));
  onTestFinished(() => client.close());
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['hello']);
  const refused = await run(['mcp', '--allow-list', 'greetings', '--agent', 'narrow'], { cwd, env });
  expect(refused.code).toBe(4);
  expect(refused.stderr).toContain('has tools of its own');
  const unknown = await run(['mcp', '--agent', 'nobody'], { cwd, env });
  expect(unknown.code).toBe(3);
  expect((await run(['mcp', '--expose', 'some'], { cwd, env })).code).toBe(2);
});

test('a person who watches is asked before the client is, and a watcher that was killed is nobody', async () => {
  const { cwd, env } = projectWith({ tools: [mockTool('launch', { approval: 'confirm' })] });
  const client = new Client(identity);
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [command, 'mcp'], cwd, env }),
  );
  onTestFinished(() => client.close());
  const call = async (): Promise<string> => textOf(await client.callTool({ name: 'launch' }));
  expect(await call()).toContain('nobody_watches');
  const watcher = start(['approvals', 'watch', '--json'], { cwd, env });
  const questions = linesOf(watcher);
  await expect
    .poll(() => readdirSync(join(cwd, 'state'), { recursive: true }).join(' '))
    .toContain('watchers/');
  const waiting = call();
  const asked = JSON.parse(String((await questions.next()).value)) as { id: string };
  expect(asked).toMatchObject({ status: 'pending', tool: 'launch' });
  expect((await run(['approvals', 'allow', asked.id], { cwd, env })).code).toBe(0);
  expect(await waiting).toBe('launch');
  watcher.kill('SIGKILL');
  await once(watcher, 'exit');
  expect(await call()).toContain('nobody_watches');
});
