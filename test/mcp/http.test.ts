import { json } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import {
  connecting,
  type Connected,
} from '../../packages/toolcrib/src/connectors/mcp/connect.test-support.ts';
import { listen, startEventServer, startNewServer, startOldServer } from './http-servers.ts';

const { connect } = connecting(onTestFinished);

const overHttp = (url: string, headers: { readonly [name: string]: string } = {}): Connected =>
  connect({ way: { type: 'http', url, headers } });

test.each([
  ['old', startOldServer],
  ['new', startNewServer],
])('a server of the %s era is called by HTTP, with the headers of the configuration', async (_, start) => {
  const { url, requests } = await start();
  const { service, register } = overHttp(url, { 'x-api-key': 'key-of-the-test' });
  expect((await register()).map(({ name }) => name)).toEqual(['sample__add']);
  expect(await service.execute('sample__add', { a: 1, b: 2 })).toMatchObject({ output: '3' });
  expect(requests.every(({ headers }) => headers['x-api-key'] === 'key-of-the-test')).toBe(true);
});

test('a server of before streamable HTTP is called too', async () => {
  const { url, requests } = await startEventServer();
  const { service, register } = connect({
    way: { type: 'sse', url, headers: { 'x-api-key': 'key-of-the-test' } },
  });
  await register();
  expect(await service.execute('sample__add', { a: 1, b: 2 })).toMatchObject({ output: '3' });
  expect(requests.every(({ headers }) => headers['x-api-key'] === 'key-of-the-test')).toBe(true);
});

test('a server of the old era that has forgotten us is greeted anew, and the call goes through', async () => {
  const { url, forget } = await startOldServer();
  const { service, register } = overHttp(url);
  await register();
  forget();
  expect(await service.execute('sample__add', { a: 2, b: 2 })).toMatchObject({
    output: '4',
    metadata: { attempts: 1 },
  });
});

test('statuses and broken connections have codes', async () => {
  const answers: [status: number, code: string][] = [
    [503, 'server_error'],
    [429, 'rate_limited'],
    [403, 'forbidden'],
  ];
  for (const [status, code] of answers) {
    const { url } = await listen((_, response) => response.writeHead(status).end('no'));
    const { service } = overHttp(url);
    service.registerTool(tool);
    expect(await service.execute('add', {})).toMatchObject({ errorCode: code });
  }
  const { url, server } = await listen((_, response) => response.end());
  server.close();
  const { service } = overHttp(url);
  service.registerTool(tool);
  expect(await service.execute('add', {})).toMatchObject({
    errorCode: 'network',
    error: expect.stringContaining('ECONNREFUSED'),
    metadata: { outcomeUnknown: false },
  });
});

test('a server that dies while it answers leaves the outcome open, and nobody waits', async () => {
  const events = { 'content-type': 'text/event-stream' };
  const greeting = {
    protocolVersion: '2025-06-18',
    serverInfo: { name: 'x', version: '1' },
    capabilities: { tools: {} },
  };
  const { url } = await listen(async (request, response) => {
    if (request.method !== 'POST') return response.writeHead(405).end();
    const { id, method } = (await json(request)) as { id?: number; method: string };
    if (method === 'initialize')
      return response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id, result: greeting }));
    if (method !== 'tools/call') return response.writeHead(id === undefined ? 202 : 404).end();
    response.writeHead(200, events).write(': working\n\n');
    return setTimeout(() => request.socket.destroy(), 50);
  });
  const { service } = overHttp(url);
  service.registerTool(tool);
  expect(await service.execute('add', {}, { timeout: 25_000 })).toMatchObject({
    errorCode: 'network',
    metadata: { outcomeUnknown: true },
  });
});

test('who has no credentials is told how to log in; who brings wrong ones is not', async () => {
  const { url } = await listen((_, response) => response.writeHead(401).end('who are you?'));
  const stranger = overHttp(url);
  stranger.service.registerTool(tool);
  expect(await stranger.service.execute('add', {})).toMatchObject({
    errorCode: 'unauthorized',
    error: expect.stringContaining('toolcrib mcp login sample'),
  });
  const known = overHttp(url, { Authorization: 'Bearer wrong' });
  known.service.registerTool(tool);
  const refused = await known.service.execute('add', {});
  expect(refused).toMatchObject({ errorCode: 'unauthorized' });
  expect(refused).not.toMatchObject({ error: expect.stringContaining('mcp login') });
});

test('a server cannot send us to other hosts', async () => {
  const other = await listen((_, response) => response.end());
  const { url } = await listen((_, response) => response.writeHead(307, { location: other.url }).end());
  const { source } = overHttp(url);
  await expect(source.definitions(new AbortController().signal)).rejects.toMatchObject({
    name: 'SourceError',
  });
  expect(other.requests).toHaveLength(0);
});

const tool = {
  name: 'add',
  description: 'Adds.',
  parameters: { type: 'object' },
  approval: 'safe',
  implementation: { kind: 'mcp', server: 'sample', tool: 'add' },
} as const;
