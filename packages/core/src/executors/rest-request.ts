import type { ArgumentProblem } from '../messages/facts.ts';
import type { JsonValue } from '../schema/json-schema.ts';
import { receivedType } from '../schema/json-type.ts';
import type { CallArguments } from '../tool/call.ts';
import { createError, type KnownError } from '../tool/errors.ts';
import { addressArguments, restAddress } from '../tool/rest-address.ts';
import { restMethods, type RestImplementation, type RestMethod } from '../tool/rest.ts';

export interface RestRequest {
  readonly url: URL;
  readonly method: RestMethod;
  readonly headers: Headers;
  readonly body: string | Uint8Array<ArrayBuffer> | URLSearchParams | undefined;
}

/** Turns arguments into a request: path places first, then query and headers, the body last. */
export function toRequest(rest: RestImplementation, parameters: CallArguments): RestRequest {
  const address = restAddress(rest, parameters);
  if ('problem' in address) throw badArgument(address.problem);
  const { url } = address;
  const left = new Map(Object.entries(parameters));
  for (const name of addressArguments(rest)) left.delete(name);
  const take = (name: string): JsonValue | undefined => {
    const value = left.get(name);
    left.delete(name);
    return value;
  };
  const method = rest.method ?? readMethod(take('method'));
  const headers = new Headers(rest.headers);
  for (const [header, name] of Object.entries(rest.headerArguments))
    setHeader(headers, header, name, take(name));
  for (const name of rest.query ?? []) append(url.searchParams, name, take(name));
  const hasBody = method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS';
  if (!hasBody) for (const [name, value] of left) append(url.searchParams, name, value);
  return { url, method, headers, body: hasBody ? toBody(rest, left, headers) : undefined };
}

function readMethod(value: JsonValue | undefined): RestMethod {
  const method = value === undefined ? 'GET' : toText(value).toUpperCase();
  const known = restMethods.find((candidate) => candidate === method);
  if (known === undefined) throw wrong('method', 'enum', [...restMethods], value);
  return known;
}

/** Line breaks in a value would start a header of their own; `Headers` refuses them, and what no header can carry. */
function setHeader(headers: Headers, header: string, name: string, value: JsonValue | undefined): void {
  if (value === undefined || value === null) return;
  try {
    headers.set(header, [value].flat().map(toText).join(', '));
  } catch {
    throw wrong(name, 'format', 'header-value', value);
  }
}

/** A list is written once for each item; what is null is not written. */
function append(to: URLSearchParams, name: string, value: JsonValue | undefined): void {
  for (const item of [value].flat()) if (item !== undefined && item !== null) to.append(name, toText(item));
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
      return toForm(named ?? 'body', value);
    case 'binary':
      setDefault(headers, 'application/octet-stream');
      return fromBase64(named ?? 'body', value);
  }
}

function setDefault(headers: Headers, contentType: string): void {
  if (!headers.has('content-type')) headers.set('content-type', contentType);
}

function toForm(name: string, value: JsonValue): URLSearchParams {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw wrong(name, 'type', 'object', value);
  const form = new URLSearchParams();
  for (const [field, item] of Object.entries(value)) append(form, field, item);
  return form;
}

function fromBase64(name: string, value: JsonValue): Uint8Array<ArrayBuffer> {
  try {
    const text = atob(toText(value));
    const bytes = new Uint8Array(text.length);
    for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
    return bytes;
  } catch {
    throw wrong(name, 'format', 'base64', value);
  }
}

function toText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function wrong(path: string, keyword: string, expected: unknown, value: JsonValue | undefined): KnownError {
  return badArgument({ path, keyword, expected, received: receivedType(value) });
}

function badArgument(problem: ArgumentProblem): KnownError {
  return createError('invalid_arguments', { problems: [problem] });
}
