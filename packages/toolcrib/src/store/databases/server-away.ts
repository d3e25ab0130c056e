import { StoreError } from '../store-error.ts';
import { withoutPassword } from '../store-place.ts';

/** The server is away, is starting or stopping, has no connection left, or has ended one that was idle in a transaction. */
export function isAway(error: unknown): boolean {
  if (error instanceof StoreError) return error.code === 'not_reachable' || error.code === 'timed_out';
  const { code, message = '' } = error as { code?: unknown; message?: string };
  if (typeof code === 'string') return /^(?:08...|25P03|57P0[1-3]|53300|E[A-Z]+)$/u.test(code);
  // The driver's own words have no code.
  return /connection|timeout|terminated/iu.test(message);
}

/** A query took longer than it may: the server ended it, or did not answer at all. */
export function isTimeout(error: unknown): boolean {
  const { code, message = '' } = error as { code?: unknown; message?: string };
  return code === '57014' || (code === undefined && message === 'Query read timeout');
}

/** What the driver says, so that whoever asked the store is told of the store; what is wrong with a question stays as it is. */
export function toldOf(url: string, cause: unknown, queryTimeout = 0): unknown {
  if (cause instanceof StoreError) return cause;
  if (isTimeout(cause)) return timedOut(url, cause, queryTimeout);
  return isAway(cause) ? notReachable(url, cause) : cause;
}

function timedOut(url: string, cause: unknown, queryTimeout: number): StoreError {
  return new StoreError(
    'timed_out',
    { place: withoutPassword(url), seconds: queryTimeout / 1000 },
    { cause },
  );
}

export function notReachable(url: string, cause: unknown): StoreError {
  const detail = cause instanceof Error ? cause.message || cause.name : String(cause);
  return new StoreError('not_reachable', { place: withoutPassword(url), detail }, { cause });
}
