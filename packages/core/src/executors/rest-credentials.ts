import { createError } from '../tool/errors.ts';
import { encodePart } from '../tool/rest-style.ts';
import type { RestAuth } from '../tool/rest.ts';
import type { RestDraft } from './rest-request.ts';

/** Gives a secret by its name; undefined when there is none. What it throws is told to nobody. */
export type Secrets = (name: string) => string | undefined | Promise<string | undefined>;

/** Puts the first credentials in whose secrets are all there, and gives what must not come back. */
export async function authenticate(
  alternatives: readonly (readonly RestAuth[])[],
  draft: RestDraft,
  secrets: Secrets,
): Promise<readonly string[]> {
  let missing: string | undefined;
  for (const together of alternatives) {
    const values: string[] = [];
    for (const { secret } of together) {
      const value = await read(secret, secrets);
      if (value === undefined) missing ??= secret;
      else values.push(value);
    }
    if (values.length === together.length)
      return together.flatMap((auth, at) => putIn(auth, values[at] as string, draft));
  }
  if (missing !== undefined) throw createError('secret_missing', { secret: missing });
  return [];
}

async function read(name: string, secrets: Secrets): Promise<string | undefined> {
  let secret: unknown;
  try {
    secret = await secrets(name);
  } catch {
    // Neither told nor kept as a cause: what a store of secrets says may hold one.
    throw createError('secret_unreadable', { secret: name });
  }
  return typeof secret === 'string' && secret !== '' ? secret : undefined;
}

function putIn(auth: RestAuth, secret: string, draft: RestDraft): string[] {
  const { headers, query, cookies, url } = draft;
  if (auth.type === 'api_key' && auth.in === 'query') {
    // An argument of the same name must not stand in its place.
    if (url.searchParams.has(auth.name)) url.searchParams.delete(auth.name);
    replace(query, auth.name, encodePart(secret));
    return [secret];
  }
  if (auth.type === 'basic') {
    const pair = auth.username === undefined ? secret : `${auth.username}:${secret}`;
    headers.set('authorization', `Basic ${toBase64(pair)}`);
    return [secret, toBase64(pair), pair.slice(pair.indexOf(':') + 1)];
  }
  // A value that no header can carry would otherwise be told in full by the error.
  const carried = auth.type === 'api_key' && auth.in === 'cookie' ? cookieValue : headerValue;
  if (!carried.test(secret)) throw createError('secret_missing', { secret: auth.secret });
  if (auth.type === 'bearer') headers.set('authorization', `Bearer ${secret}`);
  else if (auth.in === 'header') headers.set(auth.name, secret);
  else replace(cookies, auth.name, secret);
  return [secret];
}

const headerValue = /^[\x20-\x7e]*$/u;
/** RFC 6265, 4.1.1. */
const cookieValue = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/u;

function replace(pairs: RestDraft['query'], name: string, value: string): void {
  for (let at = pairs.length - 1; at >= 0; at--) if (pairs[at]?.[0] === name) pairs.splice(at, 1);
  pairs.push([name, value]);
}

function toBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
