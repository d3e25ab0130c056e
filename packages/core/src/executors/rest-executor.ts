import type { CallArguments, FencedCall } from '../tool/call.ts';
import { createError, type KnownError } from '../tool/errors.ts';
import type { RestImplementation } from '../tool/rest.ts';
import { SecretMask } from '../tool/secret-mask.ts';
import { isSecretName } from '../tool/secret-names.ts';
import type { ToolContext } from '../tool/tool-context.ts';
import { BaseToolExecutor, type ToolOf } from './base-executor.ts';
import { errorForStatus, translateNetworkError } from './error-translation.ts';
import { maskedNetworkError } from './masked-error.ts';
import { nextPage } from './next-page.ts';
import type { RestBody } from './rest-body.ts';
import { authenticate, type Secrets } from './rest-credentials.ts';
import { checkRest } from './rest-definition.ts';
import { readBody } from './rest-response.ts';
import { toDraft, toRequest, type RestDraft, type RestRequest } from './rest-request.ts';
import type { Surroundings } from './surroundings.ts';

/** The part of `fetch` that is needed: whoever embeds us may guard, count or record requests here. */
export type Fetch = (url: URL, init: FetchInit) => Promise<Response>;

export interface FetchInit {
  readonly method: string;
  readonly headers: Headers;
  readonly body?: RestBody | undefined;
  readonly signal: AbortSignal;
  readonly redirect: 'manual';
  /** Whose request it is. */
  readonly caller?: FetchCaller | undefined;
}

export interface FetchCaller {
  readonly tool: string;
  readonly callId: string;
  readonly agent: string | undefined;
}

const maxBytes = 5_000_000;
/** Of an answer that is only there to tell what went wrong. */
const maxDetailBytes = 1_000_000;
const maxRedirects = 5;

/** Makes HTTP requests. Redirects are followed by hand, so that credentials stay with their origin. */
export class RestToolExecutor extends BaseToolExecutor<'rest'> {
  readonly kind = 'rest';
  readonly #fetch: Fetch;
  readonly #secrets: Secrets;
  /** Failures that came when the server had already acted and sent us on to look at the outcome. */
  readonly #afterAct = new WeakSet<KnownError>();

  constructor(
    surroundings: Surroundings,
    { fetch, secrets }: { readonly fetch: Fetch; readonly secrets: Secrets },
  ) {
    super(surroundings);
    this.#fetch = fetch;
    this.#secrets = secrets;
  }

  override checkTool(tool: ToolOf<'rest'>): void {
    checkRest(tool.name, tool.implementation);
  }

