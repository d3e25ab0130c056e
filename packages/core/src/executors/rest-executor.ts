import type { CallArguments, FencedCall } from '../tool/call.ts';
import { createError, type KnownError } from '../tool/errors.ts';
import type { RestAuth } from '../tool/rest.ts';
import type { ToolContext } from '../tool/tool-context.ts';
import { BaseToolExecutor, type ToolOf } from './base-executor.ts';
import { errorForStatus, translateError } from './error-translation.ts';
import { readBody } from './rest-response.ts';
import { toRequest, type RestRequest } from './rest-request.ts';
import type { Surroundings } from './surroundings.ts';

/** The part of `fetch` that is needed: whoever embeds us may guard, count or record requests here. */
export type Fetch = (url: URL, init: FetchInit) => Promise<Response>;

export interface FetchInit {
  readonly method: string;
  readonly headers: Headers;
  readonly body?: RestRequest['body'];
  readonly signal: AbortSignal;
  readonly redirect: 'manual';
}

/** Gives a secret by its name; undefined when there is none. */
export type Secrets = (name: string) => string | undefined | Promise<string | undefined>;

const maxBytes = 5_000_000;
const maxRedirects = 5;

/** Makes HTTP requests. Redirects are followed by hand, so that credentials stay with their origin. */
export class RestToolExecutor extends BaseToolExecutor<'rest'> {
  readonly kind = 'rest';
  readonly #fetch: Fetch;
  readonly #secrets: Secrets;

  constructor(
    surroundings: Surroundings,
    { fetch, secrets }: { readonly fetch: Fetch; readonly secrets: Secrets },
  ) {
    super(surroundings);
    this.#fetch = fetch;
    this.#secrets = secrets;
  }

  protected async doExecute(
    tool: ToolOf<'rest'>,
    parameters: CallArguments,
    context: ToolContext,
  ): Promise<unknown> {
    const { implementation: rest, name } = tool;
    const request = toRequest(rest, parameters);
    if (rest.auth !== undefined) await this.#authenticate(rest.auth, request);
    if (rest.idempotencyHeader !== undefined)
      request.headers.set(rest.idempotencyHeader, context.idempotencyKey);
    const response = await this.#send(name, request, context.signal);
    context.note('http_status', response.status);
    const body = await readBody(response, rest.maxBytes ?? maxBytes, name);
    if (response.ok) return body;
    throw errorForStatus(response.status, name, {
      detail: typeof body === 'string' ? body.slice(0, 500) : JSON.stringify(body).slice(0, 500),
      retryAfterSeconds: retryAfter(response, this.surroundings.clock.now()),
    });
  }

  /** Where the caller chooses the method, the method that was chosen decides. */
  protected override isRepeatable(call: FencedCall): boolean {
    const { method } = (call.tool as ToolOf<'rest'>).implementation;
    return super.isRepeatable(call) || (method === undefined && isIdempotent(call.arguments['method']));
  }

  async #authenticate(auth: RestAuth, { headers, url }: RestRequest): Promise<void> {
    const secret = await this.#secrets(auth.secret);
    if (secret === undefined) throw createError('secret_missing', { secret: auth.secret });
    // A value that no header can carry would otherwise be told in full by the error.
    if (!/^[\x20-\x7e]*$/u.test(secret)) throw createError('secret_missing', { secret: auth.secret });
    if (auth.type === 'bearer') headers.set('authorization', `Bearer ${secret}`);
    else if (auth.type === 'basic')
      headers.set('authorization', `Basic ${toBase64(`${auth.username}:${secret}`)}`);
    else if (auth.in === 'header') headers.set(auth.name, secret);
    else url.searchParams.set(auth.name, secret);
  }

  async #send(tool: string, request: RestRequest, signal: AbortSignal): Promise<Response> {
    const { headers } = request;
    let { url, method, body }: RestRequest = request;
    for (let hop = 0; ; hop++) {
      const response = await this.#fetch(url, { method, headers, body, signal, redirect: 'manual' }).catch(
        (cause: unknown) => {
          throw toNetworkError(tool, cause);
        },
      );
      const location =
        response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
      if (location === null) return response;
      await response.body?.cancel();
      const target = URL.parse(location, url);
      // Another origin was never judged: neither the rules nor the person who said yes have seen it.
      if (hop >= maxRedirects || target === null || target.origin !== url.origin) {
        throw createError('http_error', { tool, status: response.status });
      }
      // As browsers do (Fetch, 4.4): everything but 307 and 308 goes on as a GET without a body.
      if (response.status < 307 && method !== 'HEAD') [method, body] = ['GET', undefined];
      url = target;
    }
  }
}

/** RFC 9110, 9.2.2. Without a method it is GET. */
function isIdempotent(method: unknown): boolean {
  return method === undefined || (typeof method === 'string' && !/^(POST|PATCH)$/iu.test(method));
}

/** `fetch` says only that it failed; the reason is in the chain of causes. */
function toNetworkError(tool: string, cause: unknown): KnownError {
  const error = translateError(cause, tool);
  if (error.code !== 'tool_failed') return error;
  const origin = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  return createError(
    'network',
    { tool, detail: origin instanceof Error ? origin.message : String(origin) },
    { cause },
  );
}

function toBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

/** `Retry-After` is a number of seconds or a date. */
function retryAfter(response: Response, now: number): number | undefined {
  const value = response.headers.get('retry-after');
  if (value === null) return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}
