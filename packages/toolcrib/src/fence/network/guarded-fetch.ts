import { request as sendRequest } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { connect as startTls, createSecureContext, type SecureContext } from 'node:tls';
import { createError, type Fetch, type FetchInit } from '@toolcrib/core';
import { dial, unanswered } from './dial.ts';
import { hopByHop, hostHeader } from './headers.ts';
import type { CheckedAddress, NetworkGuard } from './network-guard.ts';
import { toResponse, type AnswerOptions } from './to-response.ts';

export interface GuardedFetchOptions {
  /** Certificates to trust instead of the well-known ones. */
  readonly ca?: string | readonly string[] | undefined;
  /** Bytes of an answer after unpacking, whoever reads it. @default 50,000,000 */
  readonly maxBytes?: number | undefined;
}

/**
 * A `fetch` that reaches what the guard allows. Every request is checked and dials an address that was checked, on a
 * connection of its own; redirects are handed back to the caller. Proxies of the environment are not used.
 *
 *     const service = new ToolService({ fetch: createGuardedFetch(guard) });
 */
export function createGuardedFetch(guard: NetworkGuard, options: GuardedFetchOptions = {}): Fetch {
  const { ca, maxBytes = 50_000_000 } = options;
  const trust = ca === undefined ? undefined : createSecureContext({ ca: [ca].flat() });
  return async (url, init) => {
    const { signal, method, caller } = init;
    signal.throwIfAborted();
    const defaultPort = defaultPorts[url.protocol];
    if (defaultPort === undefined)
      throw createError('host_not_allowed', { host: `${url.protocol}//${url.host}` });
    const port = url.port === '' ? defaultPort : Number(url.port);
    const target = await orAbort(guard.check(url.hostname, port, caller), signal);
    const socket = await dial(target, { signal });
    const connection = url.protocol === 'https:' ? secure(socket, target, trust) : socket;
    const receiving = { method, signal, maxBytes, name: caller?.tool ?? target.host };
    return await send(connection, url, { init, target, receiving });
  };
}

const defaultPorts: { readonly [protocol: string]: number | undefined } = { 'http:': 80, 'https:': 443 };

/** The name is what the certificate must be for, whatever address was dialled. */
function secure(socket: Socket, { host }: CheckedAddress, trust: SecureContext | undefined): Socket {
  return startTls({
    socket,
    host,
    ...(isIP(host) === 0 && { servername: host }),
    ...(trust !== undefined && { secureContext: trust }),
    // Not left to the environment, where NODE_TLS_REJECT_UNAUTHORIZED may say otherwise.
    rejectUnauthorized: true,
    ALPNProtocols: ['http/1.1'],
  });
}

interface Sending {
  readonly init: FetchInit;
  readonly target: CheckedAddress;
  readonly receiving: AnswerOptions;
}

function send(connection: Socket, url: URL, { init, target, receiving }: Sending): Promise<Response> {
  const { method, headers, body, signal } = init;
  const payload =
    typeof body === 'string' ? Buffer.from(body) : body === undefined ? undefined : Buffer.from(body);
  return new Promise((resolve, reject) => {
    const request = sendRequest({
      createConnection: () => connection,
      method,
      path: `${url.pathname}${url.search}`,
      headers: toHeaders(headers, { host: hostHeader(target, url.port), method, length: payload?.length }),
      insecureHTTPParser: false,
    });
    const abort = (): void => {
      reject(signal.reason as Error);
      request.destroy();
    };
    const settle = (): void => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort);
    request.on('error', reject);
    request.once('close', () => {
      settle();
      // Too late when it was answered. Node says nothing more when the other side changes the protocol unasked.
      reject(unanswered());
    });
    request.once('response', (answer) => {
      settle();
      try {
        resolve(toResponse(answer, receiving));
      } catch (error) {
        // A status such as 999, which no Response can hold.
        request.destroy();
        reject(error);
      }
    });
    request.end(payload);
  });
}

interface Framing {
  readonly host: string;
  readonly method: string;
  readonly length: number | undefined;
}

/** What frames the message or names the host is ours to say; the rest is the caller's. */
function toHeaders(given: Headers, { host, method, length }: Framing): Record<string, string> {
  const own = [...given].filter(([name]) => !hopByHop.has(name) && !framing.has(name));
  const needsLength = length !== undefined || /^(?:POST|PUT|PATCH)$/u.test(method);
  return {
    accept: '*/*',
    'user-agent': 'toolcrib',
    'accept-encoding': 'gzip, deflate, br',
    ...Object.fromEntries(own),
    ...(needsLength && { 'content-length': String(length ?? 0) }),
    host,
  };
}

const framing: ReadonlySet<string> = new Set(['host', 'content-length', 'expect']);

/** A look-up cannot be stopped, but nobody has to wait for it. */
async function orAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const ended = new AbortController();
  try {
    return await Promise.race([promise, whenAborted(signal, ended.signal)]);
  } finally {
    ended.abort();
  }
}

function whenAborted(signal: AbortSignal, until: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { signal: until });
  });
}
