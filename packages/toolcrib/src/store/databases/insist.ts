import { setTimeout as wait } from 'node:timers/promises';
import { StoreError } from '../store-error.ts';

/** Milliseconds until the second attempt; each further one waits longer, up to the last. */
const firstPause = 50;
const lastPause = 1000;

/** Does something as soon as the server can be reached: what fails for another reason is not tried again. */
export async function insist<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let pause = firstPause; ; pause = Math.min(2 * pause, lastPause)) {
    try {
      return await work();
    } catch (error) {
      if (!isUnreachable(error) || signal?.aborted === true) throw error;
    }
    await wait(pause, undefined, { ref: false });
  }
}

/** The server is away, is starting or stopping, or has no connection left. */
function isUnreachable(error: unknown): boolean {
  if (error instanceof StoreError) return error.code === 'not_reachable';
  const { code, message = '' } = error as { code?: unknown; message?: string };
  if (typeof code === 'string') return /^(?:08...|57P0[1-3]|53300|E[A-Z]+)$/u.test(code);
  // The driver's own words have no code.
  return /connection|timeout|terminated/iu.test(message);
}
