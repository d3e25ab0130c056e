import type { Clock } from '../executors/clock.ts';

/** A clock that stands still until it is told to go on. */
export interface FakeClock extends Clock {
  /** Moves the time on, running every timer that comes due, in order; lets promises settle in between. */
  advance(milliseconds: number): Promise<void>;
}

export function createFakeClock({
  now = 1_700_000_000_000,
  random = 0,
}: {
  readonly now?: number;
  readonly random?: number;
} = {}): FakeClock {
  const timers = new Map<number, { readonly at: number; readonly callback: () => void }>();
  let elapsed = 0;
  let count = 0;
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  };
  return {
    now: () => now + elapsed,
    elapsed: () => elapsed,
    random: () => random,
    setTimeout(callback, milliseconds) {
      timers.set(++count, { at: elapsed + milliseconds, callback });
      return count;
    },
    clearTimeout(timer) {
      timers.delete(timer as number);
    },
    async advance(milliseconds) {
      const end = elapsed + milliseconds;
      await settle();
      for (;;) {
        const [due] = [...timers]
          .filter(([, { at }]) => at <= end)
          .toSorted(([, one], [, other]) => one.at - other.at);
        if (due === undefined) break;
        timers.delete(due[0]);
        elapsed = due[1].at;
        due[1].callback();
        await settle();
      }
      elapsed = end;
    },
  };
}
