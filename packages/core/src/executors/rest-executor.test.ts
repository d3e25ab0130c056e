import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ToolService } from '../call/tool-service.ts';
import { MemoryHistory } from '../history/memory-history.ts';
import type { FailureResult, ToolResult } from '../tool/result.ts';

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

type Answer = (request: Seen, response: ServerResponse) => void;

const parameters = { type: 'object' };
let servers: Server[] = [];
let address = '';
let elsewhere = '';
let seen: Seen[] = [];
let answer: Answer;

async function listen(): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      const one = { method, url, headers, body: Buffer.concat(chunks).toString() };
      seen.push(one);
      answer(one, response);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  [address, elsewhere] = [await listen(), await listen()];
});
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  servers = [];
});
beforeEach(() => {
  seen = [];
  answer = (_, response) => response.setHeader('content-type', 'application/json').end('{"ok":true}');
});

function call(
  implementation: object,
  given: object = {},
  { options = {}, tool = {} }: { options?: object; tool?: object } = {},
): Promise<ToolResult> {
  const service = new ToolService({ builtins: false, ...options });
  service.registerTool({
    name: 'api',
    description: 'An API.',
    parameters,
    approval: 'safe',
    ...tool,
    implementation: { kind: 'rest', ...implementation },
  });
  return service.execute('api', given);
}

describe('the request', () => {
  test('puts arguments into path, query, headers and body', async () => {
    const implementation = {
      baseUrl: `${address}/v1/`,
      path: '/users/{id}/posts',
      method: 'POST',
      query: ['tags'],
      headers: { 'x-app': 'crib' },
      headerArguments: { 'x-trace': 'trace' },
    };
    const given = { id: 'a b/ü', tags: ['x', 'y&z'], trace: 't1', title: 'Hi', nested: { n: 1 } };
    expect(await call(implementation, given)).toMatchObject({
      status: 'success',
      output: { ok: true },
      metadata: { notes: { http_status: 200 } },
    });
    expect(seen[0]).toMatchObject({
      method: 'POST',
      url: '/v1/users/a%20b%2F%C3%BC/posts?tags=x&tags=y%26z',
      headers: { 'x-app': 'crib', 'x-trace': 't1', 'content-type': 'application/json' },
      body: '{"title":"Hi","nested":{"n":1}}',
    });
  });

  test.each(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    'uses the method %s',
    async (method) => {
      expect((await call({ baseUrl: address, path: '/m', method }, { q: '1' })).status).toBe('success');
      expect(seen[0]?.method).toBe(method);
      const hasBody = !['GET', 'HEAD', 'OPTIONS'].includes(method);
      expect([seen[0]?.url, seen[0]?.body]).toEqual(hasBody ? ['/m', '{"q":"1"}'] : ['/m?q=1', '']);
    },
  );

  test('takes url, method and body from the arguments when the definition leaves them open', async () => {
    await call(
      { baseUrl: `${address}/api`, headers: { authorization: 'Bearer t' } },
      { url: '/things', method: 'put', body: { a: 1 } },
    );
    expect(seen[0]).toMatchObject({
      method: 'PUT',
      url: '/api/things',
      body: '{"a":1}',
      headers: { authorization: 'Bearer t' },
    });
  });

  test('writes forms, text and binary', async () => {
    const to = { baseUrl: address, path: '/b', method: 'POST', body: 'data' };
    await call({ ...to, bodyType: 'form' }, { data: { a: '1 2', b: ['x', 'y'] } });
    await call({ ...to, bodyType: 'text' }, { data: 'plain ü' });
    await call({ ...to, bodyType: 'binary' }, { data: btoa('bytes') });
    expect(seen.map(({ body, headers }) => [headers['content-type'], body])).toEqual([
      ['application/x-www-form-urlencoded', 'a=1+2&b=x&b=y'],
      ['text/plain; charset=utf-8', 'plain ü'],
      ['application/octet-stream', 'bytes'],
    ]);
  });

  test.each([
    ['a part that climbs', { path: '/u/{id}' }, { id: '..' }],
    ['an empty part', { path: '/u/{id}' }, { id: '' }],
    ['a missing part', { path: '/u/{id}' }, {}],
    ['another origin', {}, { url: 'https://evil.example/x' }],
    ['another scheme', {}, { url: 'file:///etc/passwd' }],
    ['a header of its own', { path: '/', headerArguments: { 'x-a': 'a' } }, { a: 'x\r\nx-evil: 1' }],
    ['an unknown method', {}, { url: '/', method: 'BREW' }],
  ])('%s is refused before anything is sent', async (_, implementation, given) => {
    expect(await call({ baseUrl: address, ...implementation }, given)).toMatchObject({
      status: 'error',
      errorCode: 'invalid_arguments',
      errorType: 'ValidationError',
    });
    expect(seen).toEqual([]);
  });

  test('two slashes do not change the host', async () => {
    await call({ baseUrl: address }, { url: '//evil.example/x' });
    await call({ baseUrl: address }, { url: '\\\\evil.example/x' });
    expect(seen.map(({ url }) => url)).toEqual(['/evil.example/x', '/evil.example/x']);
  });
});

