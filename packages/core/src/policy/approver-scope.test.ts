import { expect, test } from 'vitest';
import { answerAs } from './answer-as.ts';
import {
  approverRefusal,
  isInScope,
  granterRefusal,
  isScopeWithin,
  parseApproverScope,
  type ApproverScope,
} from './approver-scope.ts';
import { MemoryApprovals } from './memory-approvals.ts';
import { sampleQuestion } from '../testing/sample-question.ts';

const request = { agent: 'coder', tool: 'files__write', risk: 'medium', requestedBy: 'token:coder' } as const;

test.each<readonly [ApproverScope | undefined, boolean]>([
  [undefined, true],
  [{}, true],
  [{ agents: ['coder'] }, true],
  [{ agents: ['coder2', 'code*'] }, false],
  [{ agents: [] }, false],
  [{ tools: ['files__*'] }, true],
  [{ tools: ['files'] }, false],
  [{ tools: [] }, false],
  [{ maxRisk: 'medium' }, true],
  [{ maxRisk: 'low' }, false],
  [{ agents: ['coder'], tools: ['*'], maxRisk: 'high' }, true],
  [{ agents: ['coder'], tools: ['Bash'], maxRisk: 'high' }, false],
])('a request lies in the scope %j: %s', (scope, isCovered) => {
  expect(isInScope(scope, request)).toBe(isCovered);
});

test('a scope of agents leaves out the calls of the application itself', () => {
  expect(isInScope({ agents: ['undefined', ''] }, { ...request, agent: undefined })).toBe(false);
});

test('nobody approves their own call unless that is configured, and everybody may refuse it', () => {
  const decide = (
    decision: 'allow_once' | 'allow_always' | 'reject_once',
    more: object = {},
  ): string | undefined => approverRefusal({ id: 'token:coder', ...more }, { ...request, decision })?.code;
  expect(decide('allow_once')).toBe('own_request');
  expect(decide('allow_always')).toBe('own_request');
  expect(decide('reject_once')).toBeUndefined();
  expect(decide('allow_once', { approvesOwn: true })).toBeUndefined();
  const maker = { id: 'token:other', holds: ['token:coder'] };
  expect(approverRefusal(maker, { ...request, decision: 'allow_once' })?.code).toBe('own_request');
  expect(approverRefusal({ id: 'token:other' }, { ...request, decision: 'allow_once' })).toBeUndefined();
});

test('who is limited to a risk allows nothing for good, and grants nothing', () => {
  const limited = { id: 'ada', scope: { maxRisk: 'medium' } } as const;
  const decide = (decision: 'allow_once' | 'allow_always'): unknown =>
    approverRefusal(limited, { ...request, decision })?.data;
  expect([decide('allow_once'), decide('allow_always')]).toMatchObject([undefined, { limit: 'always' }]);
  expect(granterRefusal(limited, request)?.data).toMatchObject({ limit: 'always' });
  expect(granterRefusal({ id: 'ada', scope: { tools: ['Read'] } }, request)?.data).toMatchObject({
    limit: 'tools',
  });
  expect(granterRefusal({ id: 'ada', scope: { agents: ['coder'] } }, request)).toBeUndefined();
});

test('an answer outside of a scope changes nothing, and the answer is recorded under the identity', async () => {
  const store = new MemoryApprovals();
  const question = sampleQuestion({ ...request, shownDigest: 's1', expiresAt: Date.now() + 60_000 });
  const { id } = (await store.open(question)).approval;
  // The name in the answer itself is not taken.
  const answer = { decision: 'allow_once', by: 'the boss' } as const;
  for (const approver of [{ id: 'bob', scope: { tools: ['Read'] } }, { id: 'token:coder' }])
    await expect(answerAs(approver, store, { id, answer })).rejects.toThrow();
  expect((await store.get(id))?.status).toBe('pending');
  const given = await answerAs({ id: 'ada' }, store, { id, answer });
  expect(given).toMatchObject({ accepted: true, approval: { answeredBy: 'ada' } });
  // Whoever comes too late is told who was faster, also where they might not have answered.
  expect(await answerAs({ id: 'token:coder' }, store, { id, answer })).toMatchObject({
    accepted: false,
    approval: { answeredBy: 'ada' },
  });
});

test('a scope lies within another only where that can be told', () => {
  const outer = { agents: ['coder'], tools: ['files__*', 'Read'], maxRisk: 'medium' } as const;
  expect(isScopeWithin(outer, outer)).toBe(true);
  expect(isScopeWithin(outer, undefined)).toBe(true);
  expect(isScopeWithin({ ...outer, tools: ['files__read'], maxRisk: 'low' }, outer)).toBe(true);
  expect(isScopeWithin({ ...outer, tools: [] }, outer)).toBe(true);
  for (const wider of [
    {},
    { ...outer, agents: ['coder', 'user'] },
    { ...outer, tools: ['files_*'] },
    { ...outer, tools: ['Bash'] },
    { ...outer, maxRisk: 'high' as const },
    { agents: outer.agents, tools: outer.tools },
  ])
    expect(isScopeWithin(wider, outer), JSON.stringify(wider)).toBe(false);
});

test('a scope is read in both spellings, and one that is not understood is refused', () => {
  expect(parseApproverScope({ agents: ['a'], max_risk: 'low' }, 'x')).toEqual({
    agents: ['a'],
    maxRisk: 'low',
  });
  for (const wrong of [null, [], { agent: ['a'] }, { agents: 'a' }, { tools: null }, { max_risk: 'none' }])
    expect(() => parseApproverScope(wrong, 'x'), JSON.stringify(wrong)).toThrow();
});
