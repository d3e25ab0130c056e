import type { Grant } from '../tool/grant.ts';
import { MemoryGrants, type GrantQuery, type GrantStore, type SessionGrantInput } from './grants.ts';

/**
 * The grants of one service: those of its store, and beside them those that end with the process. The store never hears of
 * these, so that nobody else finds them. Without a store, all end with the process.
 */
export class SessionGrants implements GrantStore {
  readonly #lasting: GrantStore | undefined;
  readonly #session: MemoryGrants;

  constructor(lasting: GrantStore | undefined, options?: { readonly now?: () => number }) {
    this.#lasting = lasting;
    this.#session = new MemoryGrants(options);
  }

  async find(query: GrantQuery): Promise<Grant | undefined> {
    return (await this.#session.find(query)) ?? this.#lasting?.find(query);
  }

  add(grant: SessionGrantInput): Grant | Promise<Grant> {
    const isLasting = this.#lasting !== undefined && grant.scope === undefined;
    return isLasting ? this.#lasting.add(grant) : this.#session.add(grant);
  }

  async revoke(id: string): Promise<boolean> {
    return this.#session.revoke(id) || ((await this.#lasting?.revoke(id)) ?? false);
  }

  /** Those that hold now. */
  async list(): Promise<readonly Grant[]> {
    return [...this.#session.list(), ...((await this.#lasting?.list()) ?? [])];
  }
}
