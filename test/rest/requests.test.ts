import { ToolService } from '@toolcrib/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startLoopbackServer, type LoopbackServer } from '../acceptance/loopback-server.ts';
import { thrownBy } from '../acceptance/thrown-by.ts';
import { restService } from './rest-tool.ts';

const listening = (): Promise<LoopbackServer> => startLoopbackServer((_, response) => response.end('ok'));

describe('an argument that gives the address', () => {
  test.each([
    ['users', '/v1/users'],
    ['/users', '/v1/users'],
    ['users/../items', '/v1/items'],
    ['', '/v1'],
    ['?q=../..', '/v1/?q=../..'],
    ['a..b/...', '/v1/a..b/...'],
    ['%2fusers', '/v1/%2fusers'],
  ])('%j stays under the base and is requested', async (url, requested) => {
    const server = await listening();
    const service = restService({ base_url: `${server.address}/v1`, method: 'GET' });
    expect(await service.execute('api', { url })).toMatchObject({ status: 'success' });
    expect(server.requests.map((request) => request.url)).toEqual([requested]);
  });

  test.each([
    '../admin',
    '/../admin',
    'users/../../admin',
    '%2e%2e/admin',
    '.%2E/admin',
    '..\\admin',
    '\\..\\admin',
    '..%2fadmin',
    'users/..%2F..%2fadmin',
    '..%5cadmin',
    '%2e%2e%2fadmin',
    '..;/admin',
    '..',
    '\t../admin',
  ])('%j climbs and is refused before anything is sent', async (url) => {
    const server = await listening();
    for (const address of [url, `${server.address}/v1/${url.replace(/^[/\\]+/u, '')}`]) {
      const service = restService({ base_url: `${server.address}/v1`, method: 'GET' });
      expect(await service.execute('api', { url: address })).toMatchObject({
        status: 'error',
        errorCode: 'invalid_arguments',
        station: 'validate',
        error: `Parameter url must stay within ${server.address}/v1`,
      });
    }
    expect(server.requests).toEqual([]);
  });

  test('a folder that only begins like the base is another one', async () => {
    const server = await listening();
    const service = restService({ base_url: `${server.address}/v1/`, method: 'GET' });
    for (const path of ['/v10/users', '/v1x', '/'])
      expect(await service.execute('api', { url: `${server.address}${path}` })).toMatchObject({
        errorCode: 'invalid_arguments',
      });
    expect(server.requests).toEqual([]);
  });
});

test.each([
  ['../admin', '..%2Fadmin'],
  ['../../admin', '..%2F..%2Fadmin'],
  ['a/b', 'a%2Fb'],
  ['..\\admin', '..%5Cadmin'],
  ['%2e%2e', '%252e%252e'],
  ['..;x', '..%3Bx'],
  ['a?b#c', 'a%3Fb%23c'],
  [5, '5'],
  [true, 'true'],
])('%j as a part of the path is one part of it', async (id, part) => {
  const server = await listening();
  const service = restService({ base_url: `${server.address}/v1`, path: '/users/{id}', method: 'GET' });
  expect(await service.execute('api', { id })).toMatchObject({ status: 'success' });
  expect(server.requests.map(({ url }) => url)).toEqual([`/v1/users/${part}`]);
});

describe('arguments that make no address end at validate', () => {
  test.each([
    ['unreadable', {}, { url: 'http://[broken' }, 'Parameter url must be a valid uri'],
    ['relative to nothing', {}, { url: '/users' }, 'Parameter url must be a valid uri'],
    ['absent', {}, {}, 'Missing required parameter: url'],
    ['no text', {}, { url: 5 }, 'Parameter url must be string, received integer'],
    ['with a password', {}, { url: 'http://:pw@127.0.0.1:9/' }, 'Parameter url must be a valid uri'],
    ['of another kind', {}, { url: 'ftp://127.0.0.1/' }, 'Parameter url must be a valid uri'],
    ['without a part', at('/u/{id}'), {}, 'Missing required parameter: id'],
    ['with null for a part', at('/u/{id}'), { id: null }, 'Missing required parameter: id'],
    [
      'with a part that everything inherits',
      at('/{constructor}'),
      {},
      'Missing required parameter: constructor',
    ],
    ['with a part that climbs', at('/u/{id}'), { id: '..' }, 'Parameter id must be a valid path-segment'],
    ['with half a character', at('/u/{id}'), { id: '\ud800' }, 'Parameter id must be a valid path-segment'],
  ])('%s', async (_, implementation, given, error) => {
    expect(await restService(implementation).execute('api', given)).toMatchObject({
      status: 'error',
      errorCode: 'invalid_arguments',
      errorType: 'ValidationError',
      station: 'validate',
      error,
    });
  });

  function at(path: string): object {
    return { base_url: 'http://127.0.0.1:9', path };
  }
});

test('a tool whose path names its own host is judged by that host', async () => {
  const rules = [
    { tool: '*', effects: [{ kind: 'connect', target: '127.0.0.1:9' }], decision: 'deny' },
  ] as const;
  const service = restService({ path: 'http://127.0.0.1:9/{id}', method: 'GET' }, { rules });
  expect(await service.execute('api', { id: 1 })).toMatchObject({ errorCode: 'denied_by_rule' });
});

