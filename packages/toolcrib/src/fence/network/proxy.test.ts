import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  makeCertificate,
  sendRaw,
  startListener,
  startRelay,
  type Listener,
} from './loopback.test-support.ts';
import { createNetworkGuard, type NetworkGuard } from './network-guard.ts';
import { createProxy, type Proxy } from './proxy.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'prx-'));
const certificate = makeCertificate(['listed.example']);
let server: Listener;
let secure: Listener | undefined;
let guard: NetworkGuard;
let proxy: Proxy;
let relay: Awaited<ReturnType<typeof startRelay>>;

beforeAll(async () => {
  server = await startListener({ address: '127.0.0.1' });
  if (certificate !== undefined) secure = await startListener({ address: '127.0.0.1', certificate });
  const ports = [server.port, secure?.port ?? 1];
  guard = createNetworkGuard({
    allow: ports.flatMap((port) => [
      `listed.example:${port}`,
      `*.listed.example:${port}`,
      `127.0.0.1:${port}`,
    ]),
    lookup: () => Promise.resolve(['127.0.0.1']),
  });
  proxy = await createProxy(guard, { folder });
  relay = await startRelay(proxy.socketPath);
});
afterAll(async () => {
  await Promise.all([proxy.close(), relay.close(), server.close(), secure?.close()]);
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  server.forget();
  secure?.forget();
});

/** Runs a program as a sandbox would: with the variables of the proxy and nothing of ours. */
async function runInside(program: string, given: readonly string[], more: object = {}): Promise<string> {
  const { PATH = '' } = process.env;
  const env = { PATH, HOME: folder, GIT_TERMINAL_PROMPT: '0', ...proxy.environmentFor(relay.port), ...more };
  return (await run(program, given, { cwd: folder, env })).stdout;
}

async function has(program: string): Promise<boolean> {
  return await run(program, ['--version']).then(
    () => true,
    () => false,
  );
}

const [hasCurl, hasGit] = await Promise.all([has('curl'), has('git')]);

describe('clients of every day', () => {
  test.skipIf(!hasCurl)('curl gets and posts', async () => {
    const address = `http://listed.example:${server.port}/things?q=1`;
    expect(await runInside('curl', ['-sS', address])).toBe('here');
    expect(await runInside('curl', ['-sS', '--data', 'a=1', address])).toBe('here');
    const upload = ['-sS', '-T', '-', '-H', 'expect: 100-continue', address];
    const uploading = run('curl', upload, { env: proxy.environmentFor(relay.port) });
    uploading.child.stdin?.end('streamed');
    expect((await uploading).stdout).toBe('here');
    expect(server.requests.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['GET', '/things?q=1', ''],
      ['POST', '/things?q=1', 'a=1'],
      ['PUT', '/things?q=1', 'streamed'],
    ]);
  });

  test.skipIf(!hasCurl)('curl is told with 403 and a sentence what is not listed', async () => {
    const said = await runInside('curl', ['-sS', '-w', '%{http_code}', 'http://evil.example/']);
    expect(said).toBe('Host is not in the network allow-list: "evil.example"\n403');
    await expect(runInside('curl', ['-sS', 'https://evil.example/'])).rejects.toThrow(/403/u);
  });

  test.skipIf(!hasCurl || certificate === undefined)('curl speaks TLS through a tunnel', async () => {
    const trusted = join(folder, 'trusted.pem');
    writeFileSync(trusted, certificate?.cert ?? '');
    const address = `https://listed.example:${secure?.port}/`;
    expect(await runInside('curl', ['-sS', '--cacert', trusted, address])).toBe('here');
    expect(secure?.requests).toHaveLength(1);
  });

  test.skipIf(!hasGit)('git clones', async () => {
    const bare = join(folder, 'origin.git');
    const work = join(folder, 'work');
    const git = (...given: string[]): Promise<unknown> =>
      run('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...given]);
    await git('init', '-q', work);
    await git('-C', work, 'commit', '-q', '--allow-empty', '-m', 'first');
    await git('clone', '-q', '--bare', work, bare);
    await git('-C', bare, 'update-server-info');
    server.answerWith((request, response) => {
      try {
        response.end(readFileSync(join(folder, new URL(request.url ?? '', 'http://x').pathname)));
      } catch {
        response.writeHead(404).end();
      }
    });
    await runInside('git', ['clone', '-q', `http://listed.example:${server.port}/origin.git`, 'copy']);
    expect(await runInside('git', ['-C', 'copy', 'log', '--format=%s'])).toBe('first\n');
  });

  test('the fetch of Node, over plain HTTP and TLS', async () => {
    const addresses = [`http://sub.listed.example:${server.port}/`];
    if (secure !== undefined) addresses.push(`https://listed.example:${secure.port}/`);
    const trusted = join(folder, 'trusted.pem');
    writeFileSync(trusted, certificate?.cert ?? '');
    const script = `for (const address of ${JSON.stringify(addresses)}) console.log(await (await fetch(address)).text());`;
    const said = await runInside(process.execPath, ['--input-type=module', '-e', script], {
      NODE_EXTRA_CA_CERTS: trusted,
    });
    expect(said).toBe('here\n'.repeat(addresses.length));
  });

  test('npm asks its registry', async () => {
    server.answerWith((_request, response) =>
      response.setHeader('content-type', 'application/json').end('{}'),
    );
    const registry = `http://listed.example:${server.port}/`;
    await runInside('npm', ['ping', '--registry', registry, '--fetch-retries', '0']);
    expect(server.requests.map(({ url }) => url)).toContain('/-/ping');
  });

  test('what a process serves itself, it reaches without the proxy', async () => {
    const script = `const { createServer } = await import('node:http');
      const server = createServer((_, response) => response.end('mine')).listen(0, '127.0.0.1', async () => {
        const { port } = server.address();
        for (const host of ['127.0.0.1', 'localhost']) console.log(await (await fetch('http://' + host + ':' + port)).text());
        server.close(); server.closeAllConnections();
      });`;
    expect(await runInside(process.execPath, ['--input-type=module', '-e', script])).toBe('mine\nmine\n');
  });
});

