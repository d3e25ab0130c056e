import type { Tool } from '../tool/tool.ts';

/** A person's standing yes. It never crosses agents, and any deny rule is stronger. */
export interface Grant {
  readonly id: string;
  /** The tool's primary name, exactly: a grant is never a pattern. */
  readonly tool: string;
  /** Who may use it; undefined is the embedding application itself. */
  readonly agent: string | undefined;
  /** Only for a call with exactly these arguments; undefined is any. */
  readonly argumentsDigest: string | undefined;
  /** The level it was given for: a yes to `confirm` is none to `dangerous`. */
  readonly approval: 'confirm' | 'dangerous';
  readonly grantedBy: string;
  /** Milliseconds since 1970; undefined never ends by itself. */
  readonly expiresAt: number | undefined;
}

export type GrantInput = Pick<Grant, 'tool'> & Partial<Omit<Grant, 'id'>>;

/** What is asked for: the call that a grant would cover. */
export interface GrantQuery {
  readonly tool: Tool;
  readonly agent: string | undefined;
  /** Worked out only for those who ask: it costs more than everything else about a call. */
  readonly argumentsDigest: () => Promise<string>;
}

/** Where grants are kept. A store on disk answers later, the one in memory at once. */
export interface GrantStore {
  find(query: GrantQuery): Grant | undefined | Promise<Grant | undefined>;
  add(grant: GrantInput): Grant | Promise<Grant>;
  revoke(id: string): boolean | Promise<boolean>;
  list(): readonly Grant[] | Promise<readonly Grant[]>;
}

/** Grants that last as long as the process. */
export class MemoryGrants implements GrantStore {
  readonly #grants = new Map<string, Grant>();
  readonly #now: () => number;
  #count = 0;

  constructor({ now = Date.now }: { readonly now?: () => number } = {}) {
    this.#now = now;
  }

  find({ tool, agent, argumentsDigest }: GrantQuery): Grant | undefined | Promise<Grant | undefined> {
    const held = this.list().filter((grant) => grant.tool === tool.name && grant.agent === agent);
    const whole = held.find((grant) => grant.argumentsDigest === undefined);
    if (whole !== undefined || held.length === 0) return whole;
    return argumentsDigest().then((digest) => held.find((grant) => grant.argumentsDigest === digest));
  }

  add({
    tool,
    agent,
    argumentsDigest,
    approval = 'dangerous',
    grantedBy = 'user',
    expiresAt,
  }: GrantInput): Grant {
    const grant = Object.freeze({
      id: `grant_${++this.#count}`,
      tool,
      agent,
      argumentsDigest,
      approval,
      grantedBy,
      expiresAt,
    });
    this.#grants.set(grant.id, grant);
    return grant;
  }

  revoke(id: string): boolean {
    return this.#grants.delete(id);
  }

  /** The grants that hold now. */
  list(): readonly Grant[] {
    const now = this.#now();
    for (const { id, expiresAt } of this.#grants.values()) {
      if (expiresAt !== undefined && expiresAt <= now) this.#grants.delete(id);
    }
    return [...this.#grants.values()];
  }
}
