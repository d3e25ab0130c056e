import type { FetchLike } from '@modelcontextprotocol/client';
import { createError } from '@toolcrib/core';
import { createGuardedFetch } from '../../fence/network/guarded-fetch.ts';
import { createNetworkGuard, type NetworkGuardOptions } from '../../fence/network/network-guard.ts';
import { withLostAnswer } from './lost-stream.ts';
import type { HttpWay } from './mcp-server-config.ts';

/**
 * A `fetch` for one server. It reaches the host of its address, and beside it those who give out its tokens: public hosts
 * by https, and others of this machine for a server of this machine. The headers of the configuration go to the server alone.
 */
export function createServerFetch(
  { url: own, headers }: HttpWay,
  { onRefusal }: Pick<NetworkGuardOptions, 'onRefusal'>,
): FetchLike {
  const server = new URL(own);
  const reach = (url: URL): ReturnType<typeof createGuardedFetch> =>
    createGuardedFetch(createNetworkGuard({ allow: [hostOf(url)], onRefusal }));
  const reachServer = reach(server);
  return async (address, { method = 'GET', headers: given, body, signal } = {}) => {
    const url = new URL(address);
    const isServer = url.origin === server.origin;
    if (!isServer && !mayGiveTokens(url, server)) {
      const { host, hostname, port } = url;
      const entry = {
        code: 'host_not_allowed',
        host: hostname,
        port: Number(port),
        reason: 'not_listed',
      } as const;
      onRefusal?.({ time: Date.now(), ...entry });
      throw createError('host_not_allowed', { host });
    }
    const all = new Headers(isServer ? headers : {});
    for (const [name, value] of new Headers(given)) all.set(name, value);
    const sent = bodyOf(body);
    const response = await (isServer ? reachServer : reach(url))(url, {
      method,
      headers: all,
      ...(sent !== undefined && { body: sent }),
      signal: signal ?? new AbortController().signal,
      redirect: 'manual',
    });
    return isServer && sent !== undefined ? withLostAnswer(response, sent) : response;
  };
}

/** The library sends texts and forms. */
function bodyOf(body: unknown): string | undefined {
  return body instanceof URLSearchParams ? body.toString() : typeof body === 'string' ? body : undefined;
}

/** The host with its port, as lists of hosts have it. */
function hostOf({ hostname, port, protocol }: URL): string {
  return `${hostname}:${port === '' ? (protocol === 'https:' ? 443 : 80) : port}`;
}

const thisMachine = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/u;
/** A name of the world's: neither an address nor a name that only the local network knows. */
const publicName = /^(?=.*[a-z])(?!.*\.(?:localhost|local|internal|home\.arpa)$)[^.:[\]]+(?:\.[^.:[\]]+)+$/u;

function mayGiveTokens({ protocol, hostname }: URL, server: URL): boolean {
  if (thisMachine.test(hostname)) return thisMachine.test(server.hostname);
  return protocol === 'https:' && publicName.test(hostname);
}
