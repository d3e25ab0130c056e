import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import type { Locale } from '@toolcrib/core';
import { forward } from './forward.ts';
import type { NetworkGuard } from './network-guard.ts';
import { tunnel } from './tunnel.ts';

/** The way out for processes that have no network of their own: an HTTP proxy on a Unix socket. */
export interface Proxy {
  /** In a folder that only we can enter. */
  readonly socketPath: string;
  /** What tells programs to use the proxy, when a relay inside the sandbox listens on this port of 127.0.0.1. */
  environmentFor(port: number): { readonly [name: string]: string };
  close(): Promise<void>;
}

export interface ProxyOptions {
  /** Where the folder of the socket is made; short, because the path of a socket must be. */
  readonly folder: string;
  /** @default 'en' */
  readonly locale?: Locale | undefined;
  /** Connections at the same time; further ones are dropped. @default 128 */
  readonly maxConnections?: number | undefined;
  /** Milliseconds without a byte in either direction. @default 300,000 */
  readonly idleTimeout?: number | undefined;
}

/** A socket's address has 108 bytes on Linux and 104 elsewhere, the last of them zero. */
const maxPathBytes = 103;

/**
 * Starts a proxy for `CONNECT` and for `http://` addresses. Every request is checked by the guard and dials an address
 * that was checked; what the guard refuses is answered with 403 and a sentence.
 */
export async function createProxy(guard: NetworkGuard, options: ProxyOptions): Promise<Proxy> {
  const { folder, locale = 'en', maxConnections = 128, idleTimeout = 300_000 } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // A fresh name that only we can enter, whoever else can write to the folder above.
  const home = await mkdtemp(join(folder, 'proxy-'));
  const socketPath = join(home, 's');
  if (Buffer.byteLength(socketPath) > maxPathBytes)
    throw new RangeError(`${socketPath} is too long for a socket: choose a folder with a shorter path`);

  const server = createServer({
    insecureHTTPParser: false,
    requireHostHeader: false,
    maxHeaderSize: 16_384,
    headersTimeout: 30_000,
    requestTimeout: 0,
  });
  server.maxConnections = maxConnections;
  server.timeout = idleTimeout;
  const tunnels = new Set<Duplex>();
  server.on('request', (request, response) => void forward(request, response, { guard, locale }));
  server.on('connect', (request, client, head) => {
    tunnels.add(client);
    client.once('close', () => tunnels.delete(client));
    void tunnel(request, client, { head, guard, locale, idleTimeout });
  });
  server.on('clientError', (_error, client) => {
    if (client.writable) client.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
    else client.destroy();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(socketPath, resolve);
  });
  await chmod(socketPath, 0o600);

  return {
    socketPath,
    environmentFor,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      for (const client of tunnels) client.destroy();
      await closed;
      await rm(home, { recursive: true, force: true });
    },
  };
}

function environmentFor(port: number): { readonly [name: string]: string } {
  const address = `http://127.0.0.1:${port}`;
  // What a process serves itself, it reaches without us.
  const own = 'localhost,127.0.0.1,::1';
  const variables = { HTTP_PROXY: address, HTTPS_PROXY: address, ALL_PROXY: address, NO_PROXY: own };
  const lower = Object.entries(variables).map(([name, value]) => [name.toLowerCase(), value] as const);
  return { ...variables, ...Object.fromEntries(lower), NODE_USE_ENV_PROXY: '1' };
}
