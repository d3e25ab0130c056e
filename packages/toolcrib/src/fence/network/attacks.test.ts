import { mkdtempSync, rmSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { BlockedError, type FetchInit } from '@toolcrib/core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createGuardedFetch } from './guarded-fetch.ts';
import { canListen, sendRaw, startListener, type Listener } from './loopback.test-support.ts';
import { createNetworkGuard, type NetworkGuard, type SecurityEntry } from './network-guard.ts';
import { createProxy, type Proxy } from './proxy.ts';

/*
 * One listener on every address of the machine. 127.0.0.2 is listed and may be reached; whoever arrives at another
 * address has broken through.
 */
const home = '127.0.0.2';
const isPossible = await canListen(home);
const hasIPv6 = await canListen('::1');
const folder = mkdtempSync(join(tmpdir(), 'net-'));
let listener: Listener;
let other: Listener;
let guard: NetworkGuard;
let proxy: Proxy;
let refusals: SecurityEntry[] = [];
let lookedUp: string[] = [];
/** What each name answers, one after the other; the last stays. */
let answers: Record<string, string[][]> = {};

beforeAll(async () => {
  if (!isPossible) return;
  const address = hasIPv6 ? '::' : '0.0.0.0';
  [listener, other] = [await startListener({ address }), await startListener({ address })];
  const { port } = listener;
  guard = createNetworkGuard({
    allow: [
      'allowed.example',
      '*.wild.example',
      'rebinding.example',
      'localhost',
      'printer.internal',
      home,
    ].map((host) => (host === 'localhost' ? 'localhost:1' : `${host}:${port}`)),
    lookup: (name) => {
      lookedUp.push(name);
      const [first, ...rest] = answers[name] ?? [['127.0.0.1']];
      if (rest.length > 0) answers[name] = rest;
      return Promise.resolve(first ?? []);
    },
    onRefusal: (entry) => refusals.push(entry),
  });
  proxy = await createProxy(guard, { folder });
});

afterAll(async () => {
  await Promise.all([proxy?.close(), listener?.close(), other?.close()]);
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(() => {
  listener?.forget();
  other?.forget();
  refusals = [];
  lookedUp = [];
  answers = { 'allowed.example': [[home]], 'a.wild.example': [[home]] };
});

async function get(address: string): Promise<Response> {
  const init: FetchInit = {
    method: 'GET',
    headers: new Headers(),
    signal: new AbortController().signal,
    redirect: 'manual',
  };
  return await createGuardedFetch(guard)(new URL(address), init);
}

/** Places, with the port of the listener for `PORT` and of the other one for `OTHER`. */
function placed(text: string): string {
  return text.replaceAll('PORT', String(listener.port)).replaceAll('OTHER', String(other.port));
}

function breaches(): string[] {
  return [...listener.reached.filter((address) => address !== home), ...other.reached];
}

const own = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .filter(({ internal, address }) => !internal && !address.startsWith('fe80'))
  .map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address));

const authorities = [
  // Another spelling of the address.
  '127.0.0.1:PORT',
  '127.1:PORT',
  '127.0.1:PORT',
  '0x7f.1:PORT',
  '0x7f000001:PORT',
  '0X7F.0.0.0x1:PORT',
  '2130706433:PORT',
  '017700000001:PORT',
  '0177.0.0.1:PORT',
  '127.000.000.001:PORT',
  '127.0.0.1.:PORT',
  '127.0.0.3:PORT',
  '0.0.0.0:PORT',
  '0:PORT',
  '[::1]:PORT',
  '[::]:PORT',
  '[0:0:0:0:0:0:0:1]:PORT',
  '[::ffff:127.0.0.1]:PORT',
  '[::ffff:7f00:1]:PORT',
  '[::FFFF:0:7f00:1]:PORT',
  '[::127.0.0.1]:PORT',
  '[64:ff9b::127.0.0.1]:PORT',
  '[2002:7f00:1::]:PORT',
  '[2001:0:7f00:1::]:PORT',
  '[fe80::1%25lo]:PORT',
  '[::1%25lo]:PORT',
  ...own.map((address) => `${address}:PORT`),
  // Other digits and dots.
  '①②⑦.⓪.⓪.①:PORT',
  '１２７。０。０。１:PORT',
  '127。0。0。1:PORT',
  '127．0．0．1:PORT',
  '%31%32%37.0.0.1:PORT',
  '127%2e0%2e0%2e1:PORT',
  'ｌｏｃａｌｈｏｓｔ:PORT',
  'ⓛocalhost:PORT',
  'local\u00adhost:PORT',
  // Another spelling of the name.
  'localhost:PORT',
  'localhost.:PORT',
  'LOCALHOST:PORT',
  'LocalHost.:PORT',
  'sub.localhost:PORT',
  // Nearly a listed name.
  'xallowed.example:PORT',
  'allowed.example.evil.example:PORT',
  'allowed.example.127.0.0.1.nip.example:PORT',
  'allowed-example:PORT',
  'wild.example:PORT',
  'notwild.example:PORT',
  'wild.example.evil.example:PORT',
  'sub.allowed.example:PORT',
  '.allowed.example:PORT',
  'allowed..example:PORT',
  'allowed.example..:PORT',
  '*.wild.example:PORT',
  // What looks like a listed host and is none.
  'allowed.example@127.0.0.1:PORT',
  'allowed.example:PORT@127.0.0.1:PORT',
  'allowed.example%40127.0.0.1:PORT',
  '127.0.0.1%00.allowed.example:PORT',
  '127.0.0.1\0.allowed.example:PORT',
  '127.0.0.1%0d%0aallowed.example:PORT',
  '127.0.0.1%20.allowed.example:PORT',
  '127.0.0.1%2f.allowed.example:PORT',
  '127.0.0.1:PORT#@allowed.example:PORT',
  '127.0.0.1:PORT?@allowed.example:PORT',
  '127.0.0.1:PORT/@allowed.example:PORT',
  '127.0.0.1:PORT\\@allowed.example:PORT',
  '127.0.0.1\\.allowed.example:PORT',
  '\\127.0.0.1:PORT',
  '//127.0.0.1:PORT',
  // Another port.
  'allowed.example:OTHER',
  '127.0.0.2:OTHER',
  'allowed.example:0',
  'allowed.example:99999',
  'allowed.example',
  // The keys of the machine.
  '169.254.169.254',
  '[fd00:ec2::254]',
  '100.100.100.200',
  'metadata.google.internal',
];

describe.skipIf(!isPossible)('a place that is not listed', () => {
  test.each(authorities)('%j is not reached by a request', async (authority) => {
    const ending = await get(placed(`http://${authority}/secret`)).catch((error: unknown) => error);
    // Refused by the guard, or no address at all.
    expect(ending).toSatisfy(
      (error) => error instanceof BlockedError || (error as { code?: string }).code === 'ERR_INVALID_URL',
    );
    expect(breaches()).toEqual([]);
    expect(listener.reached).toEqual([]);
    expect(lookedUp).toEqual([]);
  });

  test.each(authorities)('%j is not reached by CONNECT', async (authority) => {
    const answer = await sendRaw(
      proxy.socketPath,
      `CONNECT ${bytesOf(placed(authority))} HTTP/1.1\r\n\r\nGET /secret HTTP/1.1\r\nhost: x\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 40[03] /u);
    expect([...breaches(), ...listener.reached, ...lookedUp]).toEqual([]);
  });

  test.each(authorities)('%j is not reached by a request through the proxy', async (authority) => {
    const answer = await sendRaw(
      proxy.socketPath,
      `GET http://${bytesOf(placed(authority))}/secret HTTP/1.1\r\nconnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 40[03] /u);
    expect([...breaches(), ...listener.reached, ...lookedUp]).toEqual([]);
  });

  test('each is told to the security log with its reason', async () => {
    for (const authority of ['127.1:PORT', 'evil.example:PORT', 'allowed.example:OTHER'])
      await get(placed(`http://${authority}/`)).catch(() => undefined);
    await guard.check('127.0.0.1\0.allowed.example', listener.port).catch(() => undefined);
    await guard.check('allowed.example', 0, { tool: 'api', callId: 'c1', agent: 'a' }).catch(() => undefined);
    expect(refusals.map(({ host, reason }) => [host, reason])).toEqual([
      ['127.0.0.1', 'not_listed'],
      ['evil.example', 'not_listed'],
      ['allowed.example', 'not_listed'],
      ['127.0.0.1\0.allowed.example', 'bad_host'],
      ['allowed.example', 'bad_port'],
    ]);
    expect(refusals.at(-1)).toMatchObject({
      code: 'host_not_allowed',
      tool: 'api',
      callId: 'c1',
      agent: 'a',
    });
  });
});

/** The letters as a client would send them: UTF-8. */
function bytesOf(text: string): string {
  return Buffer.from(text).toString('latin1');
}

describe.skipIf(!isPossible)('a listed name that leads elsewhere', () => {
  const hostile: readonly (readonly [answer: readonly string[], reason: string])[] = [
    [['127.0.0.1'], 'loopback'],
    [['127.0.0.3'], 'loopback'],
    [['::1'], 'loopback'],
    [['::ffff:127.0.0.1'], 'loopback'],
    [['64:ff9b::7f00:1'], 'loopback'],
    [[home, '127.0.0.1'], 'loopback'],
    [['93.184.216.34', '127.0.0.1'], 'loopback'],
    [['127.0.0.1', '93.184.216.34'], 'loopback'],
    [['2606:4700::1111', '::1'], 'loopback'],
    [['0.0.0.0'], 'reserved'],
    [['::'], 'reserved'],
    [['10.1.2.3'], 'private'],
    [['172.31.255.255'], 'private'],
    [['192.168.0.1'], 'private'],
    [['fd12::1'], 'private'],
    [['100.64.0.1'], 'shared'],
    [['169.254.1.1'], 'link_local'],
    [['fe80::1'], 'link_local'],
    [['fe80::1%lo'], 'bad_answer'],
    [['169.254.169.254'], 'metadata'],
    [['::ffff:169.254.169.254'], 'metadata'],
    [['64:ff9b::a9fe:a9fe'], 'metadata'],
    [['fd00:ec2::254'], 'metadata'],
    [['100.100.100.200'], 'metadata'],
    [['168.63.129.16'], 'metadata'],
    [['224.0.0.1'], 'multicast'],
    [['ff02::1'], 'multicast'],
    [['255.255.255.255'], 'reserved'],
    [['::7f00:1'], 'reserved'],
    [['::ffff:0:7f00:1'], 'reserved'],
    [['2002:7f00:1::'], 'tunnel'],
    [['2001::1'], 'tunnel'],
    [['64:ff9b:1::7f00:1'], 'tunnel'],
    [['2001:db8::1'], 'reserved'],
    [['localhost'], 'bad_answer'],
    [['127.0.0.1 '], 'bad_answer'],
    [[''], 'bad_answer'],
  ];

  test.each(hostile)('%j is not reached: %s', async (answer, reason) => {
    for (const name of ['allowed.example', 'a.wild.example', 'printer.internal']) {
      answers = { [name]: [[...answer]] };
      refusals = [];
      const isMeant = name === 'printer.internal' && (reason === 'private' || reason === 'loopback');
      if (isMeant) continue;
      await expect(get(`http://${name}:${listener.port}/`)).rejects.toMatchObject({
        code: 'host_not_allowed',
        data: { host: `${name}:${listener.port}`, leadsTo: reason },
      });
      expect(refusals).toMatchObject([{ host: name, reason }]);
    }
    expect(breaches()).toEqual([]);
  });

  test('a star over names of the local network opens no private address', async () => {
    const starred = createNetworkGuard({
      allow: ['*.corp.internal', 'wiki.corp.internal'],
      lookup: () => Promise.resolve(['10.0.0.1']),
    });
    await expect(starred.check('db.corp.internal', 443)).rejects.toMatchObject({
      data: { leadsTo: 'private' },
    });
    expect((await starred.check('wiki.corp.internal', 443)).addresses).toEqual([
      { address: '10.0.0.1', family: 4 },
    ]);
  });

  test('a name of the machine itself leads to the machine and not into the network', async () => {
    answers = { localhost: [['10.0.0.1']] };
    await expect(get('http://localhost:1/')).rejects.toMatchObject({ data: { leadsTo: 'private' } });
  });

  test('one that changes its answer is dialled where it was checked, and asked once for each request', async () => {
    answers = { 'rebinding.example': [[home], ['127.0.0.1'], ['127.0.0.1']] };
    const address = `http://rebinding.example:${listener.port}/`;
    expect(await (await get(address)).text()).toBe('here');
    expect(lookedUp).toEqual(['rebinding.example']);
    await expect(get(address)).rejects.toMatchObject({ code: 'host_not_allowed' });
    expect(lookedUp).toHaveLength(2);
    expect(listener.reached).toEqual([home]);
  });

  test('one that changes its answer is checked again for each request through the proxy', async () => {
    answers = { 'rebinding.example': [[home], ['127.0.0.1']] };
    const request = `GET http://rebinding.example:${listener.port}/ HTTP/1.1\r\nhost: rebinding.example:${listener.port}\r\n`;
    const all = await sendRaw(proxy.socketPath, `${request}\r\n${request}\r\n`);
    expect(statusesOf(all)).toEqual(['200', '403']);
    expect(listener.reached).toEqual([home]);
  });
});

function statusesOf(all: string): string[] {
  return [...all.matchAll(/HTTP\/1\.1 (\d{3})/gu)].map(([, status = '']) => status);
}

describe.skipIf(!isPossible)('the proxy', () => {
  const good = 'host: allowed.example:PORT\r\n';
  const smuggled = 'GET http://127.0.0.1:PORT/smuggled HTTP/1.1\r\nhost: 127.0.0.1:PORT\r\n\r\n';

  const requests: readonly (readonly [title: string, bytes: string])[] = [
    ['CONNECT with another Host', 'CONNECT allowed.example:PORT HTTP/1.1\r\nhost: 127.0.0.1:PORT\r\n\r\n'],
    [
      'CONNECT with another port in Host',
      'CONNECT allowed.example:PORT HTTP/1.1\r\nhost: allowed.example:1\r\n\r\n',
    ],
    ['CONNECT with two Hosts', `CONNECT allowed.example:PORT HTTP/1.1\r\n${good}${good}\r\n`],
    ['CONNECT to an address with a scheme', `CONNECT http://allowed.example:PORT/ HTTP/1.1\r\n${good}\r\n`],
    ['CONNECT with a path', `CONNECT allowed.example:PORT/x HTTP/1.1\r\n${good}\r\n`],
    ['CONNECT with an encoded line break', 'CONNECT allowed.example%0d%0a:PORT HTTP/1.1\r\n\r\n'],
    [
      'CONNECT with a header in its target',
      'CONNECT 127.0.0.1:PORT\r\nx: allowed.example:PORT HTTP/1.1\r\n\r\n',
    ],
    ['CONNECT to a socket of the machine', 'CONNECT unix:/var/run/docker.sock:80 HTTP/1.1\r\n\r\n'],
    ['CONNECT with spaces', 'CONNECT allowed.example:PORT 127.0.0.1:PORT HTTP/1.1\r\n\r\n'],
    [
      'an address and another Host',
      'GET http://allowed.example:PORT/ HTTP/1.1\r\nhost: 127.0.0.1:PORT\r\n\r\n',
    ],
    ['a listed Host and another address', `GET http://127.0.0.1:PORT/ HTTP/1.1\r\n${good}\r\n`],
    ['two Hosts', `GET http://allowed.example:PORT/ HTTP/1.1\r\n${good}host: 127.0.0.1:PORT\r\n\r\n`],
    ['a Host without its port', 'GET http://allowed.example:PORT/ HTTP/1.1\r\nhost: allowed.example\r\n\r\n'],
    ['a path alone', `GET / HTTP/1.1\r\n${good}\r\n`],
    ['two slashes', `GET //127.0.0.1:PORT/ HTTP/1.1\r\n${good}\r\n`],
    ['a star', `OPTIONS * HTTP/1.1\r\n${good}\r\n`],
    ['no slashes', `GET http:127.0.0.1:PORT/ HTTP/1.1\r\n${good}\r\n`],
    ['three slashes', `GET http:///127.0.0.1:PORT/ HTTP/1.1\r\n${good}\r\n`],
    ['backslashes', `GET http:\\\\127.0.0.1:PORT\\ HTTP/1.1\r\n${good}\r\n`],
    ['userinfo', `GET http://user:key@allowed.example:PORT/ HTTP/1.1\r\n${good}\r\n`],
    ['https in the clear', `GET https://allowed.example:PORT/ HTTP/1.1\r\n${good}\r\n`],
    ['ftp', `GET ftp://allowed.example:PORT/ HTTP/1.1\r\n${good}\r\n`],
    ['a file', `GET file:///etc/passwd HTTP/1.1\r\n${good}\r\n`],
    ['HTTP/0.9', 'GET http://127.0.0.1:PORT/\r\n\r\n'],
    ['HTTP/0.9 to a listed host', 'GET http://allowed.example:PORT/\r\n\r\n'],
    ['the opening of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a greeting of SOCKS', '\x05\x01\x00'],
    [
      'a length and chunks',
      `POST http://allowed.example:PORT/ HTTP/1.1\r\n${good}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    [
      'two lengths',
      `POST http://allowed.example:PORT/ HTTP/1.1\r\n${good}content-length: 0\r\ncontent-length: 90\r\n\r\n${smuggled}`,
    ],
    [
      'a length with a sign',
      `POST http://allowed.example:PORT/ HTTP/1.1\r\n${good}content-length: +0\r\n\r\n${smuggled}`,
    ],
    [
      'chunks inside another coding',
      `POST http://allowed.example:PORT/ HTTP/1.1\r\n${good}transfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    [
      'a coding that is none',
      `POST http://allowed.example:PORT/ HTTP/1.1\r\n${good}transfer-encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    [
      'chunked twice',
      `POST http://allowed.example:PORT/ HTTP/1.1\r\n${good}transfer-encoding: chunked\r\ntransfer-encoding: identity\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    [
      'a blank before the colon',
      `POST http://allowed.example:PORT/ HTTP/1.1\r\n${good}transfer-encoding : chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    [
      'a folded header',
      `POST http://allowed.example:PORT/ HTTP/1.1\r\n${good}transfer-encoding:\r\n chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    ['a NUL in a header', `GET http://allowed.example:PORT/ HTTP/1.1\r\n${good}x: a\0b\r\n\r\n`],
    [
      'a bare CR in a header',
      `GET http://allowed.example:PORT/ HTTP/1.1\r\n${good}x: a\rhost: 127.0.0.1\r\n\r\n`,
    ],
    ['a NUL in the address', `GET http://127.0.0.1\0.allowed.example:PORT/ HTTP/1.1\r\n${good}\r\n`],
    [
      'headers without end',
      `GET http://allowed.example:PORT/ HTTP/1.1\r\n${good}x: ${'a'.repeat(40_000)}\r\n\r\n`,
    ],
  ];

  test.each(requests)('does not fall for %s', async (_title, bytes) => {
    const all = await sendRaw(proxy.socketPath, placed(bytes));
    expect(all).toMatch(/^(?:HTTP\/1.1 4(?:00|03|31) |$)/u);
    expect(statusesOf(all).filter((status) => !/^4(?:00|03|31)$/u.test(status))).toEqual([]);
    expect([...breaches(), ...listener.reached]).toEqual([]);
  });

  test('checks each request of a connection', async () => {
    const first = `GET http://allowed.example:PORT/ HTTP/1.1\r\n${good}\r\n`;
    const all = await sendRaw(proxy.socketPath, placed(first + smuggled));
    expect(statusesOf(all)).toEqual(['200', '403']);
    expect(listener.reached).toEqual([home]);
  });

  /** Bodies that end where their framing says, whatever is written in them. */
  const bodies: readonly (readonly [title: string, framing: string, received: string | undefined])[] = [
    [
      'a request in a body',
      `connection: close\r\ncontent-length: ${placedLength(smuggled)}\r\n\r\n${smuggled}`,
      smuggled,
    ],
    ['a request behind the last chunk', `transfer-encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`, ''],
    [
      'a chunk with an extension',
      `connection: close\r\ntransfer-encoding: chunked\r\n\r\n2;x=y\r\nhi\r\n0\r\n\r\n`,
      'hi',
    ],
    [
      'a size in another writing',
      `transfer-encoding: chunked\r\n\r\n0x2\r\nhi\r\n0\r\n\r\n${smuggled}`,
      undefined,
    ],
    ['a size below zero', `transfer-encoding: chunked\r\n\r\n-1\r\nhi\r\n0\r\n\r\n${smuggled}`, undefined],
    ['a size above all', `transfer-encoding: chunked\r\n\r\nfffffffffffffffff\r\nhi\r\n0\r\n\r\n`, undefined],
    [
      'a chunk that is longer than it says',
      `transfer-encoding: chunked\r\n\r\n2\r\nhixx\r\n0\r\n\r\n`,
      undefined,
    ],
    ['a bare LF behind a size', `transfer-encoding: chunked\r\n\r\n2\nhi\r\n0\r\n\r\n${smuggled}`, undefined],
  ];

  test.each(bodies)('takes %s for what it is', async (_title, framing, received) => {
    await sendRaw(
      proxy.socketPath,
      placed(`POST http://allowed.example:PORT/body HTTP/1.1\r\n${good}${framing}`),
    );
    expect(breaches()).toEqual([]);
    expect(listener.requests.map(({ url, body }) => [url, body])).toEqual(
      received === undefined ? [] : [['/body', placed(received)]],
    );
  });

  test('passes on neither the headers of the connection nor those for the proxy', async () => {
    await sendRaw(
      proxy.socketPath,
      placed(
        `GET http://allowed.example:PORT/ HTTP/1.1\r\n${good}connection: close, x-mine\r\nx-mine: 1\r\nx-kept: 2\r\n` +
          'proxy-authorization: Basic abc\r\nproxy-connection: keep-alive\r\nte: trailers\r\nupgrade: h2c\r\n\r\n',
      ),
    );
    expect(listener.requests.map(({ headers }) => headers)).toEqual([
      { 'x-kept': '2', host: placed('allowed.example:PORT'), connection: 'close' },
    ]);
  });
});

/** Ports have five digits here, whichever they are. */
function placedLength(text: string): number {
  return text.replaceAll('PORT', '12345').length;
}
