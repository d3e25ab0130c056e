import type { ArgumentProblem } from '../messages/facts.ts';
import type { JsonValue } from '../schema/json-schema.ts';
import { receivedType } from '../schema/json-type.ts';
import type { CallArguments } from './call.ts';
import { toPathPart } from './rest-style.ts';
import type { RestImplementation, RestParameter } from './rest.ts';

type Addressing = Pick<RestImplementation, 'baseUrl' | 'path' | 'parameters'>;

export type RestAddress = { readonly url: URL } | { readonly problem: ArgumentProblem };

/** Where a request goes: told before it is judged, and the same when it is made. */
export function restAddress({ baseUrl, path, parameters }: Addressing, given: CallArguments): RestAddress {
  return path === undefined ? fromArgument(baseUrl, given) : fromPath(baseUrl, path, parameters, given);
}

/** The arguments that the address is made of. */
export function addressArguments({ path, parameters }: Addressing): readonly string[] {
  if (path === undefined) return ['url'];
  return [...path.matchAll(place)].map(([, name]) => placeOf(name as string, parameters).argument);
}

const place = /\{([^{}]+)\}/gu;

/** How a place of the path is filled: as a parameter says, or simply with the argument of its name. */
function placeOf(name: string, parameters: readonly RestParameter[]): RestParameter {
  return (
    parameters.find((parameter) => parameter.in === 'path' && parameter.name === name) ?? {
      name,
      in: 'path',
      argument: name,
      style: undefined,
      explode: false,
    }
  );
}

function fromPath(
  baseUrl: string | undefined,
  path: string,
  parameters: readonly RestParameter[],
  given: CallArguments,
): RestAddress {
  let bad: string | undefined;
  const filled = path.replace(place, (_, name: string) => {
    const parameter = placeOf(name, parameters);
    const part = pathPart(own(given, parameter.argument), parameter);
    if (part === undefined) bad ??= parameter.argument;
    return part ?? '';
  });
  // Two harmless parts may climb together, as in `{a}{b}` or `.{a}`.
  if (climbs.test(filled) && !climbs.test(path)) bad ??= addressArguments({ baseUrl, path, parameters })[0];
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
function pathPart(value: JsonValue | undefined, parameter: RestParameter): string | undefined {
  if (value === undefined || (typeof value === 'string' && !value.isWellFormed())) return undefined;
  const part = toPathPart(parameter.name, value, parameter);
  return part === undefined || /^\.{0,2}$/u.test(part) ? undefined : part;
}

const climbs = /(?:^|[/\\])\.{1,2}(?:[/\\?#]|$)/u;

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
