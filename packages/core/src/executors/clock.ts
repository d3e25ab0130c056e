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

/** The clock of the host. Without timers, as in a bare context, nothing can be interrupted. */
export const hostClock: Clock = {
  now: () => Date.now(),
  elapsed: typeof performance === 'undefined' ? () => Date.now() : () => performance.now(),
  setTimeout: (callback, milliseconds) =>
    typeof setTimeout === 'undefined' ? undefined : setTimeout(callback, milliseconds),
  clearTimeout: (timer) => {
    if (timer !== undefined) clearTimeout(timer as number);
  },
  random: () => Math.random(),
};
