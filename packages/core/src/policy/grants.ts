import type { Grant } from '../tool/grant.ts';
import { randomText } from '../tool/random-text.ts';
import type { Tool } from '../tool/tool.ts';

export type GrantInput = Pick<Grant, 'tool'> & Partial<Omit<Grant, 'id' | 'scope'>>;

/** What a service is given: `session` is until its process ends. @default as long as its store keeps it */
export type SessionGrantInput = GrantInput & { readonly scope?: 'session' | undefined };

/** What is asked for: the call that a grant would cover. */
export interface GrantQuery {
  readonly tool: Tool;
  readonly agent: string | undefined;
  /** The level that stands in the way. A grant for `dangerous` is one for `confirm` as well. */
  readonly approval: Grant['approval'];
  /** Only a grant for exactly these arguments will do. */
  readonly exact: boolean;
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

  constructor({ now = Date.now }: { readonly now?: () => number } = {}) {
    this.#now = now;
  }

  find(query: GrantQuery): Grant | undefined | Promise<Grant | undefined> {
    return chooseGrant(this.list(), query);
  }

  add({
    tool,
    agent,
    argumentsDigest,
    approval = 'dangerous',
    grantedBy = 'user',
    expiresAt,
    scope = argumentsDigest === undefined ? 'session' : undefined,
  }: SessionGrantInput): Grant {
    const grant = Object.freeze({
      id: `grant_${randomText(20)}`,
      tool,
      agent,
      argumentsDigest,
      scope: scope ?? 'call',
      approval,
      grantedBy,
      expiresAt,
    } as const);
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

/** The grant that answers a query, of those that hold now. Of two that do, the wider one. */
export function chooseGrant(
  holding: readonly Grant[],
  { tool, agent, approval, exact, argumentsDigest }: GrantQuery,
): Grant | undefined | Promise<Grant | undefined> {
  const near = holding.filter(
    (grant) =>
      grant.tool === tool.name &&
      grant.agent === agent &&
      (grant.approval === approval || grant.approval === 'dangerous'),
  );
  const whole = exact ? undefined : near.find((grant) => grant.argumentsDigest === undefined);
  if (whole !== undefined) return whole;
  const narrow = near.filter((grant) => grant.argumentsDigest !== undefined);
  if (narrow.length === 0) return undefined;
  return argumentsDigest().then((digest) => narrow.find((grant) => grant.argumentsDigest === digest));
}

/** Whatever a store brings is held against what was asked for: it may be somebody else's. */
export function answersQuery(
  grant: Grant | undefined,
  { tool, agent, approval, exact }: Omit<GrantQuery, 'argumentsDigest'>,
): grant is Grant {
  return (
    typeof grant === 'object' &&
    grant !== null &&
    grant.tool === tool.name &&
    grant.agent === agent &&
    (approval === 'confirm' || grant.approval === 'dangerous') &&
    (!exact || grant.argumentsDigest !== undefined)
  );
}
