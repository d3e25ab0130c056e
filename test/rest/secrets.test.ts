import type { ServerResponse } from 'node:http';
import { MemoryHistory, type Fetch, type ToolResult, type ToolService } from '@toolcrib/core';
import { describe, expect, test } from 'vitest';
import { startLoopbackServer } from '../acceptance/loopback-server.ts';
import { restService } from './rest-tool.ts';

const secret = 'sk-"qz4711zq"/a b&c~d';
const spellings = [
  secret,
  encodeURIComponent(secret),
  new URLSearchParams({ '': secret }).toString().slice(1),
  JSON.stringify(secret).slice(1, -1),
  JSON.stringify(secret).slice(1, -1).replaceAll('/', String.raw`\/`),
];
const pair = btoa(`ada:${secret}`);

const auths = [
  { type: 'bearer', secret: 'KEY' },
  { type: 'basic', username: 'ada', secret: 'KEY' },
  { type: 'api_key', name: 'x-key', secret: 'KEY' },
  { type: 'api_key', name: 'key', in: 'query', secret: 'KEY' },
];

/** Everything that anybody hears of one call: the result with its causes, the record, the events. */
async function heard(
  service: ToolService,
  history: MemoryHistory,
): Promise<{ all: string; result: ToolResult }> {
  const events: unknown[] = [];
  for (const name of ['call-end', 'call-fail'] as const) service.on(name, (event) => events.push(event));
  const result = await service.execute('api');
  const all = [result, history.list(), events].map((part) => JSON.stringify(part, withErrors)).join('\n');
  return { all, result };
}

function withErrors(_: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const { name, message, stack, cause } = value;
  return { name, message, stack, cause, more: Object.entries(value) };
}

async function echo(auth: object, answer: (received: string, response: ServerResponse) => void) {
  const server = await startLoopbackServer(({ url, headers }, response) =>
    answer(`${url} ${headers.authorization} ${headers['x-key'] as string}`, response),
  );
  const history = new MemoryHistory();
  const service = restService(
    { base_url: server.address, path: '/', method: 'GET', auth },
    { history, secrets: () => secret },
  );
  return { ...(await heard(service, history)), server };
}

function expectNoSecret(all: string): void {
  expect(all).toContain('[redacted]');
  for (const text of [...spellings, pair, 'qz4711zq'])
    expect(all).not.toContain(JSON.stringify(text).slice(1, -1));
}

describe.each(auths)('a server that gives back what was sent: %j', (auth) => {
  test.each([200, 400, 401, 403, 404, 418, 429, 500])('in an answer with status %i', async (status) => {
    const { all, server } = await echo(auth, (received, response) =>
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ received, [received]: { deep: [received, ...spellings] } })),
    );
    expectNoSecret(all);
    expect(server.requests).toHaveLength(1);
  });

  test.each(['text/html', 'application/octet-stream', ''])('as %s', async (type) => {
    const { all, result } = await echo(auth, (received, response) =>
      response.writeHead(200, type === '' ? {} : { 'content-type': type }).end(`<p>${received}`),
    );
    const output = result.status === 'success' ? String(result.output) : '';
    expectNoSecret(`${all}${type.startsWith('application') ? atob(output) : ''}`);
  });
});

test('a secret that was cut in two by the length of the message is not told in part', async () => {
  for (let before = 470; before < 500; before += 3) {
    const { all } = await echo({ type: 'bearer', secret: 'KEY' }, (_, response) =>
      response.writeHead(400).end('x'.repeat(before) + secret),
    );
    expect(all).not.toContain('sk-');
  }
});

test('a key that is a number is recognised as one', async () => {
  const server = await startLoopbackServer((_, response) =>
    response.setHeader('content-type', 'application/json').end('{"key":1234567890,"count":12}'),
  );
  const auth = { type: 'api_key', name: 'x-key', secret: 'KEY' };
  const service = restService({ base_url: server.address, path: '/', auth }, { secrets: () => '1234567890' });
  expect(await service.execute('api')).toMatchObject({ output: { key: '[redacted]', count: 12 } });
});

test('a secret that a definition writes into a header is kept from coming back as well', async () => {
  const server = await startLoopbackServer(({ headers }, response) =>
    response.end(`${headers.authorization} ${headers.cookie?.slice(4)} ${String(headers['x-app'])}`),
  );
  const headers = {
    Authorization: 'Bearer written-qz4711zq',
    Cookie: 'sid=baked-qz4711zq',
    'x-app': 'crib-of-tools',
  };
  const service = restService({ base_url: server.address, path: '/', headers });
  expect(await service.execute('api')).toMatchObject({
    output: 'Bearer [redacted] [redacted] crib-of-tools',
  });
});

