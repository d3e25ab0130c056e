import type { PlanClock } from './plan-clock.ts';

/** Milliseconds that plans may go on without letting anything else in. */
const longest = 25;

/**
 * Quick calls end without ever waiting for the host, and a plan of thousands of them would keep everything else of the process
 * waiting until it has ended: who asks how it stands, and who wants to cancel it.
 */
export class Turns {
  readonly #clock: PlanClock;
  #begun = 0;
  /** Resolves as soon as the host has had its turn. */
  #host: Promise<void> | undefined = undefined;

  constructor(clock: PlanClock) {
    this.#clock = clock;
  }

  /** What is to be waited for before going on; mostly nothing. */
  due(): Promise<void> | undefined {
    if (this.#host !== undefined) return this.#clock.now() - this.#begun < longest ? undefined : this.#host;
    this.#begun = this.#clock.now();
    this.#host = new Promise((resolve) => {
      this.#clock.setTimeout(() => {
        this.#host = undefined;
        resolve();
      }, 0);
    });
    return undefined;
  }
}
