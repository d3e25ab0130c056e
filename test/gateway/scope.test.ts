import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { mockTool } from '../project.ts';
import { clientKinds, connect, openGateway, textOf } from './gateway.ts';

const config = {
  tools: [
    mockTool('mine', { read_only: true }),
    mockTool('theirs', { read_only: true }),
    mockTool('write', { permission: 'read_write' }),
  ],
  agents: { narrow: { tools: ['mine'] }, reader: { permission: 'read_only' } },
};

test.each(clientKinds)('%s: nothing that a client says widens what its agent may call', async (kind) => {
  const gateway = await openGateway({ config, expose: 'all' });
  const client = await connect(kind, gateway, { agent: 'narrow' });
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['mine']);
  const meta = { agent: 'user', 'toolcrib/agent': 'user', 'x-agent': 'user' };
  for (const name of ['theirs', 'theirs@1.0.0', 'write']) {
    const refused = await client
      .callTool({ name, arguments: { agent: 'user' }, _meta: meta })
      .then(textOf, (error: Error) => error.message);
    expect(refused).toMatch(/not_in_scope|permission_denied|No tool/u);
  }
  const found = await client.callTool({ name: 'search_tools', arguments: { query: 'theirs' } });
  expect(textOf(found)).not.toContain('"theirs"');
  const inner = await client.callTool({ name: 'execute_tool', arguments: { name: 'theirs', agent: 'user' } });
  expect(inner.isError).toBe(true);
  expect(textOf(await client.callTool({ name: 'mine', _meta: meta }))).toBe('mine');
});

test('a session is there for the principal who has begun it, and for nobody else', async () => {
  const { url } = await openGateway({ config });
  const send = (method: string, agent: string, session?: string): Promise<Response> =>
    fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'x-agent': agent,
        ...(session !== undefined && { 'mcp-session-id': session, 'mcp-protocol-version': '2025-06-18' }),
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method,
        params:
          method === 'initialize'
            ? { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } }
            : {},
      }),
    });
  const begun = await send('initialize', 'reader');
  const session = begun.headers.get('mcp-session-id') ?? '';
  expect(session).not.toBe('');
  expect((await send('tools/list', 'reader', session)).status).toBe(200);
  expect((await send('tools/list', 'user', session)).status).toBe(404);
  expect((await send('tools/list', 'reader', 'guessed')).status).toBe(404);
  expect((await send('tools/list', 'reader')).status).toBe(400);
});

test('an agent that nobody configured is let in nowhere', async () => {
  const gateway = await openGateway({ config });
  const response = await fetch(gateway.url, { method: 'POST', headers: { 'x-agent': 'nobody' }, body: '{}' });
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({ error: { data: { error_code: 'unknown_agent' } } });
  const streams = { input: new PassThrough(), output: new PassThrough() };
  const principal = { id: 'stdio', agent: 'nobody' };
  await expect(gateway.door.serve(streams, { principal })).rejects.toMatchObject({ code: 'unknown_agent' });
});

test('hostile names and texts are told with everything in them visible', async () => {
  const gateway = await openGateway({ config });
  for (const kind of ['2026 http', 'v1 stdio'] as const) {
    const client = await connect(kind, gateway);
    for (const name of [
      '\u001b[2Jmine',
      'mi\u202ene',
      '../../etc/passwd',
      '__proto__',
      'constructor',
      ' '.repeat(300),
    ]) {
      const error = await client.callTool({ name }).then(
        () => undefined,
        (thrown: Error & { code: number }) => thrown,
      );
      expect(error?.code).toBe(-32_602);
      // oxlint-disable-next-line no-control-regex
      expect(error?.message).not.toMatch(/[\u0000-\u001f\u202e]/u);
    }
  }
});
