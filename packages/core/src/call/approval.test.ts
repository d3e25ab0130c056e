import { createContext, runInContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import type { ApprovalQuestion, Approver } from '../policy/approver.ts';
import { MemoryGrants, type GrantStore } from '../policy/grants.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { scriptedApprover } from '../testing/scripted-approver.ts';
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
        warning: 'send can destroy things that cannot be brought back. Leaves the house.',
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
