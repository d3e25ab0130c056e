import assert from 'node:assert/strict';
import { createContext, runInContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import type { ApprovalQuestion, Approver } from '../policy/approver.ts';
import { MemoryGrants, type GrantStore } from '../policy/grants.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { scriptedApprover } from '../testing/scripted-approver.ts';
import { ToolExecutionError } from '../tool/errors.ts';
import { block } from '../tool/refusal.ts';
import type { ToolServiceOptions } from './service-options.ts';
import { ToolService } from './tool-service.ts';

function house(options: ToolServiceOptions, tool: object = {}): { service: ToolService; ran: () => number } {
  const service = new ToolService({
    agents: { coder: { permission: 'admin' }, other: { permission: 'admin' } },
    ...options,
  });
  let ran = 0;
  service.registerTool({
    name: 'send',
    description: 'Sends a message.',
    parameters: { type: 'object', properties: { to: { type: 'string' }, list: { type: 'array' } } },
    approval: 'confirm',
    run: () => ++ran,
    ...tool,
  });
  return { service, ran: () => ran };
}

describe('a call that needs a yes', () => {
  test('is refused when there is nobody to ask', async () => {
    const { service, ran } = house({});
    expect(await service.execute('send')).toMatchObject({
      status: 'blocked',
      errorCode: 'no_approver',
      station: 'approve',
    });
    expect(ran()).toBe(0);
  });

  test('shows the whole question and runs after a yes', async () => {
    const { approver, questions } = scriptedApprover([{ decision: 'allow_once', by: 'ada' }]);
    const { service, ran } = house(
      { approver },
      { effects: () => [{ kind: 'connect', host: 'mail', risk: 'high', warning: 'Leaves the house.' }] },
    );
    const result = await service.execute('send', { to: 'bob' }, { agent: 'coder', callId: 'c1' });
    expect(result).toMatchObject({
      status: 'success',
      metadata: { approval: { kind: 'answered', by: 'ada' }, risk: 'high' },
    });
    expect(questions).toEqual([
      expect.objectContaining({
        callId: 'c1',
        agent: 'coder',
        tool: 'send',
        version: '1.0.0',
        arguments: { to: 'bob' },
        risk: 'high',
        warning: 'Leaves the house.',
        effects: [{ kind: 'connect', host: 'mail', risk: 'high', warning: 'Leaves the house.' }],
      }),
    ]);
    expect(questions[0]?.argumentsDigest).toMatch(/^[0-9a-f]{64}$/u);
    expect(ran()).toBe(1);
  });

  test('does not run after a no, and the word for the model comes back', async () => {
    const { approver } = scriptedApprover([{ decision: 'reject_once', note: 'ask Bob first' }]);
    const { service, ran } = house({ approver });
    expect(await service.execute('send')).toMatchObject({
      errorCode: 'approval_refused',
      error: expect.stringContaining('ask Bob first') as unknown,
    });
    expect(ran()).toBe(0);
  });

  test.each([
    ['nothing', undefined],
    ['true', true],
    ['an unknown word', { decision: 'sure' }],
    ['an inherited word', Object.create({ decision: 'constructor' }) as unknown],
    ['the word yes', 'allow_once'],
  ])('%s for an answer is a no', async (_, answer) => {
    const { service, ran } = house({ approver: (() => answer) as unknown as Approver });
    expect(await service.execute('send')).toMatchObject({ status: 'blocked', errorCode: 'approval_refused' });
    expect(ran()).toBe(0);
  });

  test('is refused when asking fails, at once or later', async () => {
    for (const approver of [
      () => {
        throw new Error('no terminal');
      },
      () => Promise.reject(new Error('no terminal')),
    ]) {
      const { service, ran } = house({ approver });
      expect(await service.execute('send')).toMatchObject({
        status: 'blocked',
        errorCode: 'approver_failed',
      });
      expect(ran()).toBe(0);
    }
  });

  test('is refused when nobody answers in time, and the question is withdrawn', async () => {
    const clock = createFakeClock();
    let withdrawn = false;
    const approver: Approver = (_, { signal }) =>
      new Promise(() => signal?.addEventListener('abort', () => (withdrawn = true)));
    const { service, ran } = house({ approver, clock, approvalTimeout: 60_000 });
    const calling = service.execute('send');
    await clock.advance(60_000);
    expect(await calling).toMatchObject({
      errorCode: 'approval_expired',
      error: expect.stringContaining('60 s') as unknown,
    });
    expect([withdrawn, ran()]).toEqual([true, 0]);
  });

  test('ends when the caller cancels while a person thinks', async () => {
    const controller = new AbortController();
    const approver: Approver = () => {
      controller.abort();
      return new Promise(() => undefined);
    };
    const { service, ran } = house({ approver });
    expect(await service.execute('send', {}, { signal: controller.signal })).toMatchObject({
      status: 'error',
      errorCode: 'cancelled',
    });
    expect(ran()).toBe(0);
  });

  test('runs with exactly what was shown: the question cannot change it, nor can the caller meanwhile', async () => {
    const received: unknown[] = [];
    const mine = { to: 'bob', list: ['a'] };
    const approver: Approver = (question: ApprovalQuestion) => {
      mine.to = 'mallory';
      mine.list.push('b');
      expect(() => ((question.arguments as { to: string }).to = 'mallory')).toThrow(TypeError);
      return { decision: 'allow_once' };
    };
    const { service } = house(
      { approver },
      { run: (input: object) => received.push(structuredClone(input)) },
    );
    await service.execute('send', mine);
    expect(received).toEqual([{ to: 'bob', list: ['a'] }]);
  });

  test('asks again for the next call; "always" asks no more, but only for that agent', async () => {
    const { approver, questions } = scriptedApprover(['allow_once', 'allow_always', 'reject_once']);
    const { service } = house({ approver });
    const statuses: string[] = [];
    for (const agent of ['coder', 'coder', 'coder', 'other']) {
      statuses.push((await service.execute('send', {}, { agent })).status);
    }
    expect(statuses).toEqual(['success', 'success', 'success', 'blocked']);
    expect(questions).toHaveLength(3);
  });

  test('a deny rule is stronger than any grant', async () => {
    const { service } = house({ rules: [{ decision: 'deny', tool: 'send' }] });
    await service.grants.add({ tool: 'send', agent: 'coder' });
    expect(await service.execute('send', {}, { agent: 'coder' })).toMatchObject({
      errorCode: 'denied_by_rule',
    });
  });
});

describe('a dangerous tool', () => {
  test('is refused without being asked about, until a person grants it', async () => {
    const { approver, questions } = scriptedApprover(['allow_once']);
    const { service, ran } = house({ approver }, { approval: 'dangerous' });
    expect(await service.execute('send', {}, { agent: 'coder' })).toMatchObject({
      status: 'blocked',
      errorCode: 'grant_required',
    });
    expect([questions.length, ran()]).toEqual([0, 0]);
    const grant = await service.grants.add({ tool: 'send', agent: 'coder' });
    expect(await service.execute('send', {}, { agent: 'coder' })).toMatchObject({ status: 'success' });
    expect(await service.execute('send', {}, { agent: 'other' })).toMatchObject({
      errorCode: 'grant_required',
    });
    await service.grants.revoke(grant.id);
    expect(await service.execute('send', {}, { agent: 'coder' })).toMatchObject({
      errorCode: 'grant_required',
    });
  });
});

describe('a grant for a dangerous tool as such', () => {
  const high = { effects: () => [{ kind: 'run', command: 'rm -rf /', risk: 'high' }] };
  test.each<[string, ToolServiceOptions, object]>([
    ['what a rule asks for', { rules: [{ decision: 'ask', tool: 'send' }] }, {}],
    ['the high risk of one call', {}, high],
  ])('does not answer %s: a person is asked', async (_, options, tool) => {
    const { approver, questions } = scriptedApprover(['allow_once']);
    const { service, ran } = house({ approver, ...options }, { approval: 'dangerous', ...tool });
    await service.grants.add({ tool: 'send', agent: 'coder' });
    expect(await service.explain('send', {}, { agent: 'coder' })).toMatchObject({ outcome: 'ask' });
    expect(await service.execute('send', {}, { agent: 'coder' })).toMatchObject({ status: 'success' });
    expect([questions.length, ran()]).toEqual([1, 1]);
  });

  test.each<[string, ToolServiceOptions, object]>([
    ['what a rule asks for', { rules: [{ decision: 'ask', tool: 'send' }] }, {}],
    ['the high risk of one call', {}, high],
  ])('leaves %s to a grant for exactly these arguments, and hides none', async (_, options, tool) => {
    const { service } = house(options, { approval: 'dangerous', ...tool });
    await service.grants.add({ tool: 'send', agent: 'coder' });
    const { argumentsDigest } = await service.explain('send', { to: 'bob' }, { agent: 'coder' });
    const exact = await service.grants.add({ tool: 'send', agent: 'coder', argumentsDigest });
    expect(await service.explain('send', { to: 'bob' }, { agent: 'coder' })).toMatchObject({
      outcome: 'run',
      grant: { id: exact.id },
    });
    expect(await service.execute('send', { to: 'bob' }, { agent: 'coder' })).toMatchObject({
      status: 'success',
    });
    expect(await service.execute('send', { to: 'eve' }, { agent: 'coder' })).toMatchObject({
      errorCode: 'no_approver',
    });
  });
});

describe('a risk of a kind that one yes is enough for', () => {
  const overwrites = { kind: 'write', path: 'a', risk: 'high', once: 'overwrite', warning: 'Gone for good.' };
  const kinds: Readonly<Record<string, object>> = {
    overwrite: overwrites,
    delete: { ...overwrites, once: 'delete' },
    plain: { ...overwrites, once: undefined },
  };
  const writer = {
    approval: 'safe',
    effects: ({ to }: { to: string }) => to.split('+').map((kind) => kinds[kind]),
  };

  async function statuses(
    calls: readonly (readonly [kinds: string, agent: string])[],
    answers: readonly ('allow_once' | 'allow_always' | 'reject_once')[],
    options: ToolServiceOptions = {},
  ): Promise<{ statuses: string[]; questions: readonly ApprovalQuestion[]; ran: number }> {
    const { approver, questions } = scriptedApprover(answers);
    const { service, ran } = house({ approver, ...options }, writer);
    const ended: string[] = [];
    for (const [to, agent] of calls) ended.push((await service.execute('send', { to }, { agent })).status);
    return { statuses: ended, questions, ran: ran() };
  }

  test('asks once, and the request says how far a yes goes', async () => {
    const calls = [1, 2, 3].map(() => ['overwrite', 'coder'] as const);
    const { questions, ran } = await statuses(calls, ['allow_once']);
    expect([questions.length, ran]).toEqual([1, 3]);
    expect(questions[0]?.warning).toBe(
      'Gone for good. Any yes also counts for further calls of this agent with the same risk, until this session ends, for 8 hours at most.',
    );
    expect((await statuses(calls, ['allow_once'], { locale: 'zh-CN' })).questions[0]?.warning).toBe(
      'Gone for good. 同意后，在本次会话结束前（最多 8 小时），该智能体风险相同的其他调用不再询问。',
    );
  });

  test('asks again for another kind and for another agent, whoever that says it is', async () => {
    const asked = await statuses(
      [
        ['overwrite', 'coder'],
        ['delete', 'coder'],
        ['overwrite+delete', 'coder'],
        ['overwrite', 'other'],
      ],
      ['allow_once', 'allow_once'],
    );
    expect(asked.statuses).toEqual(['success', 'success', 'success', 'blocked']);
    expect(asked.questions).toHaveLength(3);
  });

  test('asks each time after a no', async () => {
    const calls = [1, 2].map(() => ['overwrite', 'coder'] as const);
    expect(await statuses(calls, [])).toMatchObject({ statuses: ['blocked', 'blocked'], ran: 0 });
  });

  test('is not accepted with a yes to something else', async () => {
    const beside = await statuses(
      [
        ['overwrite+plain', 'coder'],
        ['overwrite', 'coder'],
      ],
      ['allow_once'],
    );
    expect(beside.statuses).toEqual(['success', 'blocked']);
    expect(beside.questions[0]?.warning).toBe('Gone for good.');
    const ruled = await statuses([['overwrite', 'coder']], ['allow_once'], {
      rules: [{ decision: 'ask', tool: 'send' }],
    });
    expect(ruled.questions[0]?.warning).toBe('Gone for good.');
  });

  test('is not accepted by a yes that could not be kept', async () => {
    const fails = (): never => {
      throw new Error('disk on fire');
    };
    const grants = Object.assign(new MemoryGrants(), { add: fails });
    const calls = [1, 2].map(() => ['overwrite', 'coder'] as const);
    expect((await statuses(calls, ['allow_always'], { grants })).statuses).toEqual(['blocked', 'blocked']);
  });

  test('a deny rule is stronger than what was accepted', async () => {
    const { approver } = scriptedApprover(['allow_once']);
    const { service } = house(
      {
        approver,
        rules: [{ decision: 'deny', tool: 'send', effects: [{ kind: 'write', target: 'secret' }] }],
      },
      { ...writer, effects: ({ to }: { to: string }) => [{ ...overwrites, path: to }] },
    );
    expect(await service.execute('send', { to: 'a' })).toMatchObject({ status: 'success' });
    expect(await service.execute('send', { to: 'b' })).toMatchObject({ status: 'success' });
    expect(await service.execute('send', { to: 'secret' })).toMatchObject({ errorCode: 'denied_by_rule' });
  });

  test('another service has heard of nothing', async () => {
    const { approver, questions } = scriptedApprover(['allow_once', 'allow_once']);
    for (const _ of [1, 2])
      await house({ approver }, writer).service.execute('send', { to: 'overwrite' }, { agent: 'coder' });
    expect(questions).toHaveLength(2);
  });
});

describe('a tool that looks whether a call can work', () => {
  const missing = new ToolExecutionError('There is no such thing.', {
    data: { tool: 'send', detail: 'There is no such thing.' },
  });

  test.each([
    ['at once', () => assert.fail(missing)],
    ['later', () => Promise.reject(missing)],
  ])('is heard before a person is asked, when it says no %s', async (_, preflight) => {
    const { approver, questions } = scriptedApprover(['allow_once']);
    const { service, ran } = house({ approver }, { preflight });
    expect(await service.execute('send')).toMatchObject({
      status: 'error',
      errorCode: 'tool_failed',
      station: 'execute',
      error: expect.stringContaining('There is no such thing.') as unknown,
    });
    expect(await service.explain('send')).toMatchObject({ outcome: 'error' });
    expect([questions.length, ran()]).toEqual([0, 0]);
  });

  test('is told the arguments, who calls, and when the caller gives up', async () => {
    const heard: unknown[] = [];
    const { approver } = scriptedApprover(['allow_once']);
    const { service } = house({ approver }, { preflight: (...given: unknown[]) => void heard.push(given) });
    const { signal } = new AbortController();
    await service.execute('send', { to: 'bob' }, { agent: 'coder', signal });
    expect(heard).toEqual([[{ to: 'bob' }, { agent: 'coder', signal }]]);
  });

  test('is not asked where no person is asked, nor about what the fence refuses', async () => {
    let looked = 0;
    const preflight = (): void => void looked++;
    const fence = {
      inspect: () => block('no_fence', { tool: 'send' }, 'x'),
      enclose: () => ({ layer: 'none' }) as const,
    };
    const { approver } = scriptedApprover(['allow_once']);
    await house({}, { preflight, approval: 'safe' }).service.execute('send');
    expect(await house({ approver, fence }, { preflight }).service.execute('send')).toMatchObject({
      errorCode: 'no_fence',
      station: 'fence',
    });
    expect(looked).toBe(0);
  });
});

test('retrying asks nobody again', async () => {
  const { approver, questions } = scriptedApprover(['allow_once']);
  let attempts = 0;
  const run = (): string => {
    if (++attempts < 3) throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    return 'sent';
  };
  const { service } = house({ approver }, { run });
  expect(await service.execute('send', {}, { retries: 5, retryDelay: 1 })).toMatchObject({
    output: 'sent',
    metadata: { attempts: 3 },
  });
  expect(questions).toHaveLength(1);
});

describe('a port that answers with a promise of another library or realm', () => {
  const foreign = runInContext('(value) => Promise.resolve(value)', createContext({})) as <T>(
    value: T,
  ) => Promise<T>;

  test('is really foreign', () => {
    expect(foreign(1) instanceof Promise).toBe(false);
  });

  test('is waited for: no grant is no grant', async () => {
    const grants: GrantStore = {
      find: () => foreign(undefined),
      add: () => {
        throw new Error('not asked for');
      },
      revoke: () => false,
      list: () => [],
    };
    const { service, ran } = house({ grants }, { approval: 'dangerous' });
    expect(await service.execute('send')).toMatchObject({ status: 'blocked', errorCode: 'grant_required' });
    expect(ran()).toBe(0);
  });

  test('is waited for: a fence that refuses later refuses', async () => {
    const fence = { enclose: () => foreign(block('no_fence', { tool: 'send' }, 'later')) };
    const { service, ran } = house({ fence, sandbox: 'required' }, { approval: 'safe' });
    expect(await service.execute('send')).toMatchObject({ status: 'blocked', errorCode: 'no_fence' });
    expect(ran()).toBe(0);
  });

  test('a grant store that breaks holds no grant: what needs one is refused, and the refusal says why', async () => {
    for (const find of [
      () => Promise.reject(new Error('disk on fire')),
      () => {
        throw new Error('disk on fire');
      },
    ]) {
      const grants = Object.assign(new MemoryGrants(), { find });
      const { service, ran } = house({ grants }, { approval: 'dangerous' });
      expect(await service.execute('send')).toMatchObject({
        status: 'blocked',
        errorCode: 'grants_unavailable',
        station: 'authorize',
        error: expect.stringContaining('disk on fire') as unknown,
      });
      const explained = await service.explain('send');
      expect(explained.outcome).toBe('blocked');
      expect(explained.stations.find(({ decision }) => decision === 'refuse')).toMatchObject({
        station: 'authorize',
        code: 'grants_unavailable',
      });
      expect(ran()).toBe(0);
    }
  });

  test('a grant store that breaks does not keep a person from being asked', async () => {
    const { approver, questions } = scriptedApprover(['allow_once', 'allow_always']);
    const fails = (): never => {
      throw new Error('disk on fire');
    };
    const grants = Object.assign(new MemoryGrants(), { find: fails, add: fails });
    const { service, ran } = house({ grants, approver });
    expect(await service.execute('send')).toMatchObject({ status: 'success' });
    expect(await service.execute('send')).toMatchObject({
      errorCode: 'grants_unavailable',
      station: 'approve',
    });
    expect([questions.length, ran()]).toEqual([2, 1]);
  });

  test('a store that hands out the grant of another agent grants nothing', async () => {
    const grants = new MemoryGrants();
    const theirs = grants.add({ tool: 'send', agent: 'other' });
    const { service } = house(
      { grants: Object.assign(grants, { find: () => theirs }) },
      { approval: 'dangerous' },
    );
    expect(await service.execute('send', {}, { agent: 'coder' })).toMatchObject({
      errorCode: 'grant_required',
    });
    expect(await service.execute('send', {}, { agent: 'other' })).toMatchObject({ status: 'success' });
  });
});
