import type { ApprovalQuestion } from '../policy/approver.ts';

/** A question that waits for an hour, with what a test wants to be different. */
export function sampleQuestion(changes: Partial<ApprovalQuestion> = {}): ApprovalQuestion {
  return {
    callId: 'c1',
    agent: 'coder',
    tool: 'wipe',
    version: '1.0.0',
    description: 'Wipes.',
    arguments: { folder: 'build' },
    argumentsDigest: 'd1',
    shownDigest: 's1',
    effects: [],
    risk: 'high',
    reasons: ['destructive'],
    warning: 'Careful.',
    always: 'agent',
    expiresAt: Date.now() + 3_600_000,
    ...changes,
  };
}
