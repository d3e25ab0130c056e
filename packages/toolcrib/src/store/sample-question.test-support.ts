import type { ApprovalQuestion } from '@toolcrib/core';

/** A question that waits for an hour. */
export function sampleQuestion(changes: Partial<ApprovalQuestion> = {}): ApprovalQuestion {
  return {
    callId: 'c1',
    agent: 'coder',
    tool: 'wipe',
    version: '1.0.0',
    description: 'Wipes.',
    arguments: { folder: 'build' },
    argumentsDigest: 'd',
    effects: [],
    risk: 'high',
    reasons: ['destructive'],
    warning: 'Careful.',
    expiresAt: Date.now() + 3_600_000,
    ...changes,
  };
}
