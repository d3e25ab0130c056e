import type { Effect } from '../tool/effect.ts';
import type { Tool } from '../tool/tool.ts';

/** Milliseconds for which a consent holds at most: a service may run for weeks, and no session lasts that long. */
const maxAge = 8 * 3_600_000;

/** For whom a consent counts: one session of one agent, and tools of one source, which mean the same by a kind of risk. */
export interface ConsentScope {
  readonly agent: string | undefined;
  readonly session: string | undefined;
  readonly tool: Pick<Tool, 'source'>;
}

/**
 * The kinds of risk that a person has accepted for an agent. They end with this process, and no store keeps them for another. Who
 * calls, and in which session, is known from configuration, a token or a connection, and never from what a call says.
 */
export class SessionConsents {
  readonly #ends = new Map<string, number>();
  readonly #now: () => number;

  constructor({ now = Date.now }: { readonly now?: () => number } = {}) {
    this.#now = now;
  }

  has(scope: ConsentScope, kind: string): boolean {
    return (this.#ends.get(keyOf(scope, kind)) ?? Number.NEGATIVE_INFINITY) > this.#now();
  }

  /** After a yes to a request about these effects. */
  add(scope: ConsentScope, effects: readonly Effect[]): void {
    const end = this.#now() + maxAge;
    for (const { once } of effects) if (once !== undefined) this.#ends.set(keyOf(scope, once), end);
  }
}

function keyOf({ agent, session, tool }: ConsentScope, kind: string): string {
  return JSON.stringify([agent ?? null, session ?? null, tool.source, kind]);
}
