/** Time, as an argument: a test brings its own. */
export interface PlanClock {
  /** Milliseconds since 1970. */
  now(): number;
  setTimeout(callback: () => void, milliseconds: number): unknown;
  clearTimeout(timer: unknown): void;
}