describe('credentials', () => {
  const secrets = (name: string): string | undefined => ({ KEY: 's3cr3t' })[name];

  test.each([
    [{ type: 'bearer', secret: 'KEY' }, { authorization: 'Bearer s3cr3t' }, '/'],
    [
      { type: 'basic', username: 'ada', secret: 'KEY' },
      { authorization: `Basic ${btoa('ada:s3cr3t')}` },
      '/',
    ],
    [{ type: 'api_key', secret: 'KEY', name: 'x-key' }, { 'x-key': 's3cr3t' }, '/'],
    [{ type: 'api_key', secret: 'KEY', name: 'key', in: 'query' }, {}, '/?key=s3cr3t'],
  ])('%j come from named secrets', async (auth, headers, url) => {
    await call({ baseUrl: address, path: '/', method: 'GET', auth }, {}, { options: { secrets } });
    expect(seen[0]).toMatchObject({ headers, url });
  });

  test('a secret that is not set is an error, and nothing is sent', async () => {
    const result = await call(
      { baseUrl: address, path: '/', auth: { type: 'bearer', secret: 'NONE' } },
      {},
      { options: { secrets } },
    );
    expect(result).toMatchObject({ errorCode: 'secret_missing', errorType: 'AuthenticationError' });
    expect(seen).toEqual([]);
  });

  test('stay with their origin: where a server sends us elsewhere we do not go', async () => {
    answer = ({ url }, response) =>
      url === '/start'
        ? response.writeHead(302, { location: `${elsewhere}/end` }).end()
        : response.end('there');
    const auth = { type: 'api_key', secret: 'KEY', name: 'x-key' };
    const result = await call(
      { baseUrl: address, path: '/start', method: 'POST', auth },
      { a: 1 },
      { options: { secrets } },
    );
    expect(result).toMatchObject({ status: 'error', errorCode: 'http_error' });
    expect(seen).toHaveLength(1);
  });

  test('a value that no header can carry is not told in the error', async () => {
    const auth = { type: 'bearer', secret: 'KEY' };
    const options = { secrets: () => 'SUPER\nSECRET' };
    const result = await call({ baseUrl: address, path: '/', auth }, {}, { options });
    expect(result.status).toBe('error');
    expect(JSON.stringify(result)).not.toContain('SUPER');
  });

  test('stand in no record, no result and no error', async () => {
    const history = new MemoryHistory();
    answer = (_, response) => response.writeHead(500).end('no');
    const auth = { type: 'bearer', secret: 'KEY' };
    const result = await call({ baseUrl: address, path: '/', auth }, {}, { options: { secrets, history } });
    expect(JSON.stringify([result, history.list(), String((result as FailureResult).cause)])).not.toContain(
      's3cr3t',
    );
  });
});

