import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { request as rawRequest } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { HttpService } from './serve-http.ts';
import { services } from './service.test-support.ts';

const { startService, serveProject } = services(onTestFinished);

const startServiceOver = async (project: string, serve = {}): Promise<HttpService> =>
  (await serveProject(project, { serve })).service;

const agents = { coder: { permission: 'admin' }, other: { permission: 'admin' } };
const sum = { tool_name: 'calculator', arguments: { expression: '1+1' } };

interface Answered {
  readonly status: number | undefined;
  readonly code: unknown;
  readonly headers: { readonly [name: string]: unknown };
}

/** A request with headers that `fetch` would not send. */
function ask(
  address: string,
  path: string,
  { headers = {}, method = 'GET', body = '' }: { headers?: object; method?: string; body?: string } = {},
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(address);
    const asked = rawRequest({ hostname, port, path, method, headers: { ...headers } }, (response) => {
      void text(response).then((said) => {
        const isJson = String(response.headers['content-type']).includes('json');
        const { code } = isJson ? (JSON.parse(said) as { readonly code?: unknown }) : {};
        resolve({ status: response.statusCode, code, headers: response.headers });
      }, reject);
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

/** Bytes as they are; what came back until the other side closed. */
function speak(address: string, lines: string): Promise<string> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  socket.write(lines);
  return text(socket);
}

describe('who asks', () => {
  test.each([
    ['no token', undefined, 'token_missing'],
    ['another scheme', 'Basic dXNlcjpwYXNz', 'token_missing'],
    ['nonsense', 'Bearer nonsense', 'token_not_valid'],
    ['a token that nobody made', `Bearer tc_${'0'.repeat(30)}_${'A'.repeat(43)}`, 'token_not_valid'],
  ])('%s opens nothing', async (_, authorization, code) => {
    const { address } = await startService();
    const headers = authorization === undefined ? {} : { authorization };
    expect(await ask(address, '/tools', { headers })).toMatchObject({
      status: 401,
      code,
      headers: { 'www-authenticate': 'Bearer realm="toolcrib"' },
    });
  });

  test('the id of a token with another secret opens nothing', async () => {
    const { address, client } = await startService();
    const { token } = await client();
    const headers = { authorization: `Bearer ${token.slice(0, -1)}${token.endsWith('A') ? 'E' : 'A'}` };
    expect(await ask(address, '/tools', { headers })).toMatchObject({ status: 401 });
  });

  test('a token ends when it expires and when it is revoked, while the service runs', async () => {
    const { toolcrib, client } = await startService();
    const short = await client({ expiresAt: Date.now() + 3000 });
    const revoked = await client();
    const admin = await client();
    expect((await short.request('/status')).status).toBe(200);
    expect((await revoked.request('/status')).status).toBe(200);
    let { status } = await short.request('/status');
    while (status === 200) ({ status } = await short.request('/status'));
    expect(status).toBe(401);
    const [, id = ''] = revoked.token.split('_');
    expect(await admin.ask('revoke_token', { id })).toEqual({ id, revoked: true });
    expect((await revoked.request('/status')).status).toBe(401);
    expect((await toolcrib.store.tokens.list()).map((token) => token.id)).not.toContain(id);
  });

  test('the token of an agent can neither approve, nor grant, nor administer, nor see what is not its own', async () => {
    const { client } = await startService({ agents });
    const coder = await client({ name: 'coder', agent: 'coder', scopes: ['read', 'call'] });
    const other = await client({ name: 'other', agent: 'other', scopes: ['read', 'call'] });
    await other.ask('execute_tool', { id: 'secret', ...sum });
    const post = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const refused = await Promise.all([
      coder.request('/approvals/x/answer', { ...post, body: '{"decision":"allow_once"}' }),
      coder.request('/grants', { ...post, body: '{"tool":"Bash","agent":"coder"}' }),
      coder.request('/tokens', { ...post, body: '{"name":"x","scopes":["approve"]}' }),
      coder.request('/tokens'),
      coder.request('/sources'),
      coder.request('/rules'),
      coder.request('/agents'),
      coder.request('/metrics'),
      coder.request('/history?agent=other'),
      coder.request('/statistics?agent=other'),
      coder.request('/tools?agent=other'),
      coder.request('/calls', { ...post, body: JSON.stringify({ ...sum, agent: 'other' }) }),
    ]);
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403));
    expect((await coder.request('/history/secret')).status).toBe(404);
    expect((await coder.request('/history/secret/replay', { ...post, body: '{"hash":"x"}' })).status).toBe(
      404,
    );
    expect((await coder.ask('list_history', {})).items).toEqual([]);
    expect(await coder.ask('export_history', {})).toEqual([]);
    expect((await coder.ask('get_statistics', {})).items).toEqual([]);
    const { items: steps } = await coder.ask('get_statistics_series', {});
    expect(steps.filter(({ calls }) => calls > 0)).toEqual([]);
    expect((await other.ask('list_history', {})).items).toMatchObject([{ given_id: 'secret' }]);
  });

  test('where in our code a call failed is told to people, not to agents', async () => {
    const { client } = await startService({ agents });
    const [coder, ada] = [
      await client({ name: 'coder', agent: 'coder', scopes: ['read', 'call'] }),
      await client(),
    ];
    await coder.ask('execute_tool', { id: 'c1', tool_name: 'calculator', arguments: { expression: '1/' } });
    expect(await ada.ask('get_record', { call_id: 'c1' })).toHaveProperty('stack');
    for (const seen of [
      await coder.ask('get_record', { call_id: 'c1' }),
      ...(await coder.ask('list_history', {})).items,
      ...(await coder.ask('export_history', {})),
    ])
      expect(seen).not.toHaveProperty('stack');
  });

  test('a token cannot be made for an agent with more than an agent may have, by anybody', async () => {
    const { toolcrib, client } = await startService({ agents });
    const admin = await client();
    const create = { name: 'x', agent: 'coder', scopes: ['read', 'approve'] as ('read' | 'approve')[] };
    await expect(admin.ask('create_token', create)).rejects.toMatchObject({
      problem: { code: 'agent_scopes' },
    });
    await expect(toolcrib.store.tokens.create(create)).rejects.toThrow(RangeError);
    const small = await client({ scopes: ['admin', 'read'] });
    await expect(small.ask('create_token', { name: 'x', scopes: ['approve'] })).rejects.toMatchObject({
      problem: { code: 'scopes_not_yours' },
    });
  });

  test('what a token lacks is told', async () => {
    const { client } = await startService();
    const reader = await client({ scopes: ['read'] });
    await expect(reader.ask('execute_tool', sum)).rejects.toMatchObject({
      problem: { status: 403, code: 'scope_missing' },
    });
  });
});

