import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { Fetch, FetchInit } from '@toolcrib/core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createGuardedFetch } from './guarded-fetch.ts';
import {
  canListen,
  closedPort,
  makeCertificate,
  startListener,
  type Listener,
} from './loopback.test-support.ts';
import { createNetworkGuard, type NetworkGuardOptions } from './network-guard.ts';

const hasIPv6 = await canListen('::1');
let server: Listener;
let fetch: Fetch;

beforeAll(async () => {
  server = await startListener(hasIPv6 ? {} : { address: '127.0.0.1' });
});
afterAll(() => server.close());
beforeEach(() => {
  server.forget();
  fetch = listing([`127.0.0.1:${server.port}`]);
});
afterEach(() => vi.unstubAllEnvs());

/** A fetch for these hosts; every name leads to 127.0.0.1. */
function listing(allow: readonly string[], more: Partial<NetworkGuardOptions> = {}): Fetch {
  const guard = createNetworkGuard({ allow, lookup: () => Promise.resolve(['127.0.0.1']), ...more });
  return createGuardedFetch(guard);
}

function request(init: Partial<FetchInit> = {}): FetchInit {
  const { signal } = new AbortController();
  return { method: 'GET', headers: new Headers(), signal, redirect: 'manual', ...init };
}

function address(host = '127.0.0.1', path = '/'): URL {
  return new URL(`http://${host}:${server.port}${path}`);
}

describe('reaches', () => {
  test.each([
    ['a listed address', ['127.0.0.1:PORT'], '127.0.0.1'],
    ['a listed address in another spelling', ['127.0.0.1:PORT'], '0x7f.1'],
    ['an address that is listed in another spelling', ['127.1:PORT'], '127.0.0.1'],
    ['a listed address in the clothes of IPv6', ['127.0.0.1:PORT'], '[::ffff:127.0.0.1]'],
    ['localhost, which is listed by name', ['localhost:PORT'], 'localhost'],
    ['localhost with a dot', ['localhost:PORT'], 'localhost.'],
    ['LOCALHOST', ['localhost:PORT'], 'LOCALHOST'],
    ['a name of the local network that is listed', ['printer:PORT'], 'printer'],
    ['a name of the inside that is listed', ['build.corp.internal:PORT'], 'build.corp.internal'],
    ['a listed name whose address is listed too', ['api.example:PORT', '127.0.0.1:PORT'], 'api.example'],
    ['a listed name in capitals', ['api.example:PORT', '127.0.0.1:PORT'], 'API.Example'],
    ['a name that is listed in capitals', ['API.Example.:PORT', '127.0.0.1:PORT'], 'api.example'],
    ['a name below a star', ['*.api.example:PORT', '127.0.0.1:PORT'], 'eu.api.example'],
    ['a name far below a star', ['*.api.example:PORT', '127.0.0.1:PORT'], 'a.b.c.api.example'],
    ['a name in another alphabet', ['bücher.example:PORT', '127.0.0.1:PORT'], 'xn--bcher-kva.example'],
    [
      'a name that is listed in its plain form',
      ['xn--bcher-kva.example:PORT', '127.0.0.1:PORT'],
      'Bücher.example',
    ],
  ])('%s', async (_title, allow, host) => {
    const listed = listing(allow.map((pattern) => pattern.replace('PORT', String(server.port))));
    const response = await listed(address(host), request());
    expect([response.status, await response.text()]).toEqual([200, 'here']);
    expect(server.reached).toEqual(['127.0.0.1']);
  });

  test.skipIf(!hasIPv6)('a listed address of IPv6', async () => {
    const response = await listing([`[::1]:${server.port}`])(address('[0::1]'), request());
    expect(response.status).toBe(200);
    expect(server.reached).toEqual(['::1']);
    expect(server.requests[0]?.headers.host).toBe(`[::1]:${server.port}`);
  });

  test.skipIf(!hasIPv6)('the address that answers, when a name has one that does not', async () => {
    const only = await startListener({ address: '127.0.0.1' });
    const both = listing([`localhost:${only.port}`], {
      lookup: () => Promise.resolve(['::1', '127.0.0.1']),
    });
    const response = await both(new URL(`http://localhost:${only.port}/`), request());
    expect(await response.text()).toBe('here');
    await only.close();
  });

  test('the names of the system', async () => {
    const guard = createNetworkGuard({ allow: [`localhost:${server.port}`] });
    const response = await createGuardedFetch(guard)(address('localhost'), request());
    expect(response.status).toBe(200);
  });
});

