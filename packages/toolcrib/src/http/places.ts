import { Problem } from './problem.ts';

/** Who takes a place. */
export interface Holder {
  /** The id of the token. */
  readonly id: string;
  readonly scopes: readonly string[];
}

export interface PlaceLimits {
  /** Places in all. */
  readonly total: number;
  /** Of these, with one token. */
  readonly perToken: number;
  /** Of these, for operators alone. */
  readonly reserve: number;
}

/** Whether somebody holds a token with which the service is run. */
export function isOperator({ scopes }: Holder): boolean {
  return scopes.includes('admin');
}

/** Things of which the service has only so many at once, in all and for each token. */
export class Places {
  readonly #limits: PlaceLimits;
  readonly #perToken = new Map<string, number>();
  #taken = 0;

  constructor(limits: PlaceLimits) {
    this.#limits = limits;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Whether one more can be taken; what is in the way otherwise. */
  look(holder: Holder): 'free' | 'full' | 'own' {
    const { inAll, own } = this.#free(holder);
    if (inAll <= 0) return 'full';
    return own <= 0 ? 'own' : 'free';
  }

  /** Takes a place; gives what gives it back. Throws when there is none. */
  enter(holder: Holder): () => void {
    return this.enterMany(holder, 1).leave;
  }

  /** Takes as many places as there are, up to that number. Throws when there is none. */
  enterMany(holder: Holder, wanted: number): { readonly count: number; readonly leave: () => void } {
    const found = this.look(holder);
    if (found === 'full') throw new Problem('too_busy', {});
    if (found === 'own') throw new Problem('too_many_requests', { limit: this.#limits.perToken });
    const { inAll, own } = this.#free(holder);
    const count = Math.min(wanted, inAll, own);
    this.#add(holder.id, count);
    let isHeld = true;
    const leave = (): void => {
      if (isHeld) this.#add(holder.id, -count);
      isHeld = false;
    };
    return { count, leave };
  }

  #free(holder: Holder): { readonly inAll: number; readonly own: number } {
    const { total, perToken, reserve } = this.#limits;
    // Half of a small number stays for everybody.
    const open = isOperator(holder) ? total : total - Math.min(reserve, Math.floor(total / 2));
    return { inAll: open - this.#taken, own: perToken - (this.#perToken.get(holder.id) ?? 0) };
  }

  #add(id: string, count: number): void {
    this.#taken += count;
    const now = (this.#perToken.get(id) ?? 0) + count;
    if (now === 0) this.#perToken.delete(id);
    else this.#perToken.set(id, now);
  }
}

/** Places for which one waits: the first in the queue for whom there is one is next. */
export class WaitingPlaces {
  readonly #places: Places;
  readonly #queue = new Set<{ readonly holder: Holder; readonly go: (leave: () => void) => void }>();

  constructor(limits: PlaceLimits) {
    this.#places = new Places(limits);
  }

  /** Waits for a place; rejects when the signal says that nobody wants it any more. */
  enter(holder: Holder, signal: AbortSignal): Promise<() => void> {
    if (this.#places.look(holder) === 'free') return Promise.resolve(this.#take(holder));
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    const waiting = { holder, go: resolve };
    this.#queue.add(waiting);
    const giveUp = (): void => {
      if (this.#queue.delete(waiting)) reject(new Problem('too_busy', {}));
    };
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
    return promise;
  }

  #take(holder: Holder): () => void {
    const leave = this.#places.enter(holder);
    return () => {
      leave();
      this.#next();
    };
  }

  #next(): void {
    for (const waiting of this.#queue) {
      if (this.#places.look(waiting.holder) !== 'free') continue;
      this.#queue.delete(waiting);
      waiting.go(this.#take(waiting.holder));
    }
  }
}