describe('the answer', () => {
  test.each([
    ['application/json; charset=utf-8', '{"a":[1]}', { a: [1] }],
    ['application/problem+json', '{"a":1}', { a: 1 }],
    ['application/json', 'not json', 'not json'],
    ['text/plain', 'plain', 'plain'],
    ['image/png', 'bytes', btoa('bytes')],
    ['text/plain', '', null],
  ])('%s is read as what it is', async (type, body, output) => {
    answer = (_, response) => response.setHeader('content-type', type).end(body);
    expect(await call({ baseUrl: address, path: '/' })).toMatchObject({ output });
  });

  test('one that is too large is dropped, also when it was small before it was unpacked', async () => {
    answer = (_, response) =>
      response
        .writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' })
        .end(gzipSync('x'.repeat(5_000_000)));
    expect(await call({ baseUrl: address, path: '/', maxBytes: 100_000 })).toMatchObject({
      status: 'error',
      errorCode: 'output_too_large',
    });
  });

  test.each([
    [400, 'bad_request', 'ValidationError'],
    [401, 'unauthorized', 'AuthenticationError'],
    [403, 'forbidden', 'AuthenticationError'],
    [404, 'not_found', 'ToolExecutionError'],
    [418, 'http_error', 'ToolExecutionError'],
    [429, 'rate_limited', 'RateLimitError'],
    [500, 'server_error', 'ServerError'],
    [503, 'server_error', 'ServerError'],
  ])('status %i is %s', async (status, errorCode, errorType) => {
    answer = (_, response) => response.writeHead(status).end('the reason');
    const result = await call({ baseUrl: address, path: '/' });
    expect(result).toMatchObject({
      status: 'error',
      errorCode,
      errorType,
      metadata: { notes: { http_status: status } },
    });
  });

  test('says when to come back', async () => {
    answer = (_, response) => response.writeHead(429, { 'retry-after': '17' }).end();
    expect(await call({ baseUrl: address, path: '/' })).toMatchObject({ data: { retryAfterSeconds: 17 } });
    answer = (_, response) =>
      response.writeHead(429, { 'retry-after': new Date(Date.now() + 90_000).toUTCString() }).end();
    const result = (await call({ baseUrl: address, path: '/' })) as FailureResult;
    expect((result.data as { retryAfterSeconds: number }).retryAfterSeconds).toBeGreaterThan(80);
  });

  test('endless redirects end', async () => {
    answer = (_, response) => response.writeHead(302, { location: '/again' }).end();
    expect(await call({ baseUrl: address, path: '/' })).toMatchObject({ errorCode: 'http_error' });
    expect(seen).toHaveLength(6);
  });

  test('a server that is not there is a network error', async () => {
    expect(await call({ baseUrl: 'http://127.0.0.1:1', path: '/' })).toMatchObject({
      errorCode: 'network',
      errorType: 'NetworkError',
    });
  });
});

test('the idempotency key goes along when the API takes one, the same for every attempt', async () => {
  answer = (_, response) => response.writeHead(seen.length < 3 ? 503 : 200).end();
  const service = new ToolService({ builtins: false });
  const implementation = {
    kind: 'rest',
    baseUrl: address,
    path: '/pay',
    method: 'POST',
    idempotencyHeader: 'idempotency-key',
  };
  service.registerTool({ name: 'pay', description: 'Pays.', parameters, implementation });
  const result = await service.execute('pay', {}, { retries: 3, retryDelay: 1, idempotencyKey: 'once' });
  expect(result).toMatchObject({ status: 'success', metadata: { attempts: 3 } });
  expect(seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['once', 'once', 'once']);
});

test('the method tells what the tool does', () => {
  const service = new ToolService({ builtins: false });
  const register = (method: string): unknown =>
    service.registerTool({
      name: method,
      description: 'X.',
      parameters,
      implementation: { kind: 'rest', baseUrl: address, path: '/', method },
    });
  expect(['GET', 'PUT', 'DELETE', 'POST'].map(register)).toMatchObject([
    { annotations: { readOnly: true }, permission: 'read_only', approval: 'safe' },
    { annotations: { readOnly: false, idempotent: true }, approval: 'safe' },
    { annotations: { destructive: true, idempotent: true }, approval: 'confirm' },
    { annotations: { readOnly: false, idempotent: false } },
  ]);
});
