/** Time and chance, as an argument: a test brings its own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds from an arbitrary start; never goes back. */
  elapsed(): number;
  setTimeout(callback: () => void, milliseconds: number): unknown;
  clearTimeout(timer: unknown): void;
  /** From 0 up to 1. */
  random(): number;
}

/** Hosts count delays in 32 bits: a longer one would end at once. What wakes early is set again by who waits. */
const maxDelay = 2_147_483_647;

// Looked up once, because the host answers for `globalThis.performance` anew each time; and not before it is needed,
// because a host may first have to load it.
let monotonic: { now(): number } | undefined;

/** The clock of the host. */
export const hostClock: Clock = {
  now: () => Date.now(),
  elapsed: () => (monotonic ??= performance).now(),
  setTimeout: (callback, milliseconds) => setTimeout(callback, Math.min(milliseconds, maxDelay)),
  clearTimeout: (timer) => {
    if (timer !== undefined) clearTimeout(timer as number);
  },
  random: () => Math.random(),
};