describe('sends', () => {
  test.each(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s', async (method) => {
    const response = await fetch(address(), request({ method }));
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(method === 'HEAD' ? '' : 'here');
    expect(server.requests).toMatchObject([{ method, url: '/', body: '' }]);
  });

  test.each([
    ['text', 'grüße', 'grüße'],
    ['bytes', new Uint8Array([104, 105]), 'hi'],
    ['nothing', undefined, ''],
  ])('%s as the body', async (_title, body, received) => {
    await fetch(address(), request({ method: 'POST', body }));
    expect(server.requests).toMatchObject([
      { body: received, headers: { 'content-length': String(Buffer.byteLength(received)) } },
    ]);
  });

  test('the path, the query and the headers as they are, and the name that was asked for', async () => {
    const listed = listing([`api.example:${server.port}`, `127.0.0.1:${server.port}`]);
    const headers = new Headers({ authorization: 'Bearer key', 'x-a': 'é' });
    await listed(address('api.example', '/a%20b/../c?q=1&q=2#part'), request({ headers }));
    expect(server.requests).toMatchObject([
      {
        url: '/c?q=1&q=2',
        headers: {
          authorization: 'Bearer key',
          'x-a': 'é',
          host: `api.example:${server.port}`,
          connection: 'close',
        },
      },
    ]);
  });

  test('no header that would change the host or the framing', async () => {
    const headers = new Headers({
      host: 'evil.example',
      'content-length': '3',
      'transfer-encoding': 'chunked',
      connection: 'upgrade',
      upgrade: 'websocket',
      'proxy-authorization': 'Basic abc',
      expect: '100-continue',
    });
    await fetch(address(), request({ method: 'POST', headers, body: 'whole body' }));
    expect(server.requests).toMatchObject([{ body: 'whole body', headers: { host: address().host } }]);
    const sent = Object.keys(server.requests[0]?.headers ?? {});
    expect(sent.filter((name) => /transfer|upgrade|proxy|expect/u.test(name))).toEqual([]);
  });

  test('nothing through a proxy of the environment, even where Node is told to use it', async () => {
    const proxy = await startListener({ address: '127.0.0.1' });
    const host = address().host;
    const script = `
      import { createGuardedFetch } from './guarded-fetch.ts';
      import { createNetworkGuard } from './network-guard.ts';
      import { get } from 'node:http';
      const fetch = createGuardedFetch(createNetworkGuard({ allow: ['${host}'] }));
      const init = { method: 'GET', headers: new Headers(), signal: new AbortController().signal, redirect: 'manual' };
      console.log(await (await fetch(new URL('http://${host}/'), init)).text());
      get('http://${host}/', (answer) => answer.pipe(process.stdout));`;
    const variables = { HTTP_PROXY: `http://127.0.0.1:${proxy.port}`, NO_PROXY: '', NODE_USE_ENV_PROXY: '1' };
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      cwd: import.meta.dirname,
      env: { ...process.env, ...variables },
    });
    expect(stdout).toBe('here\nhere');
    // The second one went through the proxy, so that it would have been seen there.
    expect([server.reached.length, proxy.reached.length]).toEqual([1, 1]);
    await proxy.close();
  });
});

