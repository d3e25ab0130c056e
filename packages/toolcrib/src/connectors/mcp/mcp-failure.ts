import { createError, ToolcribError, type Locale, type SecretMask } from '@toolcrib/core';
import { isLostAnswer } from './lost-stream.ts';
import { ServerFault } from './server-fault.ts';
import type { Fault } from './texts.ts';

export interface FailureFacts {
  /** The outward name of the tool. */
  readonly tool: string;
  readonly server: string;
  readonly locale: Locale;
  /** Why the server is not there any more. */
  readonly fault: ServerFault | undefined;
  readonly mask: SecretMask | undefined;
}

/** Characters of what a server says about its failure. */
const maxDetail = 4000;

/** The error that a failed exchange stands for. What stays is understood by every executor: statuses, codes of the system. */
export function toFailure(thrown: unknown, facts: FailureFacts): Error {
  if (thrown instanceof ToolcribError) return thrown;
  const { tool, server, fault } = facts;
  if (thrown instanceof ServerFault) return ofFault(thrown, facts);
  const { code, name, cause } = thrown as LibraryError;
  // The library wraps what went wrong while it found out how old a server is.
  if (code === 'ERA_NEGOTIATION_FAILED' && cause instanceof Error) return toFailure(cause, facts);
  if (name === 'UnauthorizedError')
    return ofFault(new ServerFault({ kind: 'login', server }, { cause: thrown }), facts);
  if (lost.has(code) || isLostAnswer(thrown))
    return ofFault(fault ?? new ServerFault({ kind: 'closed' }, { cause: thrown }), facts);
  const detail = cleaned((thrown as Error).message, facts);
  // JSON-RPC: something broke inside the server, so that another try may go well.
  if (code === -32603) return createError('server_error', { tool, detail }, { cause: thrown });
  if (typeof code === 'number')
    return createError('tool_failed', { tool, detail: `${detail} (${code})` }, { cause: thrown });
  return thrown as Error;
}

interface LibraryError {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly cause?: unknown;
}

/** The library's words for a connection that is not there any more. */
const lost: ReadonlySet<unknown> = new Set(['CONNECTION_CLOSED', 'NOT_CONNECTED', 'SEND_FAILED']);

function ofFault(thrown: ServerFault, facts: FailureFacts): Error {
  const { tool, locale } = facts;
  const detail = cleaned(thrown.in(locale), facts);
  const options = { cause: thrown };
  switch (kindOf(thrown.fault)) {
    case 'unauthorized':
      return createError('unauthorized', { tool, detail }, options);
    case 'forbidden':
      return createError('forbidden', { tool, status: 403, detail }, options);
    case 'timeout':
      return createError('timeout', { tool, detail }, options);
    case 'tool_failed':
      return createError('tool_failed', { tool, detail }, options);
    case 'network':
      return createError('network', { tool, detail }, options);
  }
}

function kindOf({ kind }: Fault): 'unauthorized' | 'forbidden' | 'timeout' | 'tool_failed' | 'network' {
  switch (kind) {
    case 'login':
      return 'unauthorized';
    case 'scope':
      return 'forbidden';
    case 'no_answer':
      return 'timeout';
    case 'not_found':
    case 'not_started':
    case 'unknown_server':
      return 'tool_failed';
    default:
      return 'network';
  }
}

export function cleaned(text: string, { mask }: Pick<FailureFacts, 'mask'>): string {
  const short = text.length > maxDetail ? `${text.slice(0, maxDetail)}…` : text;
  return mask?.text(short) ?? short;
}
