import type { JsonValue } from '../schema/json-schema.ts';
import type { CallArguments } from '../tool/call.ts';
import { createError } from '../tool/errors.ts';
import { addressArguments, restAddress } from '../tool/rest-address.ts';
import { encodePart, joinPair, toHeaderValue, toPairs, toText, type Pair } from '../tool/rest-style.ts';
import { restMethods, type RestImplementation, type RestMethod, type RestParameter } from '../tool/rest.ts';
import { toBody, type RestBody } from './rest-body.ts';
import { wrongArgument } from './wrong-argument.ts';

/** A request before its credentials are in it. */
export interface RestDraft {
  readonly url: URL;
  readonly method: RestMethod;
  readonly headers: Headers;
  readonly query: Pair[];
  readonly cookies: Pair[];
  readonly body: RestBody | undefined;
}

export type RestRequest = Omit<RestDraft, 'query' | 'cookies'>;

/** Turns arguments into a request: path places first, then query, headers and cookies, the body last. */
export function toDraft(rest: RestImplementation, parameters: CallArguments): RestDraft {
  const address = restAddress(rest, parameters);
  if ('problem' in address) throw createError('invalid_arguments', { problems: [address.problem] });
  const left = new Map(Object.entries(parameters));
  for (const name of addressArguments(rest)) left.delete(name);
  const take = (name: string): JsonValue | undefined => {
    const value = left.get(name);
    left.delete(name);
    return value;
  };
  const method = rest.method ?? readMethod(take('method'));
  const headers = new Headers(rest.headers);
  const draft = { url: address.url, method, headers, query: [], cookies: [] };
  for (const parameter of rest.parameters) {
    if (parameter.in !== 'path') put(draft, parameter, take(parameter.argument));
  }
  const hasBody = method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS';
  if (hasBody) return { ...draft, body: toBody(rest, left, headers) };
  for (const [name, value] of left) put(draft, { ...leftOver, name }, value);
  return { ...draft, body: undefined };
}

const leftOver = { in: 'query', argument: '', style: undefined, explode: false } as const;

/** Query and cookies are written into the address and the headers, beside what stands there already. */
export function toRequest({ url, method, headers, query, cookies, body }: RestDraft): RestRequest {
  if (query.length > 0) {
    const written = query.map(joinPair).join('&');
    url.search = url.search.length > 1 ? `${url.search}&${written}` : written;
  }
  if (cookies.length > 0) {
    const written = cookies.map(([name, value]) => `${name}=${value}`);
    headers.set('cookie', [headers.get('cookie') ?? [], written].flat().join('; '));
  }
  return { url, method, headers, body };
}

function readMethod(value: JsonValue | undefined): RestMethod {
  const method = value === undefined ? 'GET' : toText(value).toUpperCase();
  const known = restMethods.find((candidate) => candidate === method);
  if (known === undefined) throw wrongArgument('method', 'enum', [...restMethods], value);
  return known;
}

function put(draft: Omit<RestDraft, 'body'>, parameter: RestParameter, value: JsonValue | undefined): void {
  if (value === undefined || value === null) return;
  const { name } = parameter;
  if (parameter.in === 'query') draft.query.push(...toPairs(name, value, parameter, encodePart));
  else if (parameter.in === 'header') setHeader(draft.headers, parameter, value);
  // Encoded, so that no value can end its cookie and begin another.
  else
    for (const [key, item] of toPairs(name, value, parameter, encodePart))
      draft.cookies.push([encodePart(key), item]);
}

/** Line breaks in a value would start a header of their own; `Headers` refuses them, and what no header can carry. */
function setHeader(headers: Headers, parameter: RestParameter, value: JsonValue): void {
  try {
    headers.set(parameter.name, toHeaderValue(value, parameter));
  } catch {
    throw wrongArgument(parameter.argument, 'format', 'header-value', value);
  }
}
