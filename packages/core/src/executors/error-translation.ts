import type { MessageCode } from '../messages/facts.ts';
import {
  createError,
  messageOf,
  ToolcribError,
  type KnownError,
  type RateLimitError,
} from '../tool/errors.ts';

/** Turns whatever a tool threw into one of our errors, the original kept as `cause`. */
export function translateError(thrown: unknown, tool: string): KnownError {
  try {
    return translate(thrown, tool);
  } catch (unreadable) {
    // A thrown thing whose getters throw is still only a failure of the tool.
    return createError('tool_failed', { tool, detail: messageOf(unreadable) });
  }
}

function translate(thrown: unknown, tool: string): KnownError {
  const options = { cause: thrown };
  if (thrown instanceof ToolcribError) {
    return thrown.data === undefined ? withFacts(thrown, tool, options) : (thrown as KnownError);
  }
  const status = statusOf(thrown);
  if (status !== undefined) return errorForStatus(status, tool, { ...options, detail: detailOf(thrown) });
  const name = thrown instanceof Error ? thrown.name : '';
  if (name === 'TimeoutError') return createError('timeout', { tool }, options);
  if (name === 'AbortError') return createError('cancelled', { tool }, options);
  const code = systemCode(thrown);
  if (code !== undefined && networkCode.test(code)) {
    return createError('network', { tool, detail: `${detailOf(thrown)} (${code})` }, options);
  }
  return createError('tool_failed', { tool, detail: detailOf(thrown) }, options);
}

/** The same for what `fetch` threw: it says only that it failed; the reason is in the chain of causes. */
export function translateNetworkError(thrown: unknown, tool: string): KnownError {
  const error = translateError(thrown, tool);
  if (error.code !== 'tool_failed' || thrown instanceof ToolcribError) return error;
  const origin = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown;
  return createError('network', { tool, detail: detailOf(origin) }, { cause: thrown });
}

/** A tool threw one of our errors with words of its own. */
function withFacts(thrown: ToolcribError, tool: string, options: { readonly cause: unknown }): KnownError {
  const detail = thrown.message;
  switch (thrown.code) {
    case 'network':
      return createError('network', { tool, detail }, options);
    case 'timeout':
      return createError('timeout', { tool, detail }, options);
    case 'rate_limited': {
      const { retryAfterSeconds } = thrown as RateLimitError;
      return createError('rate_limited', { tool, retryAfterSeconds, detail }, options);
    }
    case 'server_error':
      return createError('server_error', { tool, detail }, options);
    case 'unauthorized':
      return createError('unauthorized', { tool, detail }, options);
    case 'cancelled':
      return createError('cancelled', { tool }, options);
    case 'invalid_arguments':
      return createError(
        'invalid_arguments',
        { problems: [{ path: '', keyword: 'custom', expected: detail, received: '' }] },
        options,
      );
    default:
      return createError('tool_failed', { tool, detail }, options);
  }
}

/** The error that an HTTP status stands for. */
export function errorForStatus(
  status: number,
  tool: string,
  { cause, detail, retryAfterSeconds }: StatusDetails = {},
): KnownError {
  const options = { cause };
  if (status === 429) return createError('rate_limited', { tool, retryAfterSeconds, detail }, options);
  if (status >= 500 || status === 408)
    return createError('server_error', { tool, status, retryAfterSeconds, detail }, options);
  const facts = { tool, status, detail };
  if (status === 401) return createError('unauthorized', facts, options);
  if (status === 403) return createError('forbidden', facts, options);
  if (status === 404 || status === 410) return createError('not_found', facts, options);
  if (status === 400 || status === 422) return createError('bad_request', facts, options);
  return createError('http_error', facts, options);
}

export interface StatusDetails {
  readonly cause?: unknown;
  readonly detail?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

const retryable: ReadonlySet<MessageCode> = new Set(['network', 'timeout', 'rate_limited', 'server_error']);

/** Worth another try: the network, the clock, 429 and 5xx. */
export function isRetryable(error: ToolcribError): boolean {
  return retryable.has(error.code);
}

/** The failure itself shows that the other side never began: no connection, or turned away at the door. */
export function provesNothingDone(error: ToolcribError): boolean {
  if (error.code === 'rate_limited') return true;
  return error.code === 'network' && notConnected.test(systemCode(error) ?? '');
}

const networkCode =
  /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EPIPE|ENET|EHOST|ESOCKET|UND_ERR_|ERR_SOCKET|ERR_TLS|CERT_)/u;
const notConnected =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EAI_NODATA|ENETUNREACH|EHOSTUNREACH|UND_ERR_CONNECT_TIMEOUT)$/u;

/** The code of the operating system or of fetch, wherever in the chain of causes it is. */
export function systemCode(thrown: unknown): string | undefined {
  for (let error = thrown, depth = 0; error instanceof Error && depth < 8; error = error.cause, depth++) {
    const { code } = error as { code?: unknown };
    if (typeof code === 'string' && !(error instanceof ToolcribError)) return code;
    const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [];
    if (first !== undefined) return systemCode(first);
  }
  return undefined;
}

/** Clients of many APIs put the status on the error. */
function statusOf(thrown: unknown): number | undefined {
  if (!(thrown instanceof Error)) return undefined;
  const { status, statusCode = status } = thrown as { status?: unknown; statusCode?: unknown };
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 600 ? statusCode : undefined;
}

function detailOf(thrown: unknown): string {
  const detail = messageOf(thrown);
  return detail.length > 2000 ? `${detail.slice(0, 1997)}…` : detail;
}
