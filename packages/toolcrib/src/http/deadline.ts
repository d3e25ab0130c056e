import { Problem } from './problem.ts';

/** The time that a request has. */
export interface Deadline {
  /** Aborted when the time is over, or whoever asked is gone. */
  readonly signal: AbortSignal;
  /** Rejects a little later: what hears the signal may still tell how it ended. */
  readonly passed: Promise<never>;
  /** The request was answered. */
  end(): void;
}

/** Milliseconds in which what was told to stop may answer. */
const grace = 1000;

export function startDeadline(asked: AbortSignal, milliseconds: number): Deadline {
  const controller = new AbortController();
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined);
  const stop = (): void => controller.abort(asked.reason);
  // One listener: `AbortSignal.any` takes longer than everything else here.
  if (asked.aborted) stop();
  else asked.addEventListener('abort', stop, { once: true });
  let timer = setTimeout(() => {
    controller.abort();
    timer = setTimeout(() => reject(new Problem('deadline_passed', { seconds: milliseconds / 1000 })), grace);
  }, milliseconds);
  return { signal: controller.signal, passed: promise, end: () => clearTimeout(timer) };
}
