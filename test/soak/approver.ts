import { setTimeout as wait } from 'node:timers/promises';
import type { Store } from 'toolcrib';
import type { Client } from 'toolcrib/client';

/** Says yes to every other question; the rest expires. */
export class Approver {
  readonly #client: Client;
  readonly #said = new Set<string>();
  readonly #seen = new Set<string>();

  constructor(client: Client) {
    this.#client = client;
  }

  get acknowledged(): number {
    return this.#said.size;
  }

  async work(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      // The service does not answer while its store is away.
      await this.#look().catch(() => undefined);
      await wait(200);
    }
  }

  async #look(): Promise<void> {
    const { items } = await this.#client.ask('list_approvals', {});
    for (const { id, shown_digest } of items.filter((item) => !this.#seen.has(item.id))) {
      this.#seen.add(id);
      if (this.#seen.size % 2 === 0) continue;
      const given = await this.#client
        .ask('answer_approval', { id, shown_digest, decision: 'allow_once' })
        .catch(() => undefined);
      if (given !== undefined) this.#said.add(id);
    }
  }

  /** An answer that was acknowledged is still there; whether it was used is the call's to say. */
  async faults(store: Store): Promise<string[]> {
    const faults: string[] = [];
    for (const id of this.#said) {
      const status = (await store.approvals.get(id))?.status;
      if (status !== 'used' && status !== 'allowed' && status !== 'expired')
        faults.push(`the answer to ${id} is lost: ${status}`);
    }
    return faults;
  }
}
