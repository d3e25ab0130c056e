import { isIPv4, isIPv6 } from 'node:net';
import { groupsOf, toIPv4 } from './address.ts';

/** A host in the one spelling that is compared, looked up and dialled. */
export interface Host {
  /** A name in lower case without the last dot, or an address; IPv6 without brackets. */
  readonly text: string;
  /** Undefined for a name. */
  readonly family: 4 | 6 | undefined;
}

// `%` would hide characters or name a zone, `@` and the slashes would move the host, blanks end it for some readers.
const forbidden = /[\p{Cc}\p{White_Space}%@/\\?#:[\]]/u;
const label = /^(?!.{64})[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?$/u;

/** Reads a host as the URL standard does: `0x7f.1`, `2130706433` and `①27.0.0.1` become what they are. */
export function parseHost(text: string): Host | undefined {
  const bracketed = /^\[[0-9a-f:.]+\]$/iu.test(text) ? text : isIPv6(text) ? `[${text}]` : undefined;
  if (bracketed === undefined && forbidden.test(text)) return undefined;
  const hostname = URL.parse(`http://${bracketed ?? text}/`)?.hostname;
  if (hostname === undefined) return undefined;
  return hostname.startsWith('[') ? fromIPv6(hostname.slice(1, -1)) : fromName(hostname);
}

function fromName(hostname: string): Host | undefined {
  if (isIPv4(hostname)) return { text: hostname, family: 4 };
  const text = hostname.replace(/\.$/u, '');
  const isName = text.length <= 253 && text.split('.').every((part) => label.test(part));
  return isName ? { text, family: undefined } : undefined;
}

/** An IPv4 address in the clothes of IPv6 is dialled as IPv4 by every system. */
function fromIPv6(text: string): Host {
  const groups = groupsOf(text);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return isMapped ? { text: toIPv4(groups), family: 4 } : { text, family: 6 };
}

export interface Authority {
  readonly host: string;
  readonly port: number | undefined;
}

/** Takes `host` or `host:port` apart; IPv6 with a port needs its brackets. */
export function parseAuthority(text: string): Authority | undefined {
  if (isIPv6(text)) return { host: text, port: undefined };
  const [, host, digits] = /^(\[[^[\]]*\]|[^:[\]]+)(?::([0-9]{1,5}))?$/u.exec(text) ?? [];
  if (host === undefined) return undefined;
  const port = digits === undefined ? undefined : Number(digits);
  return port === undefined || isPort(port) ? { host, port } : undefined;
}

export function isPort(port: number): boolean {
  return Number.isInteger(port) && port > 0 && port < 65_536;
}