describe('a request', () => {
  const good = (): string => `host: listed.example:${server.port}\r\n`;
  const ask = (more = ''): string =>
    `GET http://listed.example:${server.port}/ HTTP/1.1\r\n${good()}${more}\r\n`;

  test('may follow another on the same connection', async () => {
    const all = await sendRaw(proxy.socketPath, `${ask()}${ask('connection: close\r\n')}`);
    expect(all.match(/HTTP\/1.1 200/gu)).toHaveLength(2);
    expect(server.requests).toHaveLength(2);
  });

  test('of HTTP/1.0 is answered', async () => {
    const all = await sendRaw(proxy.socketPath, `GET http://listed.example:${server.port}/ HTTP/1.0\r\n\r\n`);
    expect(all).toMatch(/^HTTP\/1.1 200 OK\r\n[^]*\r\n\r\nhere$/u);
  });

  test('brings back status, words and headers, without those of the connection', async () => {
    server.answerWith((_request, response) => {
      response.writeHead(207, 'Many', {
        'x-kept': '1',
        connection: 'x-own',
        'x-own': '2',
        'keep-alive': 'timeout=9',
      });
      response.end('parts');
    });
    const all = await sendRaw(proxy.socketPath, ask('connection: close\r\n'));
    expect(all).toMatch(/^HTTP\/1.1 207 Many\r\n/u);
    expect(all).toMatch(/x-kept: 1/u);
    expect(all).not.toMatch(/x-own|timeout=9/iu);
  });

  test('to a host that does not answer ends with 502 and a sentence', async () => {
    // The first port is nobody's; one that was just let go may be another test's by now.
    const reaching = await createProxy(createNetworkGuard({ allow: ['127.0.0.1:1'] }), {
      folder,
      locale: 'zh-CN',
    });
    const request = 'GET http://127.0.0.1:1/ HTTP/1.1\r\n\r\n';
    const all = Buffer.from(await sendRaw(reaching.socketPath, request), 'latin1').toString();
    expect(all).toMatch(/^HTTP\/1.1 502 Bad Gateway[^]*无法连接 127\.0\.0\.1：.*ECONNREFUSED/u);
    expect(await sendRaw(reaching.socketPath, 'CONNECT 127.0.0.1:1 HTTP/1.1\r\n\r\n')).toMatch(/ 502 /u);
    await reaching.close();
  });

  test('that is answered with another protocol ends with 502', async () => {
    server.answerWith((incoming) => {
      incoming.socket.end('HTTP/1.1 101 Now\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n');
    });
    expect(await sendRaw(proxy.socketPath, ask())).toMatch(/^HTTP\/1.1 502 /u);
  });

  test('whose answer breaks off ends the connection and not the proxy', async () => {
    server.answerWith((incoming, response) => {
      response.writeHead(200, { 'content-length': '10' }).write('half');
      setImmediate(() => incoming.socket.resetAndDestroy());
    });
    expect(await sendRaw(proxy.socketPath, ask())).toMatch(/200 OK[^]*half$/u);
    server.forget();
    expect(await sendRaw(proxy.socketPath, ask('connection: close\r\n'))).toMatch(/here/u);
  });

  test('that is given up is given up on the other side too', async () => {
    const left = new Promise<void>((resolve) => {
      server.answerWith((_request, response) => {
        response.once('close', () => resolve());
        client.destroy();
      });
    });
    const client = connect(proxy.socketPath);
    client.write(ask());
    await left;
  });
});

