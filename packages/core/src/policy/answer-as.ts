import type { ApprovalAnswer } from './approver.ts';
import { approverRefusal, type ApproverIdentity } from './approver-scope.ts';
import { decisionOf, type AnsweredApproval, type ApprovalStore } from './approval-store.ts';

interface IdentifiedAnswer {
  readonly id: string;
  readonly answer: Omit<ApprovalAnswer, 'by'>;
}

/**
 * Answers a stored request for somebody who is known, within their scope. Undefined when there is no such request; throws
 * `approver_out_of_scope`, `own_request` or `approval_not_seen`.
 */
export async function answerAs(
  approver: ApproverIdentity,
  store: Pick<ApprovalStore, 'get' | 'answer'>,
  { id, answer }: IdentifiedAnswer,
): Promise<AnsweredApproval | undefined> {
  const asked = await store.get(id);
  if (asked === undefined) return undefined;
  // Whoever comes too late is told by the store who was faster.
  if (asked.status === 'pending') {
    const refusal = approverRefusal(approver, { ...asked.question, decision: decisionOf(answer) });
    if (refusal !== undefined) throw refusal;
  }
  return store.answer(id, { ...answer, by: approver.id });
}
