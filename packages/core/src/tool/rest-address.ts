import type { ArgumentProblem } from '../messages/facts.ts';
import type { JsonValue } from '../schema/json-schema.ts';
import { receivedType } from '../schema/json-type.ts';
import type { CallArguments } from './call.ts';
import type { RestImplementation } from './rest.ts';

type Addressing = Pick<RestImplementation, 'baseUrl' | 'path'>;

export type RestAddress = { readonly url: URL } | { readonly problem: ArgumentProblem };

/** Where a request goes: told before it is judged, and the same when it is made. */
export function restAddress({ baseUrl, path }: Addressing, given: CallArguments): RestAddress {
  return path === undefined ? fromArgument(baseUrl, given) : fromPath(baseUrl, path, given);
}

/** The arguments that the address is made of. */
export function addressArguments({ path }: Addressing): readonly string[] {
  return path === undefined ? ['url'] : [...path.matchAll(place)].map(([, name]) => name as string);
}

const place = /\{([^{}]+)\}/gu;

function fromPath(baseUrl: string | undefined, path: string, given: CallArguments): RestAddress {
  let bad: string | undefined;
  const filled = path.replace(place, (_, name: string) => {
    const part = pathPart(own(given, name));
    if (part === undefined) bad ??= name;
    return part ?? '';
  });
  if (bad !== undefined) {
    const value = own(given, bad);
    return value === undefined ? wrong('', 'required', bad) : wrong(bad, 'format', 'path-segment', value);
  }
  const url = parseUrl(joinUrl(baseUrl, filled));
  if (url === undefined) return wrong('', 'format', 'uri', given);
  return baseUrl === undefined || url.origin === URL.parse(baseUrl)?.origin
    ? { url }
    : wrong('', 'origin', baseUrl, given);
}

/** An argument is one part of the path: what would start another part is encoded, what climbs even so is refused. */
function pathPart(value: JsonValue | undefined): string | undefined {
  if (value === undefined) return undefined;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return /^\.{0,2}$/u.test(text) || !text.isWellFormed() ? undefined : encodeURIComponent(text);
}

function fromArgument(baseUrl: string | undefined, given: CallArguments): RestAddress {
  const address = own(given, 'url') ?? (baseUrl === undefined ? undefined : '');
  if (address === undefined) return wrong('', 'required', 'url');
  if (typeof address !== 'string') return wrong('url', 'type', 'string', address);
  const url = parseUrl(joinUrl(baseUrl, address));
  if (url === undefined) return wrong('url', 'format', 'uri', address);
  return baseUrl === undefined || isWithin(url, URL.parse(baseUrl))
    ? { url }
    : wrong('url', 'origin', baseUrl, address);
}

/** The credentials and the trust of a tool belong to its base; an argument must not take them elsewhere. */
function isWithin(url: URL, base: URL | null): boolean {
  if (base === null) return false;
  const folder = base.pathname.replace(/\/+$/u, '');
  const inside = url.pathname === folder || url.pathname.startsWith(`${folder}/`);
  return url.origin === base.origin && inside && !climbsWhenDecoded.test(url.pathname);
}

/** Plain `..` is resolved by now. Some servers decode `%2f` first, or drop what follows a `;`, and climb then. */
const climbsWhenDecoded = /(?:[/\\]|%2f|%5c)(?:\.|%2e){2}(?:[/\\;]|%2f|%5c|%3b|$)/iu;

/** A base keeps its own path: `https://a/v1` and `/users` make `https://a/v1/users`. */
function joinUrl(base: string | undefined, address: string): string {
  if (base === undefined || /^[a-z][a-z0-9+.-]*:/iu.test(address)) return address;
  return address === '' ? base : `${base.replace(/\/+$/u, '')}/${address.replace(/^[/\\]+/u, '')}`;
}

function parseUrl(address: string): URL | undefined {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/u.test(url.protocol)) return undefined;
  return url.username === '' && url.password === '' ? url : undefined;
}

/** An argument that is null is taken for one that was not given. */
function own(given: CallArguments, name: string): JsonValue | undefined {
  return Object.hasOwn(given, name) ? (given[name] ?? undefined) : undefined;
}

function wrong(path: string, keyword: string, expected: unknown, value?: JsonValue): RestAddress {
  return { problem: { path, keyword, expected, received: receivedType(value) } };
}
