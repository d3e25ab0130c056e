import type { StoredToken } from './stored-tokens.ts';

/** What is known of a token, as it goes over a wire. */
export function toWireToken(token: StoredToken): { readonly [name: string]: unknown } {
  return {
    id: token.id,
    name: token.name,
    agent: token.agent ?? null,
    scopes: token.scopes,
    created_at: timeOf(token.createdAt),
    expires_at: timeOf(token.expiresAt),
    revoked_at: timeOf(token.revokedAt),
  };
}

function timeOf(milliseconds: number | undefined): string | null {
  return milliseconds === undefined ? null : new Date(milliseconds).toISOString();
}
