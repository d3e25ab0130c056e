import { approverRefusal, isInScope, type RequestFacts } from '@toolcrib/core';
import { holderOf } from '../approver-identities.ts';
import type { StoredToken, StoredTokens } from '../store/tokens/stored-tokens.ts';
import type { Operation } from './contract/operation.ts';
import { Problem } from './problem.ts';

/** Who asks: what the store knows of the token that came with the request. */
export type Principal = StoredToken;

/** The person at the machine, as the service knows them. */
const person = 'user';

/** Who asks. Throws when the token is not valid, or lacks what the operation needs. */
export async function identify(
  authorization: string | null,
  { scope, people }: Pick<Operation, 'scope' | 'people'>,
  tokens: StoredTokens,
): Promise<Principal | undefined> {
  if (scope === 'open') return undefined;
  const [, token] = /^Bearer ([\w-]+)$/iu.exec(authorization ?? '') ?? [];
  if (token === undefined) throw new Problem('token_missing', {});
  const principal = await tokens.find(token);
  if (principal === undefined) throw new Problem('token_not_valid', {});
  if (people && principal.agent !== undefined) throw new Problem('not_for_agents', {});
  if (!principal.scopes.includes(scope)) throw new Problem('scope_missing', { scope });
  return principal;
}

/** As whom a call is made: the agent of the token. Only a person in charge calls in the name of another. */
export function callerOf(principal: Principal, wanted: string | undefined): string {
  const own = principal.agent ?? person;
  if (wanted === undefined || wanted === own) return own;
  if (principal.agent !== undefined) throw new Problem('agent_not_yours', { agent: wanted });
  if (!principal.scopes.includes('admin')) throw new Problem('scope_missing', { scope: 'admin' });
  return wanted;
}

/** Whose eyes are looked through: an agent's own, for a person anybody's. */
export function viewerOf(principal: Principal, wanted: string | undefined): string {
  return seenAgent(principal, wanted) ?? person;
}

/** Whose calls are seen: an agent's own, for a person those of one agent or, undefined, of all. */
export function seenAgent({ agent }: Principal, wanted: string | undefined): string | undefined {
  if (agent === undefined) return wanted;
  if (wanted !== undefined && wanted !== agent) throw new Problem('agent_not_yours', { agent: wanted });
  return agent;
}

/** Whether something of an agent may be seen. */
export function maySee(principal: Principal, agent: string | undefined): boolean {
  return principal.agent === undefined || principal.agent === agent;
}

/** Whether somebody reads a request whole, because it lies in what they may approve. */
export function readsWhole({ agent, scopes, approves }: Principal, request: RequestFacts): boolean {
  return agent === undefined && scopes.includes('approve') && isInScope(approves, request);
}

/** Whether somebody may allow a call, at least once. */
export function mayAllow(principal: Principal, request: RequestFacts): boolean {
  const refusal = approverRefusal(holderOf(principal), { ...request, decision: 'allow_once' });
  return readsWhole(principal, request) && refusal === undefined;
}

/** Whether a person may make calls as an agent, so that a grant for it would be one for themselves. */
export function mayCallAs(
  { scopes }: Principal,
  { agent, gatewayAgent }: { readonly agent: string; readonly gatewayAgent: string },
): boolean {
  if (!scopes.includes('call')) return false;
  return scopes.includes('admin') || agent === person || agent === gatewayAgent;
}
