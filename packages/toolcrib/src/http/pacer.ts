import { setImmediate as nextTurn } from 'node:timers/promises';

/** Lets long pieces of work be done one at a time, with room for everything else in between. */
export interface Pacer {
  /** Resolves when the next piece may be done; it is done at once, without waiting for anything. */
  turn(): Promise<void>;
}

/** Rounds of the event loop between two pieces. */
export const roundsBetween = 64;

/**
 * Between two pieces the event loop makes many rounds. It accepts one connection in each of them: with one round for each long
 * piece, a new connection would wait behind a flood of others for as many pieces.
 */
export function createPacer(): Pacer {
  const waiting: (() => void)[] = [];
  let isRunning = false;
  const run = async (): Promise<void> => {
    isRunning = true;
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      next();
      for (let round = 0; round < roundsBetween; round++) await nextTurn();
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