test.each([
  ['a path and no base', { path: '/users' }, 'implementation.baseUrl'],
  ['a base that cannot be read', { base_url: 'http://[broken', path: '/' }, 'implementation.baseUrl'],
  ['a base with a query', { base_url: 'http://a.example?x=1', path: '/' }, 'implementation.baseUrl'],
  [
    'a path at another host',
    { base_url: 'http://a.example', path: 'http://b.example/' },
    'implementation.path',
  ],
  ['a header with a line break', on({ headers: { 'x-a': 'a\r\nx-b: c' } }), 'implementation.headers'],
  ['a header without a name', on({ header_arguments: { 'x a': 'a' } }), 'implementation.headerArguments'],
  ['a key for no header', on({ idempotency_header: 'x y' }), 'implementation.idempotencyHeader'],
  [
    'a key in no header',
    on({ auth: { type: 'api_key', name: 'x y', secret: 'K' } }),
    'implementation.auth.name',
  ],
  [
    'a user with a colon',
    on({ auth: { type: 'basic', username: 'a:b', secret: 'K' } }),
    'implementation.auth.username',
  ],
])('a definition with %s is refused when it is registered', (_, implementation, field) => {
  const error = thrownBy(() => restService(implementation));
  expect(error).toMatchObject({
    code: 'invalid_definition',
    data: { subject: 'api', problems: [{ field }] },
  });
});

function on(more: object): object {
  return { base_url: 'http://a.example', path: '/', ...more };
}

describe('what a request carries', () => {
  test('values of every kind in headers, query and form', async () => {
    const server = await listening();
    const given = { n: 5, yes: true, none: null, list: ['a', 2, null], object: { a: 1 } };
    const names = Object.keys(given);
    const service = restService({
      base_url: server.address,
      path: '/',
      method: 'POST',
      query: names,
      header_arguments: Object.fromEntries(names.map((name) => [`x-${name}`, `h_${name}`])),
      body: 'form',
      body_type: 'form',
    });
    const inHeaders = Object.fromEntries(
      Object.entries({ ...given, list: ['a', 2] }).map(([name, value]) => [`h_${name}`, value]),
    );
    await service.execute('api', { ...given, ...inHeaders, form: given });
    const written = 'n=5&yes=true&list=a&list=2&object=%7B%22a%22%3A1%7D';
    expect(server.requests[0]).toMatchObject({
      url: `/?${written}`,
      body: written,
      headers: { 'x-n': '5', 'x-yes': 'true', 'x-list': 'a, 2', 'x-object': '{"a":1}' },
    });
    expect(server.requests[0]?.headers).not.toHaveProperty('x-none');
  });

  test.each([
    ['a line break', 'a\r\nx-evil: 1'],
    ['a zero', 'a\0b'],
    ['what is no Latin', '中'],
  ])('%s in a header is refused by the name of its argument', async (_, trace) => {
    const server = await listening();
    const service = restService({
      base_url: server.address,
      path: '/',
      header_arguments: { 'x-trace': 'trace' },
    });
    expect(await service.execute('api', { trace })).toMatchObject({
      errorCode: 'invalid_arguments',
      error: 'Parameter trace must be a valid header-value',
    });
    expect(server.requests).toEqual([]);
  });

  test('an idempotency key that no header can carry is an option that makes no sense', async () => {
    const server = await listening();
    const service = restService({ base_url: server.address, path: '/', idempotency_header: 'x-key' });
    expect(await service.execute('api', {}, { idempotencyKey: 'a\nb' })).toMatchObject({
      errorCode: 'invalid_options',
      data: { option: 'idempotencyKey' },
    });
    expect(server.requests).toEqual([]);
  });

  test.each(['text', 5, ['a']])('a form is made of an object, not of %j', async (form) => {
    const server = await listening();
    const service = restService({
      base_url: server.address,
      path: '/',
      method: 'POST',
      body: 'form',
      body_type: 'form',
    });
    expect(await service.execute('api', { form })).toMatchObject({ errorCode: 'invalid_arguments' });
    expect(server.requests).toEqual([]);
  });
});

test('what a schema makes of the arguments is sent in the form that was judged', async () => {
  const server = await listening();
  const service = new ToolService({ builtins: false });
  service.registerTool({
    name: 'api',
    description: 'An API.',
    parameters: z.object({ day: z.iso.date().transform((day) => new Date(day)) }),
    implementation: { kind: 'rest', baseUrl: server.address, path: '/days/{day}', method: 'GET' },
  });
  expect(await service.execute('api', { day: '2024-02-29' })).toMatchObject({ status: 'success' });
  expect(server.requests[0]?.url).toBe('/days/2024-02-29T00%3A00%3A00.000Z');
});

test('a tool that came into a registry unseen still fails with a code', async () => {
  for (const implementation of [{ path: '/users' }, { base_url: 'http://[broken' }]) {
    const service = new ToolService({ builtins: false });
    service.registry.register({
      name: 'api',
      description: 'An API.',
      parameters: { type: 'object' },
      implementation: { type: 'rest', ...implementation },
    });
    expect(await service.execute('api', { url: 'http://127.0.0.1:9/' })).toMatchObject({
      errorCode: 'invalid_arguments',
      station: 'validate',
    });
  }
});
