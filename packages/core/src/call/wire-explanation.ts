import type { Explanation } from './explain.ts';

/** An explanation as it goes over a wire. */
export function toWireExplanation({ callId, argumentsDigest, grant, ...rest }: Explanation): {
  readonly [name: string]: unknown;
} {
  return {
    call_id: callId,
    ...rest,
    ...(argumentsDigest !== undefined && { arguments_digest: argumentsDigest }),
    ...(grant !== undefined && {
      grant: {
        id: grant.id,
        scope: grant.scope,
        approval: grant.approval,
        granted_by: grant.grantedBy,
        expires_at: grant.expiresAt === undefined ? null : new Date(grant.expiresAt).toISOString(),
      },
    }),
  };
}
