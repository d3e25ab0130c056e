import type { StoredApproval } from './approval-store.ts';

interface WireApprovalOptions {
  /** Everything, for somebody who may answer it. @default false: without secrets, as it is recorded */
  readonly whole?: boolean;
}

/** A question as it goes over a wire: in snake_case, times as ISO 8601 writes them. What there is not is null. */
export function toWireApproval(
  { question: recorded, shown, ...approval }: StoredApproval,
  { whole }: WireApprovalOptions = {},
): { readonly [name: string]: unknown } {
  const question = (whole ? shown : undefined) ?? recorded;
  return {
    id: approval.id,
    status: approval.status,
    call_id: question.callId,
    ...(question.recordId !== undefined && { record_id: question.recordId }),
    agent: question.agent ?? null,
    requested_by: question.requestedBy ?? null,
    tool: question.tool,
    version: question.version,
    description: question.description,
    arguments: question.arguments,
    arguments_digest: question.argumentsDigest,
    shown_digest: question.shownDigest,
    effects: question.effects,
    risk: question.risk,
    reasons: question.reasons,
    warning: question.warning,
    always: question.always ?? null,
    decision: approval.decision ?? null,
    scope: approval.scope ?? null,
    answered_by: approval.answeredBy ?? null,
    note: approval.note ?? null,
    ...(question.form && { form: question.form, content: approval.content ?? null }),
    asked_at: timeOf(approval.askedAt),
    answered_at: approval.answeredAt === undefined ? null : timeOf(approval.answeredAt),
    expires_at: timeOf(question.expiresAt),
    used_at: approval.usedAt === undefined ? null : timeOf(approval.usedAt),
  };
}

function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
