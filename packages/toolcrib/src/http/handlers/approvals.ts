import { answerAs, createError, granterRefusal, toWireApproval, type StoredApproval } from '@toolcrib/core';
import { holderOf, identityOf } from '../../approver-identities.ts';
import { toWireGrant } from '../../store/approvals/wire-grant.ts';
import type { Asking, Counter, Handlers } from '../asking.ts';
import type { approvalOperations } from '../contract/approvals.ts';
import { requireAgent } from '../require-agent.ts';
import { mayAllow, mayCallAs, maySee, readsWhole, type Principal } from '../principal.ts';
import { Problem } from '../problem.ts';
import { readTime } from '../read-time.ts';

export function createApprovalHandlers({
  toolcrib,
  limits,
}: Counter): Handlers<keyof typeof approvalOperations> {
  const { service, store } = toolcrib;
  const { approvals, grants } = store;

  const find = async (id: string, { principal }: Asking): Promise<StoredApproval> => {
    const approval = await approvals.get(id);
    if (approval === undefined || !maySee(principal, approval.question.agent))
      throw new Problem('approval_not_found', { id });
    return approval;
  };

  return {
    async list_approvals({ status = 'pending', limit, cursor }, { principal }) {
      const { agent } = principal;
      const wanted = status === 'all' ? undefined : status;
      const page = { limit, cursor, maxBytes: limits.maxPageBytes };
      const found = await approvals.page({ status: wanted, agent, ...page });
      return { items: found.approvals.map((one) => toWire(one, principal)), next: found.next ?? null };
    },

    get_approval: async ({ id }, asking) => toWire(await find(id, asking), asking.principal),

    async answer_approval({ id, decision, scope, note, content, shown_digest }, { principal }) {
      const receipt = await answerAs(holderOf(principal), approvals, {
        id,
        answer: { decision, scope, shownDigest: shown_digest, note, content: content as never },
      });
      if (receipt === undefined) throw new Problem('approval_not_found', { id });
      const { accepted, approval, grantId } = receipt;
      if (!accepted)
        throw new Problem('approval_ended', { status: approval.status, by: approval.answeredBy });
      return { ...toWire(approval, principal), grant_id: grantId ?? null };
    },

    async list_grants({ all = false }, { principal }) {
      const found = await grants.list({ all });
      return { items: found.filter(({ agent }) => maySee(principal, agent)).map(toWireGrant) };
    },

    async give_grant({ tool: name, agent, arguments: given, dangerous = false, expires_at }, { principal }) {
      const tool = service.getTool(name);
      if (tool === undefined) throw service.registry.notFound(name);
      requireAgent(agent, toolcrib.config);
      const { agent: gatewayAgent } = toolcrib.config.gateway;
      refuseGrant({ tool: tool.name, agent, gatewayAgent }, principal);
      if (tool.approval === 'dangerous' && !dangerous)
        throw new Problem('grant_dangerous', { tool: tool.name });
      const grant = await grants.add({
        tool: tool.name,
        agent,
        argumentsDigest: given === undefined ? undefined : await digestOf(tool.name, given),
        approval: dangerous ? 'dangerous' : 'confirm',
        grantedBy: identityOf(principal),
        expiresAt: readTime('expires_at', expires_at),
      });
      return toWireGrant(grant);
    },

    async revoke_grant({ id }, { principal }) {
      if (!(await grants.revoke(id, { by: identityOf(principal) })))
        throw new Problem('grant_not_found', { id });
      return { id, revoked: true };
    },
  };

  /** The digest that a call with these arguments will have: as the tool receives them, with its defaults filled in. */
  async function digestOf(tool: string, given: object): Promise<string> {
    const { argumentsDigest, stations } = await service.explain(tool, given);
    if (argumentsDigest !== undefined) return argumentsDigest;
    const detail = stations.find(({ reason }) => reason !== undefined)?.reason ?? '';
    throw new Problem('request_not_valid', { detail });
  }
}

/** As this principal sees it. */
function toWire(approval: StoredApproval, principal: Principal): ReturnType<typeof toWireApproval> {
  const { question, status } = approval;
  const wire = toWireApproval(approval, { whole: readsWhole(principal, question) });
  return { ...wire, may_allow: status === 'pending' && mayAllow(principal, question) };
}

interface WantedGrant {
  readonly tool: string;
  readonly agent: string;
  /** As whom people call by MCP. */
  readonly gatewayAgent: string;
}

/** A grant is an approval of calls that are still to come: nobody gives one to themselves, or beyond their scope. */
function refuseGrant(grant: WantedGrant, principal: Principal): void {
  const refusal = granterRefusal(holderOf(principal), grant);
  if (refusal !== undefined) throw refusal;
  if (!principal.approver && mayCallAs(principal, grant))
    throw createError('own_request', { tool: grant.tool, by: identityOf(principal) });
}
