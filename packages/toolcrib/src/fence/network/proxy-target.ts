import type { IncomingMessage } from 'node:http';
import { toPairs } from './headers.ts';
import { parseAuthority, parseHost } from './host.ts';

/** Where a request to the proxy wants to go. */
export interface ProxyTarget {
  readonly host: string;
  readonly port: number;
  /** Path and query; empty for a tunnel. */
  readonly path: string;
}

/** `CONNECT host:port`. Undefined when it is anything else, or its Host header names another host. */
export function tunnelTarget(request: IncomingMessage): ProxyTarget | undefined {
  const { host, port } = parseAuthority(request.url ?? '') ?? {};
  if (host === undefined || port === undefined) return undefined;
  return agrees(request, host, { port, defaultPort: port }) ? { host, port, path: '' } : undefined;
}

/** `GET http://host/path`. Undefined when it is anything else, or its Host header names another host. */
export function requestTarget(request: IncomingMessage): ProxyTarget | undefined {
  // The parser of Node knows HTTP/0.9 as well, which has no headers and no end but that of the connection.
  if (request.httpVersionMajor !== 1) return undefined;
  // Nothing before the path that readers of addresses disagree about: userinfo, backslashes, missing slashes.
  if (!/^http:\/\/[^/\\?#@]+(?:[/?]|$)/iu.test(request.url ?? '')) return undefined;
  const url = URL.parse(request.url ?? '');
  if (url === null) return undefined;
  const port = url.port === '' ? 80 : Number(url.port);
  if (!agrees(request, url.hostname, { port, defaultPort: 80 })) return undefined;
  return { host: url.hostname, port, path: `${url.pathname}${url.search}` };
}

interface Ports {
  readonly port: number;
  /** What a Host header without a port means. */
  readonly defaultPort: number;
}

/** At most one Host header, and that one for the same place: else the other side might serve another host. */
function agrees({ rawHeaders }: IncomingMessage, host: string, { port, defaultPort }: Ports): boolean {
  const named = toPairs(rawHeaders).filter(([name]) => name.toLowerCase() === 'host');
  const [first] = named;
  if (first === undefined) return true;
  const authority = parseAuthority(first[1]);
  if (named.length > 1 || authority === undefined) return false;
  const sameHost = parseHost(authority.host)?.text === parseHost(host)?.text;
  return sameHost && (authority.port ?? defaultPort) === port;
}
