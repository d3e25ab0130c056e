import { expect, test } from 'vitest';
import { sampleQuestion } from '../testing/sample-question.ts';
import { MemoryApprovals } from './memory-approvals.ts';
import { toWireApproval } from './wire-approval.ts';
import type { StoredApproval } from './approval-store.ts';

const question = sampleQuestion({ agent: undefined, always: undefined, expiresAt: 60_000 });
const { approval: asked } = await new MemoryApprovals({ now: () => 0 }).open(question);

test('what there is not is null', () => {
  expect(toWireApproval(asked)).toEqual({
    id: asked.id,
    status: 'pending',
    call_id: 'c1',
    agent: null,
    requested_by: null,
    tool: 'wipe',
    version: '1.0.0',
    description: 'Wipes.',
    arguments: { folder: 'build' },
    arguments_digest: 'd1',
    shown_digest: 's1',
    effects: [],
    risk: 'high',
    reasons: ['destructive'],
    warning: 'Careful.',
    always: null,
    decision: null,
    scope: null,
    answered_by: null,
    note: null,
    asked_at: '1970-01-01T00:00:00.000Z',
    answered_at: null,
    expires_at: '1970-01-01T00:01:00.000Z',
    used_at: null,
  });
});

test('what is shown is told only to somebody who may answer, and only while it waits', async () => {
  const shown = sampleQuestion({ arguments: { folder: 'token=abc' }, requestedBy: 'token:ci' });
  const recorded = { ...shown, arguments: { folder: 'token=[redacted]' } };
  const store = new MemoryApprovals({ now: () => 0 });
  const { approval } = await store.open(shown, { recorded });
  expect(toWireApproval(approval, { whole: true })).toMatchObject({
    arguments: { folder: 'token=abc' },
    requested_by: 'token:ci',
    shown_digest: 's1',
  });
  expect(toWireApproval(approval)).toMatchObject({ arguments: { folder: 'token=[redacted]' } });
  await store.answer(approval.id, { decision: 'allow_once' });
  const answered = await store.get(approval.id);
  expect(answered && toWireApproval(answered, { whole: true })).toMatchObject({
    arguments: { folder: 'token=[redacted]' },
  });
});

test('what there is stands there', () => {
  const form = { type: 'object' } as const;
  const answered: StoredApproval = {
    ...asked,
    status: 'used',
    question: sampleQuestion({ form }),
    decision: 'allow_always',
    scope: 'session',
    answeredBy: 'ada',
    note: 'fine',
    content: { name: 'x' },
    answeredAt: 1000,
    usedAt: 2000,
  };
  expect(toWireApproval(answered)).toMatchObject({
    agent: 'coder',
    always: 'agent',
    decision: 'allow_always',
    scope: 'session',
    answered_by: 'ada',
    note: 'fine',
    form,
    content: { name: 'x' },
    answered_at: '1970-01-01T00:00:01.000Z',
    used_at: '1970-01-01T00:00:02.000Z',
  });
  expect(toWireApproval({ ...answered, content: undefined })['content']).toBeNull();
});
