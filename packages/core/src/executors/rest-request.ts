import type { JsonValue } from '../schema/json-schema.ts';
import type { CallArguments } from '../tool/call.ts';
import { createError, type ToolcribError } from '../tool/errors.ts';
import { restMethods, type RestImplementation, type RestMethod } from '../tool/rest.ts';

export interface RestRequest {
  readonly url: URL;
  readonly method: RestMethod;
  readonly headers: Headers;
  readonly body: string | Uint8Array<ArrayBuffer> | URLSearchParams | undefined;
}

/** Turns arguments into a request: path places first, then query and headers, the body last. */
export function toRequest(rest: RestImplementation, parameters: CallArguments): RestRequest {
  const left = new Map(Object.entries(parameters));
  const take = (name: string): JsonValue | undefined => {
    const value = left.get(name);
    left.delete(name);
    return value;
  };
  const method = rest.method ?? readMethod(take('method'));
  const url = toUrl(rest, take);
  const headers = new Headers(rest.headers);
  for (const [header, name] of Object.entries(rest.headerArguments)) {
    const value = take(name);
    if (value !== undefined) setHeader(headers, header, toText(value));
  }
  for (const name of rest.query ?? []) appendQuery(url, name, take(name));
  const hasBody = method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS';
  if (!hasBody) for (const [name, value] of left) appendQuery(url, name, value);
  return { url, method, headers, body: hasBody ? toBody(rest, left, headers) : undefined };
}

function readMethod(value: JsonValue | undefined): RestMethod {
  const method = value === undefined ? 'GET' : toText(value).toUpperCase();
  const known = restMethods.find((candidate) => candidate === method);
  if (known === undefined) throw badArgument('method', 'enum', [...restMethods]);
  return known;
}

function toUrl(rest: RestImplementation, take: (name: string) => JsonValue | undefined): URL {
  const path = rest.path?.replace(/\{([^{}]+)\}/gu, (_, name: string) => {
    const value = take(name);
    if (value === undefined) throw badArgument('', 'required', name);
    return encodePathPart(name, toText(value));
  });
  const address = path ?? toText(take('url') ?? '');
  const url = parseUrl(joinUrl(rest.baseUrl, address));
  if (url === undefined) throw badArgument('url', 'format', 'uri');
  // The credentials and the trust of this tool belong to one origin; an argument must not send them elsewhere.
  if (rest.baseUrl !== undefined && url.origin !== new URL(rest.baseUrl).origin) {
    throw badArgument('url', 'origin', new URL(rest.baseUrl).origin);
  }
  return url;
}

/** An argument is one part of the path: `..` would climb out of it, also when it is percent-encoded. */
function encodePathPart(name: string, value: string): string {
  if (value === '' || value === '.' || value === '..') throw badArgument(name, 'format', 'path-segment');
  return encodeURIComponent(value);
}

/** A base keeps its own path: `https://a/v1` and `/users` make `https://a/v1/users`. */
function joinUrl(base: string | undefined, address: string): string {
  if (base === undefined || /^[a-z][a-z0-9+.-]*:/iu.test(address)) return address;
  return address === '' ? base : `${base.replace(/\/+$/u, '')}/${address.replace(/^[/\\]+/u, '')}`;
}

function parseUrl(address: string): URL | undefined {
  const url = URL.parse(address);
  return url !== null && /^https?:$/u.test(url.protocol) && url.username === '' ? url : undefined;
}

function appendQuery(url: URL, name: string, value: JsonValue | undefined): void {
  if (value === undefined || value === null) return;
  for (const item of Array.isArray(value) ? value : [value])
    url.searchParams.append(name, toText(item as JsonValue));
}

function toBody(
  rest: RestImplementation,
  left: ReadonlyMap<string, JsonValue>,
  headers: Headers,
): RestRequest['body'] {
  const named = rest.body ?? (rest.path === undefined && left.has('body') ? 'body' : undefined);
  const value: JsonValue | undefined = named === undefined ? Object.fromEntries(left) : left.get(named);
  if (value === undefined || (named === undefined && left.size === 0)) return undefined;
  switch (rest.bodyType) {
    case 'json':
      setDefault(headers, 'application/json');
      return JSON.stringify(value);
    case 'text':
      setDefault(headers, 'text/plain; charset=utf-8');
      return toText(value);
    case 'form':
      setDefault(headers, 'application/x-www-form-urlencoded');
      return toForm(value);
    case 'binary':
      setDefault(headers, 'application/octet-stream');
      return fromBase64(named ?? 'body', value);
  }
}

function setDefault(headers: Headers, contentType: string): void {
  if (!headers.has('content-type')) headers.set('content-type', contentType);
}

function toForm(value: JsonValue): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, item] of Object.entries(value as { readonly [key: string]: JsonValue })) {
    for (const part of Array.isArray(item) ? item : [item]) form.append(name, toText(part as JsonValue));
  }
  return form;
}

function fromBase64(name: string, value: JsonValue): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(toText(value)), (character) => character.charCodeAt(0));
  } catch {
    throw badArgument(name, 'format', 'base64');
  }
}

/** Line breaks in a value would start a header of their own. */
function setHeader(headers: Headers, header: string, value: string): void {
  try {
    headers.set(header, value);
  } catch {
    throw badArgument(header, 'format', 'header-value');
  }
}

function toText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function badArgument(path: string, keyword: string, expected: unknown): ToolcribError {
  const received = keyword === 'required' ? 'undefined' : 'string';
  return createError('invalid_arguments', { problems: [{ path, keyword, expected, received }] });
}
