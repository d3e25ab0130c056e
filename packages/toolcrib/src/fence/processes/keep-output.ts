import type { ChildProcess } from 'node:child_process';

/**
 * Node throws away what a process has written when it ends before anybody listens. It goes by the list of its streams: what is
 * not in it stays until somebody reads it.
 */
export function keepOutput({ stdio }: ChildProcess): void {
  (stdio as unknown[]).fill(null);
}
