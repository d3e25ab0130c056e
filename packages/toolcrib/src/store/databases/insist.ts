import { setTimeout as wait } from 'node:timers/promises';
import { isAway } from './server-away.ts';

/** Milliseconds until the second attempt; each further one waits longer, up to the last. */
const firstPause = 50;
const lastPause = 1000;

/** Does something as soon as the server can be reached: what fails for another reason is not tried again. */
export async function insist<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let pause = firstPause; ; pause = Math.min(2 * pause, lastPause)) {
    try {
      return await work();
    } catch (error) {
      if (!isAway(error) || signal?.aborted === true) throw error;
    }
    await wait(pause, undefined, { ref: false });
  }
}
