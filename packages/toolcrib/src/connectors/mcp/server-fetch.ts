import type { FetchLike } from '@modelcontextprotocol/client';
import type { Fetch } from '@toolcrib/core';
import { createGuardedFetch } from '../../fence/network/guarded-fetch.ts';
import { createNetworkGuard, type NetworkGuardOptions } from '../../fence/network/network-guard.ts';

/** A `fetch` that reaches the host of one address and no other. */
export function createServerFetch(
  address: string,
  { onRefusal }: Pick<NetworkGuardOptions, 'onRefusal'>,
): FetchLike {
  const guard = createNetworkGuard({ allow: [hostOf(new URL(address))], onRefusal });
  return asFetchLike(createGuardedFetch(guard));
}

/** The host with its port, as lists of hosts have it. */
export function hostOf({ hostname, port, protocol }: URL): string {
  return `${hostname}:${port === '' ? (protocol === 'https:' ? 443 : 80) : port}`;
}

/** In the form that the library wants. */
export function asFetchLike(fetch: Fetch): FetchLike {
  return (url, { method = 'GET', headers, body, signal } = {}) =>
    fetch(new URL(url), {
      method,
      headers: new Headers(headers),
      ...(body !== undefined && body !== null && { body: String(body) }),
      signal: signal ?? new AbortController().signal,
      redirect: 'manual',
    });
}