describe('a tunnel', () => {
  async function open(): Promise<Socket> {
    const client = connect({ path: proxy.socketPath, allowHalfOpen: true });
    client.write(
      `CONNECT listed.example:${server.port} HTTP/1.1\r\nhost: listed.example:${server.port}\r\n\r\n`,
    );
    const [said] = (await once(client, 'data')) as [Buffer];
    expect(said.toString()).toBe('HTTP/1.1 200 Connection Established\r\n\r\n');
    return client;
  }

  test('carries what is sent behind the request at once', async () => {
    const bytes = `CONNECT listed.example:${server.port} HTTP/1.1\r\n\r\nGET /early HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`;
    const all = await sendRaw(proxy.socketPath, bytes);
    expect(all).toMatch(/Established[^]*HTTP\/1.1 200 OK[^]*here/u);
    expect(server.requests).toMatchObject([{ url: '/early' }]);
  });

  test('carries a large answer to its end', async () => {
    server.answerWith((_request, response) => response.end(Buffer.alloc(3_000_000, 'x')));
    const client = await open();
    client.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    let length = 0;
    client.on('data', (chunk: Buffer) => (length += chunk.length));
    await once(client, 'end');
    expect(length).toBeGreaterThan(3_000_000);
    client.destroy();
  });

  test('lets one side go on when the other has said all, and ends with its client', async () => {
    const received: string[] = [];
    let leave = (): void => undefined;
    const left = new Promise<void>((resolve) => (leave = resolve));
    // Says goodbye at once and goes on listening.
    const listening = createServer({ allowHalfOpen: true }, (socket) => {
      socket.end('goodbye');
      socket.on('data', (chunk: Buffer) => received.push(chunk.toString()));
      socket.once('close', leave);
    });
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
    const { port } = listening.address() as AddressInfo;
    const own = await createProxy(createNetworkGuard({ allow: [`127.0.0.1:${port}`] }), { folder });
    const client = connect({ path: own.socketPath, allowHalfOpen: true });
    client.write(`CONNECT 127.0.0.1:${port} HTTP/1.1\r\n\r\n`);
    client.resume();
    await once(client, 'end');
    client.write('but wait');
    await expect.poll(() => received).toEqual(['but wait']);
    client.destroy();
    await left;
    await own.close();
    listening.close();
  });

  test('whose client breaks off in the middle ends on the other side too', async () => {
    const left = new Promise<void>((resolve) => {
      server.answerWith((_request, response) => {
        response.once('close', () => resolve());
        const more = (): void => {
          while (response.write(Buffer.alloc(65_536)));
        };
        response.on('drain', more);
        more();
      });
    });
    const client = await open();
    client.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    await once(client, 'data');
    client.destroy();
    await left;
  });

  test('is closed with the proxy, as are its socket and folder', async () => {
    const short = await createProxy(guard, { folder });
    expect(statSync(join(short.socketPath, '..')).mode & 0o777).toBe(0o700);
    expect(statSync(short.socketPath).mode & 0o777).toBe(0o600);
    const client = connect(short.socketPath);
    client.on('error', () => undefined);
    client.write(`CONNECT listed.example:${server.port} HTTP/1.1\r\n\r\n`);
    await once(client, 'data');
    const ended = once(client, 'close');
    await short.close();
    await ended;
    expect(() => statSync(join(short.socketPath, '..'))).toThrow(/ENOENT/u);
  });

  test('in which nothing moves is closed', async () => {
    const impatient = await createProxy(guard, { folder, idleTimeout: 50 });
    const all = await sendRaw(impatient.socketPath, `CONNECT listed.example:${server.port} HTTP/1.1\r\n\r\n`);
    expect(all).toMatch(/Established/u);
    expect(await sendRaw(impatient.socketPath, 'GET http://listed')).toBe('');
    await impatient.close();
  });
});

test('no more connections than are allowed', async () => {
  const narrow = await createProxy(guard, { folder, maxConnections: 1 });
  const first = connect(narrow.socketPath);
  first.write(`CONNECT listed.example:${server.port} HTTP/1.1\r\n\r\n`);
  await once(first, 'data');
  expect(await sendRaw(narrow.socketPath, `GET http://listed.example:${server.port}/ HTTP/1.1\r\n\r\n`)).toBe(
    '',
  );
  first.destroy();
  await narrow.close();
});

test('a folder whose path is too long for a socket is refused with a reason', async () => {
  const long = join(folder, 'x'.repeat(100));
  mkdirSync(long);
  await expect(createProxy(guard, { folder: long })).rejects.toThrow(/too long for a socket/u);
});

test('the variables are there in both spellings', () => {
  expect(proxy.environmentFor(3128)).toEqual({
    HTTP_PROXY: 'http://127.0.0.1:3128',
    HTTPS_PROXY: 'http://127.0.0.1:3128',
    ALL_PROXY: 'http://127.0.0.1:3128',
    NO_PROXY: 'localhost,127.0.0.1,::1',
    http_proxy: 'http://127.0.0.1:3128',
    https_proxy: 'http://127.0.0.1:3128',
    all_proxy: 'http://127.0.0.1:3128',
    no_proxy: 'localhost,127.0.0.1,::1',
    NODE_USE_ENV_PROXY: '1',
  });
});