describe('receives', () => {
  test('the status and the headers', async () => {
    server.answerWith((_request, response) =>
      response.writeHead(418, { 'x-b': '2', 'set-cookie': ['a=1', 'b=2'] }).end('no tea'),
    );
    const response = await fetch(address(), request());
    expect([response.status, response.ok, response.headers.get('x-b')]).toEqual([418, false, '2']);
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(await response.text()).toBe('no tea');
  });

  test.each([301, 302, 303, 307, 308])('a redirect with %i without following it', async (status) => {
    server.answerWith((_request, response) => response.writeHead(status, { location: '/elsewhere' }).end());
    const response = await fetch(address(), request());
    expect([response.status, response.headers.get('location')]).toEqual([status, '/elsewhere']);
    expect(server.requests).toHaveLength(1);
  });

  test.each([204, 205, 304])('no body with %i', async (status) => {
    server.answerWith((_request, response) => response.writeHead(status).end());
    const response = await fetch(address(), request());
    expect([response.status, response.body]).toEqual([status, null]);
  });

  test('no body with HEAD, whatever the headers promise', async () => {
    const headers = { 'content-encoding': 'gzip', 'content-length': '20' };
    server.answerWith((_request, response) => response.writeHead(200, headers).end());
    const response = await fetch(address(), request({ method: 'HEAD' }));
    expect([response.headers.get('content-length'), response.body]).toEqual(['20', null]);
  });

  test('the body piece by piece, while the other side still writes', async () => {
    let finish = (): void => undefined;
    server.answerWith((_request, response) => {
      response.write('first');
      finish = () => response.end('second');
    });
    const { body } = await fetch(address(), request());
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe('first');
    finish();
    expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe('second');
    expect((await reader.read()).done).toBe(true);
  });

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const)('what is packed with %s', async (encoding, pack) => {
    server.answerWith((_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(pack('unpacked')),
    );
    expect(await (await fetch(address(), request())).text()).toBe('unpacked');
  });

  test('no more than it may, also when it was small before it was unpacked', async () => {
    const small = createGuardedFetch(createNetworkGuard({ allow: [address().host] }), { maxBytes: 100_000 });
    server.answerWith((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(10_000_000))),
    );
    const caller = { tool: 'api', callId: 'c', agent: undefined };
    const response = await small(address(), request({ caller }));
    await expect(response.text()).rejects.toMatchObject({
      code: 'output_too_large',
      data: { tool: 'api', limit: 100_000 },
    });
  });

  test('a packing that breaks off as an error', async () => {
    server.answerWith((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('whole').subarray(0, 12)),
    );
    await expect(fetch(address(), request()).then((response) => response.text())).rejects.toThrow();
  });

  test('a status that is none as an error', async () => {
    server.answerWith((_request, response) => {
      response.socket?.end('HTTP/1.1 999 Odd\r\ncontent-length: 2\r\n\r\nhi');
    });
    await expect(fetch(address(), request())).rejects.toThrow(RangeError);
  });

  test('a body that is given up ends the connection', async () => {
    const closed = new Promise<void>((resolve) => {
      server.answerWith((_request, response) => {
        response.once('close', () => resolve());
        response.write('endless');
      });
    });
    const response = await fetch(address(), request());
    await response.body?.cancel();
    await closed;
  });
});

