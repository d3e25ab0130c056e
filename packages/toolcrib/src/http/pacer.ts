import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';

/** Lets long pieces of work be done one at a time, with room for everything else in between. */
export interface Pacer {
  /** Resolves when the next piece may be done; it is done at once, without waiting for anything. */
  turn(): Promise<void>;
}

/**
 * After each piece the event loop is free for as long as the piece took. In that time it takes what has come meanwhile: it takes
 * one new connection in each of its rounds, so that long rounds would keep a new connection waiting behind a flood of others.
 */
export function createPacer(): Pacer {
  const waiting: (() => void)[] = [];
  let isRunning = false;
  const run = async (): Promise<void> => {
    isRunning = true;
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const began = performance.now();
      next();
      await nextTurn();
      await wait(performance.now() - began);
    }
    isRunning = false;
  };
  return {
    turn() {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push(resolve);
      if (!isRunning) void run();
      return promise;
    },
  };
}
