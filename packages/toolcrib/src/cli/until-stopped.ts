import { once } from 'node:events';
import { exitCodes } from './exit-codes.ts';
import type { Session } from './session.ts';

/** Ctrl-C, or what a supervisor sends; the second one ends the process at once. */
export async function untilStopped({ signal }: Session): Promise<void> {
  const stop = new AbortController();
  process.on('SIGTERM', () => {
    if (stop.signal.aborted) process.exit(exitCodes.interrupted);
    stop.abort();
  });
  const either = AbortSignal.any([signal, stop.signal]);
  if (!either.aborted) await once(either, 'abort');
}
