import { approverRefusal, type ApproverIdentity, type ToolcribError } from '@toolcrib/core';
import type { Decisions, PlanSnapshot } from '@toolcrib/core/plan';

/**
 * Why somebody may not decide about calls of a plan whose outcome is unknown: what they may approve limits it. The risk of the
 * calls is not stored, so it counts as high.
 */
export function decisionRefusal(
  { id, scope }: ApproverIdentity,
  { plan, decisions }: { readonly plan: PlanSnapshot; readonly decisions: Decisions },
): ToolcribError | undefined {
  for (const name of Object.keys(decisions)) {
    const node = name.replace(/:\d+$/u, '');
    const tool = plan.nodes.find((one) => one.id === name || one.id === node)?.tool ?? '';
    const request = { agent: plan.agent, tool, risk: 'high', requestedBy: undefined } as const;
    const refusal = approverRefusal({ id, scope }, { ...request, decision: 'allow_once' });
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}
