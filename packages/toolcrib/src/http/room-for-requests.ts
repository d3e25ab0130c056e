import { Problem } from './problem.ts';

export interface RequestLimits {
  /** Requests that are answered at the same time. */
  readonly maxRequests: number;
  /** Of these, with one token. */
  readonly maxRequestsPerToken: number;
}

/** How many requests are being answered, in all and for each token. */
export class RoomForRequests {
  readonly #limits: RequestLimits;
  readonly #perToken = new Map<string, number>();
  #running = 0;

  constructor(limits: RequestLimits) {
    this.#limits = limits;
  }

  get running(): number {
    return this.#running;
  }

  /** Takes a place; gives what gives it back. Throws when there is none. */
  enter(token: string | undefined): () => void {
    const { maxRequests, maxRequestsPerToken } = this.#limits;
    if (this.#running >= maxRequests) throw new Problem('too_busy', {});
    const own = token === undefined ? 0 : (this.#perToken.get(token) ?? 0);
    if (own >= maxRequestsPerToken) throw new Problem('too_many_requests', { limit: maxRequestsPerToken });
    this.#running++;
    if (token !== undefined) this.#perToken.set(token, own + 1);
    return () => {
      this.#running--;
      if (token === undefined) return;
      const left = (this.#perToken.get(token) ?? 1) - 1;
      if (left === 0) this.#perToken.delete(token);
      else this.#perToken.set(token, left);
    };
  }
}