describe('ends with', () => {
  test('the reason of the signal, before anything is sent', async () => {
    const lookup = vi.fn(() => Promise.resolve(['127.0.0.1']));
    const early = listing([address('localhost').host], { lookup });
    const ending = early(address('localhost'), request({ signal: AbortSignal.abort() }));
    await expect(ending).rejects.toMatchObject({ name: 'AbortError' });
    expect(lookup).not.toHaveBeenCalled();
    expect(server.reached).toEqual([]);
  });

  test('the reason of the signal, while the name is looked up', async () => {
    const controller = new AbortController();
    const waiting = listing([address('slow.example').host], { lookup: () => new Promise(() => undefined) });
    const ending = waiting(address('slow.example'), request({ signal: controller.signal }));
    controller.abort(new Error('enough'));
    await expect(ending).rejects.toThrow('enough');
  });

  test('the reason of the signal, while the other side thinks', async () => {
    const controller = new AbortController();
    const left = new Promise<void>((resolve) => {
      server.answerWith((_request, response) => {
        response.once('close', () => resolve());
        controller.abort();
      });
    });
    const ending = fetch(address(), request({ signal: controller.signal }));
    await expect(ending).rejects.toMatchObject({ name: 'AbortError' });
    await left;
  });

  test('the reason of the signal, while the body comes', async () => {
    const controller = new AbortController();
    server.answerWith((_request, response) => response.write('beginning'));
    const response = await fetch(address(), request({ signal: controller.signal }));
    const body = response.text();
    controller.abort(new Error('enough'));
    await expect(body).rejects.toThrow('enough');
  });

  test('ECONNREFUSED where nobody listens', async () => {
    const port = await closedPort();
    const nobody = listing([`127.0.0.1:${port}`, `localhost:${port}`], {
      lookup: () => Promise.resolve(['127.0.0.1', '::1']),
    });
    for (const host of ['127.0.0.1', 'localhost'])
      await expect(nobody(new URL(`http://${host}:${port}/`), request())).rejects.toMatchObject({
        code: 'ECONNREFUSED',
      });
  });

  test('ENOTFOUND where a name has no address', async () => {
    const nowhere = listing(['nowhere.example'], { lookup: () => Promise.resolve([]) });
    await expect(nowhere(new URL('http://nowhere.example/'), request())).rejects.toMatchObject({
      code: 'ENOTFOUND',
    });
  });

  test('ECONNRESET where the other side hangs up', async () => {
    server.answerWith((incoming) => incoming.socket.destroy());
    await expect(fetch(address(), request())).rejects.toMatchObject({ code: 'ECONNRESET' });
    server.answerWith((_request, response) => {
      response.writeHead(200, { 'content-length': '10' }).write('half');
      void once(response, 'drain').catch(() => undefined);
      setImmediate(() => response.destroy());
    });
    await expect(fetch(address(), request()).then((response) => response.text())).rejects.toMatchObject({
      code: 'ECONNRESET',
    });
  });

  test('ECONNRESET where the other side changes the protocol unasked', async () => {
    server.answerWith((incoming) => {
      incoming.socket.end('HTTP/1.1 101 Now\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n');
    });
    await expect(fetch(address(), request())).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  test.each(['ftp://127.0.0.1/', 'file:///etc/passwd', 'data:,x', 'unix:/socket'])(
    'a refusal for %s',
    async (elsewhere) => {
      await expect(fetch(new URL(elsewhere), request())).rejects.toMatchObject({ code: 'host_not_allowed' });
    },
  );
});

const certificate = makeCertificate(['secure.example', '127.0.0.1']);

describe.skipIf(certificate === undefined)('over TLS', () => {
  let secure: Listener;
  beforeAll(async () => {
    if (certificate !== undefined) secure = await startListener({ address: '127.0.0.1', certificate });
  });
  afterAll(() => secure?.close());

  function trusting(host: string, ca?: string): Promise<Response> {
    const allow = [`${host}:${secure.port}`, `127.0.0.1:${secure.port}`];
    const guard = createNetworkGuard({ allow, lookup: () => Promise.resolve(['127.0.0.1']) });
    return createGuardedFetch(guard, { ca })(new URL(`https://${host}:${secure.port}/`), request());
  }

  test.each(['secure.example', '127.0.0.1'])('%s is known by its certificate', async (host) => {
    expect(await (await trusting(host, certificate?.cert)).text()).toBe('here');
    const servername = host === '127.0.0.1' ? false : host;
    expect(secure.requests.at(-1)).toMatchObject({ headers: { host: `${host}:${secure.port}` }, servername });
  });

  test('a certificate for another name is not taken, and nothing is sent', async () => {
    secure.forget();
    await expect(trusting('other.example', certificate?.cert)).rejects.toMatchObject({
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    });
    expect(secure.requests).toEqual([]);
  });

  test('a certificate that nobody vouches for is not taken, whatever the environment says', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    await expect(trusting('secure.example')).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  });
});
