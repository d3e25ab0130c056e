import { isIPv6 } from 'node:net';

/** Headers that belong to one connection and are never passed on (RFC 9110, 7.6.1), and those of proxies. */
export const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The other side is told the host that was checked; `port` is empty when the address has none. */
export function hostHeader({ host }: { readonly host: string }, port: string): string {
  const name = isIPv6(host) ? `[${host}]` : host;
  return port === '' ? name : `${name}:${port}`;
}

/** The flat list of `rawHeaders`, two by two. */
export function toPairs(rawHeaders: readonly string[]): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    pairs.push([rawHeaders[at] as string, rawHeaders[at + 1] as string]);
  return pairs;
}

/** What may be passed on: neither the headers of the connection nor those that it names as its own. */
export function endToEnd(rawHeaders: readonly string[]): [name: string, value: string][] {
  const pairs = toPairs(rawHeaders);
  const named = pairs
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(',').map((option) => option.trim().toLowerCase()));
  const dropped = new Set([...hopByHop, ...named]);
  return pairs.filter(([name]) => !dropped.has(name.toLowerCase()));
}
