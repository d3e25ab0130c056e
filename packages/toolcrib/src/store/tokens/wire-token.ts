import type { StoredToken } from './stored-tokens.ts';

/** What is known of a token, as it goes over a wire. */
export function toWireToken(token: StoredToken): { readonly [name: string]: unknown } {
  return {
    id: token.id,
    name: token.name,
    agent: token.agent ?? null,
    scopes: token.scopes,
    approver: token.approver,
    approves: toWireScope(token.approves),
    created_at: timeOf(token.createdAt),
    expires_at: timeOf(token.expiresAt),
    revoked_at: timeOf(token.revokedAt),
  };
}

function toWireScope(scope: StoredToken['approves']): object | null {
  if (scope === undefined) return null;
  const { agents = null, tools = null, maxRisk = null } = scope;
  return { agents, tools, max_risk: maxRisk };
}

function timeOf(milliseconds: number | undefined): string | null {
  return milliseconds === undefined ? null : new Date(milliseconds).toISOString();
}
