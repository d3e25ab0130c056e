import type { StoredToken, StoredTokens } from '../store/tokens/stored-tokens.ts';

/** Milliseconds between two checks: a revoked token must end what is open within a second, whichever process revoked it. */
const interval = 250;

interface Held {
  readonly token: StoredToken;
  readonly end: () => void;
}

/** Ends what was begun with a token as soon as the token is revoked or has expired. */
export class TokenWatch {
  readonly #tokens: Pick<StoredTokens, 'valid'>;
  readonly #held = new Set<Held>();
  #timer: NodeJS.Timeout | undefined = undefined;
  #isClosed = false;

  constructor(tokens: Pick<StoredTokens, 'valid'>) {
    this.#tokens = tokens;
  }

  /** Calls `end` once when the token is no longer valid, unless the disposer is called before. */
  hold(token: StoredToken, end: () => void): () => void {
    const held = { token, end };
    this.#held.add(held);
    if (!this.#isClosed) this.#timer ??= setTimeout(() => void this.check(), interval).unref();
    return () => void this.#held.delete(held);
  }

  /** Checks now: this process has revoked a token. */
  async check(): Promise<void> {
    clearTimeout(this.#timer);
    const now = Date.now();
    // An expiry is known without the store, which may be slow or away.
    this.#endAll(({ expiresAt }) => expiresAt !== undefined && expiresAt <= now);
    const ids = new Set([...this.#held].map(({ token }) => token.id));
    try {
      if (ids.size > 0) {
        const valid = await this.#tokens.valid([...ids]);
        this.#endAll(({ id }) => ids.has(id) && !valid.has(id));
      }
    } catch {
      // A store that cannot be read now is asked again.
    }
    clearTimeout(this.#timer);
    this.#timer =
      this.#held.size === 0 || this.#isClosed
        ? undefined
        : setTimeout(() => void this.check(), interval).unref();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#held.clear();
  }

  #endAll(isOver: (token: StoredToken) => boolean): void {
    for (const held of this.#held) {
      if (!isOver(held.token)) continue;
      this.#held.delete(held);
      held.end();
    }
  }
}
