import { Problem } from './problem.ts';

/** Milliseconds in which wrong tokens are counted. */
const period = 60_000;
/** Milliseconds that the answer to one too many waits. */
const pause = 1000;
/** Answers that wait at a time for one address; further ones are refused at once. */
const maxWaiting = 32;
/** Addresses that are remembered. */
const maxAddresses = 10_000;

interface Guesses {
  readonly since: number;
  count: number;
  waiting: number;
}

/**
 * Slows down whoever tries tokens. Only requests with a wrong token are slowed: a valid one from the same address, such as the
 * operator's at this machine, is answered as always.
 */
export class WrongTokens {
  readonly #limit: number;
  readonly #addresses = new Map<string, Guesses>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Counts a wrong token. Resolves when it may be answered; throws when too many wait. */
  async note(address: string): Promise<void> {
    const guesses = this.#guessesOf(address);
    if (++guesses.count <= this.#limit) return;
    if (guesses.waiting >= maxWaiting) throw new Problem('too_many_wrong_tokens', {});
    guesses.waiting++;
    await new Promise((resolve) => setTimeout(resolve, pause).unref());
    guesses.waiting--;
  }

  #guessesOf(address: string): Guesses {
    const now = performance.now();
    const known = this.#addresses.get(address);
    if (known !== undefined && (now - known.since < period || known.waiting > 0)) return known;
    const fresh: Guesses = { since: now, count: 0, waiting: 0 };
    this.#addresses.delete(address);
    this.#addresses.set(address, fresh);
    if (this.#addresses.size > maxAddresses) {
      const [oldest = ''] = this.#addresses.keys();
      this.#addresses.delete(oldest);
    }
    return fresh;
  }
}
