import { isScopeWithin, type ApproverScope } from '@toolcrib/core';
import { identityOf } from '../../approver-identities.ts';
import { scopesForPeople } from '../../store/tokens/stored-tokens.ts';
import { toWireToken } from '../../store/tokens/wire-token.ts';
import type { Counter, Handlers } from '../asking.ts';
import type { policyOperations } from '../contract/policy.ts';
import { Problem } from '../problem.ts';
import { readTime } from '../read-time.ts';
import { requireAgent } from '../require-agent.ts';

export function createPolicyHandlers({
  toolcrib,
  onRevoked,
}: Counter): Handlers<keyof typeof policyOperations> {
  const { service, config, store } = toolcrib;
  return {
    async list_agents() {
      const offered = await toolcrib.discovery();
      const agents = { user: { permission: 'admin', allowList: undefined }, ...config.agents };
      return {
        items: Object.entries(agents).map(([id, { permission, allowList }]) => ({
          id,
          permission,
          allow_list: allowList ?? null,
          tools: offered.list({ agent: id }).map(({ name }) => name),
        })),
      };
    },

    list_allow_lists: () => ({ items: service.registry.allowLists() }),

    list_rules: () => ({ items: config.rules }),

    async list_tokens() {
      return { items: (await store.tokens.list()).map(toWireToken) };
    },

    async create_token({ name, agent, scopes, expires_at, approver = false, approves }, { principal }) {
      const lacking: string[] = scopes.filter((scope) => !principal.scopes.includes(scope));
      if (approver && !principal.approver) lacking.push('approver');
      const limits = approves === undefined ? principal.approves : toScope(approves);
      if (!isScopeWithin(limits ?? {}, principal.approves)) lacking.push('approves');
      if (lacking.length > 0) throw new Problem('scopes_not_yours', { scopes: lacking });
      if (agent !== undefined) {
        requireAgent(agent, config);
        const forPeople = scopes.filter((scope) => scopesForPeople.includes(scope));
        if (forPeople.length > 0) throw new Problem('agent_scopes', { scopes: forPeople });
      }
      const until = principal.expiresAt;
      const expiresAt = readTime('expires_at', expires_at) ?? until;
      if (until !== undefined && (expiresAt ?? until) > until)
        throw new Problem('token_outlives', { until: new Date(until).toISOString() });
      const made = await store.tokens.create({
        name,
        agent,
        scopes,
        expiresAt,
        approver,
        approves: limits,
        // Whoever may not approve their own calls cannot do it by a token that they make.
        holds: principal.approver ? [] : [identityOf(principal), ...principal.holds],
        madeBy: principal.id,
      });
      return { token: made.token, about: toWireToken(made.about) };
    },

    async revoke_token({ id }) {
      if (!(await store.tokens.revoke(id))) throw new Problem('token_not_found', { id });
      onRevoked();
      return { id, revoked: true };
    },
  };
}

interface WireScope {
  readonly agents?: readonly string[] | null;
  readonly tools?: readonly string[] | null;
  readonly max_risk?: 'low' | 'medium' | 'high' | null;
}

function toScope({ agents, tools, max_risk }: WireScope): ApproverScope {
  return { agents: agents ?? undefined, tools: tools ?? undefined, maxRisk: max_risk ?? undefined };
}