describe('where a request comes from', () => {
  test.each([
    ['a name that leads here by rebinding', { host: 'evil.example' }, 'foreign_host'],
    ['such a name with our port', { host: 'evil.example:4180' }, 'foreign_host'],
    ['a name that begins like ours', { host: 'localhost.evil.example' }, 'foreign_host'],
    ['a name that ends like ours', { host: 'evil-localhost' }, 'foreign_host'],
    ['a page of somebody else', { origin: 'https://evil.example' }, 'foreign_origin'],
    ['a page of another program on this machine', { origin: 'http://localhost:3000' }, 'foreign_origin'],
    ['a page without an origin', { origin: 'null' }, 'foreign_origin'],
  ])('%s is refused, with a good token and before it is looked at', async (_, headers, code) => {
    const { address, client } = await startService();
    const { token } = await client();
    const good = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    for (const path of ['/', '/health', '/tools', '/openapi.json', '/events', '/mcp'])
      expect(await ask(address, path, { headers: { ...good, ...headers } })).toMatchObject({
        status: 403,
        code,
      });
    const call = { method: 'POST', headers: { ...good, ...headers }, body: JSON.stringify(sum) };
    expect(await ask(address, '/calls', call)).toMatchObject({ status: 403, code });
    expect((await (await client()).ask('list_history', {})).items).toEqual([]);
  });

  test('a target in absolute form is served under a name of ours and refused under any other, whatever Host says', async () => {
    const { address, client } = await startService();
    const { token } = await client();
    const { host } = new URL(address);
    const get = async (target: string, said: string): Promise<string> => {
      const lines = [
        `GET ${target} HTTP/1.1`,
        `Host: ${said}`,
        `Authorization: Bearer ${token}`,
        'Connection: close',
      ];
      const [status = ''] = (await speak(address, `${lines.join('\r\n')}\r\n\r\n`)).split('\r\n', 1);
      return status.split(' ')[1] ?? '';
    };
    expect(await get(`http://${host}/status`, host)).toBe('200');
    for (const [target, said] of [
      ['http://evil.example/status', host],
      ['http://evil.example/status', 'evil.example'],
      [`http://${host}/status`, 'evil.example'],
      ['http://localhost.evil.example/status', host],
      ['https://evil.example/', host],
    ] as const)
      expect(await get(target, said), `${target} ${said}`).toBe('403');
    for (const target of [
      `http://${host}@evil.example:1:2/`,
      'evil.example:80',
      'http://',
      'http://[',
      '*',
      'file:///etc/passwd',
    ])
      expect(await get(target, host), target).toMatch(/^(?:40[034]|405|)$/u);
  });

  test('the own page and hosts that were named are served', async () => {
    const { address, client } = await startService({
      server: { allow_hosts: ['tools.example', 'localhost:5173'] },
    });
    const { token } = await client();
    const authorization = `Bearer ${token}`;
    for (const headers of [
      { origin: address },
      { host: 'tools.example' },
      { host: 'Tools.Example:8443', origin: 'https://tools.example:8443' },
      { origin: 'http://localhost:5173' },
    ])
      expect(await ask(address, '/status', { headers: { ...headers, authorization } })).toMatchObject({
        status: 200,
      });
  });

  test('no answer invites other pages, frames, or caches', async () => {
    const { address } = await startService();
    const { headers } = await ask(address, '/health');
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('what a request brings', () => {
  const json = { 'content-type': 'application/json' };

  test('more than is taken is refused, told or untold, and nothing is called', async () => {
    const { client, errors } = await startService({ server: { max_body_kb: 4 } });
    const one = await client();
    const body = JSON.stringify({ ...sum, task: 'x'.repeat(5000) });
    expect((await one.request('/calls', { method: 'POST', headers: json, body })).status).toBe(413);
    const untold = { duplex: 'half', body: new Blob([body]).stream() } as object;
    expect((await one.request('/calls', { method: 'POST', headers: json, ...untold })).status).toBe(413);
    expect((await one.ask('list_history', {})).items).toEqual([]);
    expect(errors).toEqual([]);
  });

  test.each([
    ['lists', '['.repeat(100_000), 'body_too_deep'],
    ['objects', `${'{"a":'.repeat(300)}1${'}'.repeat(300)}`, 'body_too_deep'],
    ['half a document', '{"tool_name":', 'not_json'],
    ['no JSON', 'tool_name=calculator', 'not_json'],
    ['a list', '[]', 'request_not_valid'],
    ['null', 'null', 'request_not_valid'],
    ['bytes that are no text', Buffer.from([0x22, 0xff, 0xfe, 0x22]), 'not_json'],
  ])('%s is a problem and not a crash', async (_, body, code) => {
    const { client, errors } = await startService();
    const asked = await (await client()).request('/calls', { method: 'POST', headers: json, body });
    expect([asked.status, await asked.json(), errors]).toMatchObject([400, { code }, []]);
  });

  test('a form, which any page can send, is not taken', async () => {
    const { client } = await startService();
    const one = await client();
    for (const media of ['text/plain', 'application/x-www-form-urlencoded', ''])
      expect(
        (
          await one.request('/calls', {
            method: 'POST',
            headers: { 'content-type': media },
            body: JSON.stringify(sum),
          })
        ).status,
      ).toBe(415);
  });

  test('a name of an object is only a name', async () => {
    const { client } = await startService();
    const one = await client();
    const body =
      '{"tool_name":"calculator","arguments":{"expression":"1","__proto__":{"x":1}},"__proto__":{"agent":"x"}}';
    const asked = await one.request('/calls', { method: 'POST', headers: json, body });
    expect([asked.status, ({} as { agent?: string }).agent]).toEqual([400, undefined]);
  });

  test('ten thousand bytes of headers are too many', async () => {
    const { address } = await startService();
    expect(await ask(address, '/health', { headers: { 'x-long': 'x'.repeat(10_000) } })).toMatchObject({
      status: 431,
    });
  });

  test('whoever is slow with headers or with a body is let go', async () => {
    const { address, client } = await startService({ server: { headers_timeout: 200 } });
    const { token } = await client();
    const begun = `POST /calls HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n`;
    const full = `${begun}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"tool_name"`;
    const [headers, body] = await Promise.all([speak(address, begun), speak(address, full)]);
    expect(headers).toMatch(/^HTTP\/1.1 408 /u);
    expect(body).toMatch(/^HTTP\/1.1 408 |^$/u);
  });
});

describe('what is told without a token', () => {
  test('is whether the service is alive and ready, and nothing of what it is', async () => {
    const { address, client } = await startService();
    for (const [path, told] of [
      ['/health', ['status', 'unrecorded']],
      ['/ready', ['status']],
    ] as const) {
      const response = await fetch(`${address}${path}`);
      expect([response.status, Object.keys((await response.json()) as object)]).toEqual([200, told]);
      expect(response.headers.get('server')).toBeNull();
    }
    for (const path of ['/openapi.json', '/status', '/metrics'])
      expect(await ask(address, path), path).toMatchObject({ status: 401 });
    const one = await client({ scopes: ['read'] });
    expect((await one.request('/openapi.json')).status).toBe(200);
  });

  test('is the description too, where the operator wants that', async () => {
    const { address } = await startService({ server: { public_openapi: true } });
    expect(await ask(address, '/openapi.json')).toMatchObject({ status: 200 });
  });
});

test('what is dangerous is told to operators alone, in their language', async () => {
  const { client, service, project } = await startService();
  const [operator, reader] = [await client(), await client({ scopes: ['read'] })];
  chmodSync(join(project, 'toolcrib.json'), 0o666);
  onTestFinished(() => chmodSync(join(project, 'toolcrib.json'), 0o600));
  const { dangers } = await operator.ask('get_status', {});
  expect(dangers.map(({ code }) => code)).toEqual(service.dangers.map(({ code }) => code));
  expect((await reader.ask('get_status', {})).dangers).toEqual([]);
  const again = await startServiceOver(project);
  const codes = again.dangers.map(({ code }) => code);
  expect(codes).toContain('config_writable');
  expect(codes.includes('runs_as_root')).toBe(process.geteuid?.() === 0);
  expect(codes).not.toContain('open_without_tls');
  const open = await startServiceOver(project, { host: '0.0.0.0', allowHosts: ['tools.example'] });
  const shown = open.dangers.find(({ code }) => code === 'open_without_tls');
  expect(shown?.message('en')).toContain('without TLS');
  expect(shown?.message('zh-CN')).toContain('未加密');
});

describe('how much is asked at once', () => {
  const wait = {
    name: 'wait',
    description: 'Waits.',
    type: 'function',
    handler: 'wait',
    approval: 'confirm',
    parameters: { type: 'object' },
    implementation: { type: 'mock', mock_response: 'done' },
  };

  test('a token has so many places and the service so many more; whoever finds none is told when to come back', async () => {
    const server = { max_requests: 3, max_requests_per_token: 2 };
    const { service, client } = await startService({ tools: [wait], server });
    const [first, second, third] = await Promise.all([client(), client(), client()]);
    const stop = new AbortController();
    const hold = (one: typeof first): Promise<unknown> =>
      one.ask('execute_tool', { tool_name: 'wait' }, { signal: stop.signal }).catch(() => undefined);
    const held = [hold(first), hold(first)];
    while (service.running < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    const tooMany = await first.request('/status');
    expect([tooMany.status, tooMany.headers.get('retry-after')]).toEqual([429, '1']);
    held.push(hold(second));
    while (service.running < 3) await new Promise((resolve) => setTimeout(resolve, 5));
    const tooBusy = await third.request('/status');
    expect([tooBusy.status, tooBusy.headers.get('retry-after')]).toEqual([503, '1']);
    stop.abort();
    await Promise.all(held);
    while (service.running > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await first.request('/status')).status).toBe(200);
  });

  test('a request that takes too long is ended: its call is cancelled and its question withdrawn', async () => {
    const { toolcrib, client } = await startService({ tools: [wait], server: { deadline: 200 } });
    const one = await client();
    expect(await one.ask('execute_tool', { tool_name: 'wait' })).toMatchObject({
      status: 'error',
      error_code: 'cancelled',
    });
    expect(await toolcrib.store.approvals.list()).toMatchObject([{ status: 'withdrawn' }]);
  });

  test('whoever hangs up ends the call, and its question is withdrawn', async () => {
    const { toolcrib, client } = await startService({ tools: [wait] });
    const one = await client();
    const stop = new AbortController();
    const calling = one.ask('execute_tool', { tool_name: 'wait' }, { signal: stop.signal });
    calling.catch(() => undefined);
    while ((await toolcrib.store.approvals.list()).length === 0)
      await new Promise((resolve) => setTimeout(resolve, 5));
    stop.abort();
    await expect(calling).rejects.toThrow('abort');
    while ((await toolcrib.store.approvals.list())[0]?.status !== 'withdrawn')
      await new Promise((resolve) => setTimeout(resolve, 5));
  });
});

describe('the files of the console', () => {
  test('are missed with a page that says so', async () => {
    const { address } = await startService();
    expect(await ask(address, '/')).toMatchObject({
      status: 503,
      headers: { 'content-type': 'text/html; charset=utf-8' },
    });
  });

  test('are told to nobody as sources: what was built is served, and not what it was built of', async () => {
    const { project: folder } = await startService();
    for (const name of ['assets', '.vite']) mkdirSync(join(folder, 'console', name), { recursive: true });
    for (const name of ['index.html', 'assets/main-1.js', 'assets/main-1.js.map', '.vite/manifest.json'])
      writeFileSync(join(folder, 'console', name), name);
    const { address } = await startService({}, { serve: { consoleFolder: join(folder, 'console') } });
    expect(await ask(address, '/assets/main-1.js')).toMatchObject({ status: 200 });
    for (const path of ['/assets/main-1.js.map', '/.vite/manifest.json'])
      expect(await ask(address, path), path).toMatchObject({ status: 404 });
  });

  test('are packed for whoever takes them so', async () => {
    const folder = (await startService()).project;
    mkdirSync(join(folder, 'console'));
    writeFileSync(join(folder, 'console', 'index.html'), `<!doctype html>${'x'.repeat(10_000)}`);
    const { address } = await startService({}, { serve: { consoleFolder: join(folder, 'console') } });
    const get = (encoding: string): ReturnType<typeof ask> =>
      ask(address, '/', { headers: { 'accept-encoding': encoding } });
    const packed = await get('br, gzip');
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(Number(packed.headers['content-length'])).toBeLessThan(200);
    for (const encoding of ['identity', 'gzip;q=0'])
      expect((await get(encoding)).headers['content-encoding']).toBeUndefined();
  });

  test('are served with a policy that runs nothing else, and nothing beside them, however the path is written', async () => {
    const files = (project: string): void => {
      mkdirSync(join(project, 'console', 'assets'), { recursive: true });
      writeFileSync(join(project, 'console', 'index.html'), '<!doctype html><title>console</title>');
      writeFileSync(join(project, 'console', 'assets', 'main-1.js'), '"main"');
    };
    const folder = (await startService()).project;
    files(folder);
    const { address } = await startService({}, { serve: { consoleFolder: join(folder, 'console') } });
    expect(await ask(address, '/')).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': expect.stringContaining("script-src 'self'") as string,
      },
    });
    expect(await ask(address, '/assets/main-1.js')).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/javascript; charset=utf-8' },
    });
    for (const path of [
      '/../toolcrib.json',
      '/assets/../../toolcrib.json',
      '/%2e%2e/toolcrib.json',
      '/..%2ftoolcrib.json',
      '/assets/..%5c..%5ctoolcrib.json',
      '/console/index.html',
      '//etc/passwd',
      '/assets/main-1.js%00.html',
    ])
      expect(await ask(address, path), path).toMatchObject({ status: 404, code: 'address_not_found' });
  });
});
