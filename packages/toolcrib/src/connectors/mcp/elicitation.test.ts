import { createApprovalDesk, MemoryApprovals, type ApprovalQuestion } from '@toolcrib/core';
import { expect, onTestFinished, test } from 'vitest';
import { connecting } from './connect.test-support.ts';

const { connectSample } = connecting(onTestFinished);
const server = { elicitation: true };

test('a server that the operator has not let ask is told that it cannot, and what it asks all the same reaches nobody', async () => {
  const asked: ApprovalQuestion[] = [];
  const { service, register } = connectSample([], {
    options: {
      approver(question) {
        asked.push(question);
        return { decision: 'allow_once', content: { name: 'Ada' } };
      },
    },
  });
  await register();
  const result = await service.execute('sample__ask', {}, { agent: undefined });
  // The server tells what came back: no answer of a person, but that there is no such method.
  expect(result).toMatchObject({ output: expect.stringContaining('-32601') as string });
  expect(asked).toEqual([]);
});

test('without anybody to ask, a server is told no', async () => {
  const { service, register } = connectSample([], { server });
  await register();
  expect(await service.execute('sample__ask', {})).toMatchObject({ output: '{"action":"decline"}' });
});

test('a person sees who asks what, and what was filled in goes back', async () => {
  const questions: ApprovalQuestion[] = [];
  const { service, register } = connectSample([], {
    server,
    options: {
      approver(question) {
        questions.push(question);
        return { decision: 'allow_once', content: { name: 'Ada' } };
      },
    },
  });
  await register();
  const result = await service.execute('sample__ask', {}, { agent: undefined });
  expect(result).toMatchObject({ output: '{"action":"accept","content":{"age":7,"name":"Ada"}}' });
  expect(questions).toMatchObject([
    {
      callId: `${result.callId}/ask-1`,
      tool: 'sample__ask',
      description: 'Who are you?',
      arguments: { age: 7 },
      form: { properties: { name: { type: 'string', title: 'Your name' } }, required: ['name'] },
      warning: expect.stringContaining('The MCP server sample asks this'),
    },
  ]);
});

test.each([
  ['a yes that leaves out what is wanted', { decision: 'allow_once' }],
  ['an answer of another type', { decision: 'allow_once', content: { name: 7 } }],
  ['a no', { decision: 'reject_once', content: { name: 'Ada' } }],
] as const)('%s tells the server nothing', async (_, answer) => {
  const { service, register } = connectSample([], { server, options: { approver: () => answer } });
  await register();
  expect(await service.execute('sample__ask', {})).toMatchObject({ output: '{"action":"decline"}' });
});

test('a question that is held in a store comes back with what was filled in', async () => {
  const store = new MemoryApprovals();
  const approver = createApprovalDesk({ store });
  const { service, register } = connectSample([], { server, options: { approver } });
  await register();
  const calling = service.execute('sample__ask', {});
  await expect.poll(() => store.list({ status: 'pending' })).toHaveLength(1);
  const [asked] = await store.list({ status: 'pending' });
  await store.answer(asked?.id ?? '', { decision: 'allow_once', content: { name: 'Grace' } });
  expect(await calling).toMatchObject({ output: '{"action":"accept","content":{"age":7,"name":"Grace"}}' });
});

test('a call that ends takes its question back', async () => {
  const store = new MemoryApprovals();
  const { service, register } = connectSample([], {
    server,
    options: { approver: createApprovalDesk({ store }) },
  });
  await register();
  expect(await service.execute('sample__ask', {}, { timeout: 300 })).toMatchObject({ errorCode: 'timeout' });
  await expect.poll(async () => (await store.list()).map(({ status }) => status)).toEqual(['withdrawn']);
});
