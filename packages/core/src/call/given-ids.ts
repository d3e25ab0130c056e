import { givenIdKey } from '../tool/given-id-key.ts';

/**
 * Which ids agents have given to their calls. Each agent has ids of its own; one under which a call has run stands for no
 * other.
 */
export interface GivenIds {
  /** The call that has used an id; undefined while none has. */
  usedBy(agent: string | undefined, id: string): string | undefined | Promise<string | undefined>;
  /** Uses an id for a call. Undefined for the first, however many try at once; for all others the call that was first. */
  use(
    agent: string | undefined,
    id: string,
    callId: string,
  ): string | undefined | Promise<string | undefined>;
  /** Gives back the id of a call that did not run after all; nothing when another call has it. */
  release(agent: string | undefined, id: string, callId: string): void | Promise<void>;
}

/** Remembers the latest ids, as long as the process runs. */
export class MemoryGivenIds implements GivenIds {
  readonly #calls = new Map<string, string>();
  readonly #max: number;

  constructor(max = 100_000) {
    this.#max = max;
  }

  usedBy(agent: string | undefined, id: string): string | undefined {
    return this.#calls.get(givenIdKey(agent, id));
  }

  use(agent: string | undefined, id: string, callId: string): string | undefined {
    const key = givenIdKey(agent, id);
    const first = this.#calls.get(key);
    if (first !== undefined) return first;
    const [oldest] = this.#calls.keys();
    if (this.#calls.size >= this.#max && oldest !== undefined) this.#calls.delete(oldest);
    this.#calls.set(key, callId);
    return undefined;
  }

  release(agent: string | undefined, id: string, callId: string): void {
    const key = givenIdKey(agent, id);
    if (this.#calls.get(key) === callId) this.#calls.delete(key);
  }
}
