import { describe, expect, test } from 'vitest';
import { approvalContract } from '../testing/approval-contract.ts';
import { grantContract } from '../testing/grant-contract.ts';
import { sampleQuestion } from '../testing/sample-question.ts';
import { MemoryGrants } from './grants.ts';
import { MemoryApprovals } from './memory-approvals.ts';

describe('approvals in memory', () => {
  for (const { title, check } of approvalContract({ create: (now) => new MemoryApprovals({ now }) }))
    test(title, check);
});

test('of the questions that have ended the oldest are forgotten; those that somebody waits for stay', async () => {
  const approvals = new MemoryApprovals();
  const open = async (callId: string): Promise<string> =>
    (await approvals.open(sampleQuestion({ callId }))).approval.id;
  const waiting = await open('waiting');
  const first = await open('first');
  await approvals.answer(first, { decision: 'reject_once' });
  for (let count = 0; count < 1100; count++)
    await approvals.answer(await open(`c${count}`), { decision: 'reject_once' });
  expect(await approvals.get(first)).toBeUndefined();
  expect(await approvals.get(waiting)).toMatchObject({ status: 'pending' });
  expect(await approvals.list({ limit: 5000 })).toHaveLength(1001);
  expect((await approvals.open(sampleQuestion({ callId: 'first' }))).isNew).toBe(true);
});

describe('grants in memory', () => {
  for (const { title, check } of grantContract({ create: (now) => new MemoryGrants({ now }) }))
    test(title, check);
});
