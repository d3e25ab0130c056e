import {
  approvalStatus,
  type ApprovalDecision,
  type ApprovalQuestion,
  type StoredApproval,
} from '@toolcrib/core';
import { randomName } from '../random-name.ts';
import type { ApprovalsTable } from '../databases/tables.ts';

interface Asked {
  /** What is shown to whoever may answer. */
  readonly shown: ApprovalQuestion;
  /** The same without secrets. */
  readonly recorded: ApprovalQuestion;
  readonly now: number;
}

export function toRow({ shown, recorded: question, now }: Asked): ApprovalsTable {
  return {
    id: `approval_${randomName()}`,
    call_id: question.callId,
    agent: question.agent ?? null,
    requested_by: question.requestedBy ?? null,
    tool: question.tool,
    version: question.version,
    arguments_digest: question.argumentsDigest,
    always: question.always ?? null,
    question: JSON.stringify(question),
    shown: JSON.stringify(shown),
    status: 'pending',
    decision: null,
    scope: null,
    answered_by: null,
    note: null,
    content: null,
    asked_at: now,
    answered_at: null,
    expires_at: question.expiresAt,
    used_at: null,
  };
}

export function fromRow(row: ApprovalsTable, now: number): StoredApproval {
  const facts = {
    decision: (row.decision ?? undefined) as ApprovalDecision | undefined,
    usedAt: row.used_at ?? undefined,
    withdrawn: row.status === 'withdrawn',
    expiresAt: row.expires_at,
  };
  const status = approvalStatus(facts, now);
  return {
    id: row.id,
    question: questionOf(row, row.question),
    ...(status === 'pending' && row.shown !== null && { shown: questionOf(row, row.shown) }),
    status,
    decision: facts.decision,
    scope: row.scope === null ? undefined : 'session',
    answeredBy: row.answered_by ?? undefined,
    note: row.note ?? undefined,
    ...(row.content !== null && { content: JSON.parse(row.content) as StoredApproval['content'] }),
    askedAt: row.asked_at,
    answeredAt: row.answered_at ?? undefined,
    usedAt: facts.usedAt,
  };
}

/** What an approval is bound to is read from its own columns: the text is for people. */
function questionOf(row: ApprovalsTable, text: string): ApprovalQuestion {
  return {
    ...(JSON.parse(text) as ApprovalQuestion),
    callId: row.call_id,
    agent: row.agent ?? undefined,
    requestedBy: row.requested_by ?? undefined,
    tool: row.tool,
    version: row.version,
    argumentsDigest: row.arguments_digest,
    always: row.always ?? undefined,
    expiresAt: row.expires_at,
  };
}
