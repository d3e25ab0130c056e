import { createError } from '../tool/errors.ts';
import type { ApprovalAnswer, ApprovalDecision, ApprovalQuestion } from './approver.ts';

/** A question that is kept, and what became of it. */
export interface StoredApproval {
  readonly id: string;
  /** Without secrets, as records are. */
  readonly question: ApprovalQuestion;
  /** What is shown to whoever may answer, whole. Removed when the request is answered, withdrawn or expired. */
  readonly shown?: ApprovalQuestion | undefined;
  readonly status: ApprovalStatus;
  readonly decision: ApprovalDecision | undefined;
  /** `session` with an `allow_always` that ends with the process that asked. */
  readonly scope: 'session' | undefined;
  readonly answeredBy: string | undefined;
  /** A word for the model. */
  readonly note: string | undefined;
  /** What the person has filled in, where there was something to fill in. */
  readonly content?: ApprovalAnswer['content'];
  /** Milliseconds since 1970, as are all times here. */
  readonly askedAt: number;
  readonly answeredAt: number | undefined;
  /** When the call went through on it. */
  readonly usedAt: number | undefined;
}

/** `allowed` becomes `used` by its call; a question or a yes that nobody used in time is `expired`. */
export type ApprovalStatus = 'pending' | 'allowed' | 'used' | 'denied' | 'withdrawn' | 'expired';

/** Where questions are kept. What is acknowledged is kept for good: whoever implements it writes before it resolves. */
export interface ApprovalStore {
  /**
   * Keeps what is shown until the request ends, and what is recorded beyond that. When there is one for this call that was not
   * withdrawn and has not expired, it is given instead, whatever it asks: the caller compares.
   */
  open(shown: ApprovalQuestion, options?: OpenOptions): Promise<OpenedApproval>;
  /**
   * The first answer counts, if it comes in time. Undefined when there is no such question. Throws `approval_not_seen` when the
   * answer names another digest than that of what is shown.
   */
  answer(id: string, answer: ApprovalAnswer): Promise<AnsweredApproval | undefined>;
  /** Uses a yes. True once, ever. */
  use(id: string): Promise<boolean>;
  /** Takes back a question that nobody has answered. */
  withdraw(id: string): Promise<boolean>;
  get(id: string): Promise<StoredApproval | undefined>;
  /** Newest first. */
  list(filter?: ApprovalFilter): Promise<readonly StoredApproval[]>;
  /** Tells whenever something may have changed, here or in another process; returns what ends it. */
  watch(listener: () => void): () => void;
}

interface OpenOptions {
  /** The same without secrets, as records are. @default what is shown */
  readonly recorded?: ApprovalQuestion | undefined;
}

export interface OpenedApproval {
  readonly approval: StoredApproval;
  readonly isNew: boolean;
}

export interface AnsweredApproval {
  /** False when somebody else was faster, or nobody asks any more. */
  readonly accepted: boolean;
  readonly approval: StoredApproval;
  /** The grant that the store gave with an `allow_always`. One that keeps no grants leaves that to the call. */
  readonly grantId?: string | undefined;
}

export interface ApprovalFilter {
  /** @default every status */
  readonly status?: ApprovalStatus | undefined;
  /** Only those of calls by this agent. @default everybody's */
  readonly agent?: string | undefined;
  /** @default 100 */
  readonly limit?: number | undefined;
}

/** Throws when an answer is to something else than what is asked. One without a digest comes from our own process. */
export function checkSeen({ shownDigest }: ApprovalAnswer, { question }: StoredApproval): void {
  const { tool, callId } = question;
  if (shownDigest !== undefined && shownDigest !== question.shownDigest)
    throw createError('approval_not_seen', { tool, callId });
}

/** What is compared and decided; the rest of a stored approval is only shown. */
type ApprovalFacts = Pick<StoredApproval, 'decision' | 'usedAt'> & {
  readonly withdrawn: boolean;
  readonly expiresAt: number;
};

/** The status at a moment. A no and a use stay; everything else ends with its time. */
export function approvalStatus(facts: ApprovalFacts, now: number): ApprovalStatus {
  const { decision, usedAt, withdrawn, expiresAt } = facts;
  if (withdrawn) return 'withdrawn';
  if (usedAt !== undefined) return 'used';
  if (decision === 'reject_once') return 'denied';
  if (expiresAt <= now) return 'expired';
  return decision === undefined ? 'pending' : 'allowed';
}

/** Whatever is not one of the two ways to say yes is a no. */
export function decisionOf(answer: ApprovalAnswer): ApprovalDecision {
  const decision: unknown = answer?.decision;
  return decision === 'allow_once' || decision === 'allow_always' ? decision : 'reject_once';
}

/** For how long an `allow_always` counts. Whatever it says, it is not more than was said. */
export function scopeOf(answer: ApprovalAnswer): 'session' | undefined {
  return decisionOf(answer) === 'allow_always' && answer.scope !== undefined ? 'session' : undefined;
}
