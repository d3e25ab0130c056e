import type { StoredGrant } from './stored-grants.ts';

/** A grant as it goes over a wire: in snake_case. What there is not is null. */
export function toWireGrant(grant: StoredGrant): { readonly [name: string]: unknown } {
  return {
    id: grant.id,
    scope: grant.scope,
    approval: grant.approval,
    tool: grant.tool,
    agent: grant.agent ?? null,
    arguments_digest: grant.argumentsDigest ?? null,
    granted_by: grant.grantedBy,
    granted_at: timeOf(grant.grantedAt),
    expires_at: timeOf(grant.expiresAt),
    revoked_at: timeOf(grant.revokedAt),
    revoked_by: grant.revokedBy ?? null,
  };
}

function timeOf(milliseconds: number | undefined): string | null {
  return milliseconds === undefined ? null : new Date(milliseconds).toISOString();
}