  protected async doExecute(
    tool: ToolOf<'rest'>,
    parameters: CallArguments,
    context: ToolContext,
  ): Promise<unknown> {
    const { implementation: rest, name } = tool;
    const draft = toDraft(rest, tool.refine === undefined ? parameters : asJson(parameters));
    if (rest.idempotencyHeader !== undefined) setIdempotencyKey(draft, rest.idempotencyHeader, context);
    const sent = await authenticate(rest.auth, draft, this.#secrets);
    const mask = SecretMask.of([...writtenSecrets(rest), ...sent]);
    const request = toRequest(draft);
    const trip = { acted: false };
    try {
      const response = await this.#send(name, request, context, trip);
      context.note('http_status', response.status);
      if (!response.ok) throw await this.#failure(response, name, mask);
      const body = await readBody(response, { tool: name, limit: rest.maxBytes ?? maxBytes, mask });
      if (body.binary && body.value !== null) context.note('output_encoding', 'base64');
      const next = nextPage(tool, { response, value: body.value, given: parameters });
      if (next !== undefined) context.note('next_page', mask?.json(next) ?? next);
      return body.value;
    } catch (thrown) {
      const error =
        mask === undefined ? translateNetworkError(thrown, name) : maskedNetworkError(thrown, name, mask);
      if (trip.acted) this.#afterAct.add(error);
      throw error;
    }
  }

  /** Where the caller chooses the method, the method that was chosen decides. */
  override isRepeatable(call: FencedCall): boolean {
    const { method } = (call.tool as ToolOf<'rest'>).implementation;
    return super.isRepeatable(call) || (method === undefined && isIdempotent(call.arguments['method']));
  }

  protected override provesNothingDone(error: KnownError): boolean {
    return super.provesNothingDone(error) && !this.#afterAct.has(error);
  }

  async #send(
    tool: string,
    request: RestRequest,
    { signal, callId, agent }: ToolContext,
    trip: { acted: boolean },
  ): Promise<Response> {
    const headers = new Headers(request.headers);
    const caller = { tool, callId, agent };
    let { url, method, body }: RestRequest = request;
    for (let hop = 0; ; hop++) {
      // The time may have run out while the secret was read, and not every `fetch` looks at its signal.
      signal.throwIfAborted();
      const response = await this.#fetch(url, {
        method,
        headers,
        body,
        signal,
        redirect: 'manual',
        caller,
      });
      const location = isRedirect(response.status) ? response.headers.get('location') : null;
      if (location === null) return response;
      response.body?.cancel().catch(() => undefined);
      const target = URL.parse(location, url);
      // Another origin was never judged: neither the rules nor the person who said yes have seen it.
      if (hop >= maxRedirects || target === null || target.origin !== url.origin) {
        throw createError('http_error', { tool, status: response.status });
      }
      url = target;
      if (!becomesGet(response.status, method)) continue;
      trip.acted = true;
      [method, body] = ['GET', undefined];
      for (const name of bodyHeaders) headers.delete(name);
    }
  }

  /** What the server says about it goes along as far as it can be read. */
  async #failure(response: Response, tool: string, mask: SecretMask | undefined): Promise<KnownError> {
    const body = await readBody(response, { tool, limit: maxDetailBytes, mask }).catch(() => undefined);
    const told = body === undefined || body.binary || body.value === null ? undefined : body.value;
    const detail = typeof told === 'string' || told === undefined ? told : JSON.stringify(told);
    return errorForStatus(response.status, tool, {
      detail: detail?.slice(0, 500),
      retryAfterSeconds: retryAfter(response, this.surroundings.clock.now()),
    });
  }
}

/** What the author's own schema made of the arguments, such as a date, in the form that was judged. */
function asJson(input: unknown): CallArguments {
  return JSON.parse(JSON.stringify(input)) as CallArguments;
}

function setIdempotencyKey({ headers }: RestDraft, header: string, { idempotencyKey }: ToolContext): void {
  try {
    headers.set(header, idempotencyKey);
  } catch {
    throw createError('invalid_options', {
      option: 'idempotencyKey',
      expected: 'header_value',
    });
  }
}

/** Secrets that stand in the headers of the definition itself: what follows `Bearer`, or `sid=` in a cookie. */
function writtenSecrets({ headers }: RestImplementation): string[] {
  return Object.entries(headers)
    .filter(([name]) => isSecretName(name))
    .flatMap(([, value]) => [
      value.replace(/^\w+ +/u, ''),
      ...Array.from(value.matchAll(/=\s*([^\s;,]+)/gu), ([, part = '']) => part),
    ]);
}

/** RFC 9110, 9.2.2. Without a method it is GET. */
function isIdempotent(method: unknown): boolean {
  return method === undefined || (typeof method === 'string' && !/^(POST|PATCH)$/iu.test(method));
}

function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}

/** As browsers do (Fetch, 4.4): what was posted is done, and its outcome stands elsewhere. */
function becomesGet(status: number, method: string): boolean {
  if (status === 303) return method !== 'GET' && method !== 'HEAD';
  return status < 303 && method === 'POST';
}

const bodyHeaders = ['content-type', 'content-encoding', 'content-language', 'content-location'];

/** `Retry-After` is a number of seconds or a date. */
function retryAfter(response: Response, now: number): number | undefined {
  const value = response.headers.get('retry-after');
  if (value === null) return undefined;
  if (/^\d+$/u.test(value)) return Number(value);
  const date = value.includes(':') ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}