test('a value of less than six characters is left alone: it may stand anywhere by chance', async () => {
  const server = await startLoopbackServer((_, response) => response.end('the latest test'));
  const auth = { type: 'bearer', secret: 'KEY' };
  const service = restService({ base_url: server.address, path: '/', auth }, { secrets: () => 'test' });
  expect(await service.execute('api')).toMatchObject({ output: 'the latest test' });
});

describe('what fetch throws', () => {
  const failing =
    (failure: (url: URL, headers: Headers) => unknown): Fetch =>
    (url, { headers }) => {
      throw failure(url, headers);
    };

  test.each<[string, Fetch]>([
    ['in its message', failing((url) => new Error(`cannot fetch ${url.href}`))],
    ['in its cause', failing((url) => new TypeError('fetch failed', { cause: new Error(url.href) }))],
    [
      'beside its message',
      failing((url, headers) => Object.assign(new Error('no'), { url, headers: [...headers] })),
    ],
    ['as a text', failing((url) => url.href)],
    ['at the end of a long message', failing((url) => new Error('x'.repeat(1970) + url.href))],
  ])('tells no secret, whether it stands %s', async (_, fetch) => {
    const history = new MemoryHistory();
    const auth = { type: 'api_key', name: 'key', in: 'query', secret: 'KEY' };
    const service = restService(
      { base_url: 'http://127.0.0.1:9', path: '/', auth },
      { fetch, history, secrets: () => secret },
    );
    const { all, result } = await heard(service, history);
    expect(result).toMatchObject({ errorCode: 'network' });
    for (const text of [...spellings, 'sk-']) expect(all).not.toContain(text);
  });

  test('is judged as before: a refused connection still proves that nothing was done', async () => {
    let attempts = 0;
    const fetch: Fetch = () => {
      if (++attempts > 1) return Promise.resolve(new Response('done'));
      throw new TypeError('fetch failed', {
        cause: Object.assign(new Error('no'), { code: 'ECONNREFUSED' }),
      });
    };
    const service = restService(
      { base_url: 'http://127.0.0.1:9', path: '/', method: 'POST', auth: { type: 'bearer', secret: 'KEY' } },
      { fetch, secrets: () => secret },
    );
    expect(await service.execute('api', {}, { retries: 1, retryDelay: 1 })).toMatchObject({ output: 'done' });
  });
});

test.each([
  [
    'throws',
    () => {
      throw new Error(`vault says ${secret}`);
    },
  ],
  ['rejects', () => Promise.reject(new Error(`vault says ${secret}`))],
])('what a source of secrets says when it %s is told to nobody', async (_, secrets) => {
  const history = new MemoryHistory();
  const auth = { type: 'bearer', secret: 'KEY' };
  const service = restService({ base_url: 'http://127.0.0.1:9', path: '/', auth }, { secrets, history });
  const { all, result } = await heard(service, history);
  expect(result).toMatchObject({
    errorCode: 'secret_unreadable',
    errorType: 'AuthenticationError',
    data: { secret: 'KEY' },
  });
  expect(all).not.toMatch(/vault|qz4711zq/u);
});

test.each([
  ['an empty text', ''],
  ['null', null],
  ['a number', 7],
])('%s is no secret, and nothing is sent', async (_, value) => {
  const server = await startLoopbackServer((__, response) => response.end());
  const service = restService(
    { base_url: server.address, path: '/', auth: { type: 'bearer', secret: 'KEY' } },
    { secrets: () => value as string },
  );
  expect(await service.execute('api')).toMatchObject({ errorCode: 'secret_missing' });
  expect(server.requests).toEqual([]);
});

test('a password need not be ASCII where no header has to carry it as it is', async () => {
  const server = await startLoopbackServer((_, response) => response.end('ok'));
  const service = restService(
    { base_url: server.address, path: '/', auth: { type: 'basic', username: 'ada', secret: 'KEY' } },
    { secrets: () => 'pässwörd' },
  );
  expect(await service.execute('api')).toMatchObject({ output: 'ok' });
  const sent = server.requests[0]?.headers.authorization?.slice('Basic '.length) ?? '';
  expect(Buffer.from(sent, 'base64').toString()).toBe('ada:pässwörd');
});
