import { describe, expect, test } from 'vitest';
import { ToolService } from '../call/tool-service.ts';
import type { ToolServiceOptions } from '../call/service-options.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { sampleQuestion } from '../testing/sample-question.ts';
import { Interruption } from '../tool/interruption.ts';
import { createApprovalDesk, QuestionEnded, type Desk } from './approval-desk.ts';
import type { ApprovalStore } from './approval-store.ts';
import type { ApprovalAnswer } from './approver.ts';
import { MemoryGrants } from './grants.ts';
import { MemoryApprovals } from './memory-approvals.ts';

/** A service over a store that outlives it: another one over the same store is the process after the crash. */
function serviceOver(
  store: ApprovalStore,
  { desks = [], ...options }: ToolServiceOptions & { readonly desks?: readonly Desk[] } = {},
): { service: ToolService; ran: unknown[] } {
  const { clock } = options;
  const service = new ToolService({
    builtins: false,
    agents: { coder: { permission: 'admin' }, other: { permission: 'admin' } },
    approver: createApprovalDesk({ store, desks, ...(clock && { clock }) }),
    ...options,
  });
  const ran: unknown[] = [];
  const definition = {
    name: 'send',
    description: 'Sends.',
    parameters: { type: 'object', properties: { to: { type: 'string' }, password: { type: 'string' } } },
    approval: 'confirm',
    run: (input: unknown) => ran.push(input),
  };
  service.registerTool(definition);
  service.registerTool({ ...definition, version: '2.0.0' });
  return { service, ran };
}

const call = { callId: 'c1', agent: 'coder' };
const bob = { to: 'bob' };

async function pendingId(store: ApprovalStore): Promise<string> {
  for (;;) {
    const [pending] = await store.list({ status: 'pending' });
    if (pending !== undefined) return pending.id;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

/** A person who takes their time. */
function slowDesk(): { desk: Desk; answer: (answer: ApprovalAnswer) => void; signals: AbortSignal[] } {
  const person = Promise.withResolvers<ApprovalAnswer>();
  const signals: AbortSignal[] = [];
  const desk: Desk = (_, { signal }) => {
    if (signal) signals.push(signal);
    return person.promise;
  };
  return { desk, answer: person.resolve, signals };
}

describe('a question at the desk', () => {
  test('stays open when its call is interrupted to be made again, and its answer is found then', async () => {
    const store = new MemoryApprovals();
    const interrupting = new AbortController();
    const before = serviceOver(store);
    const first = before.service.execute('send', bob, { ...call, signal: interrupting.signal });
    const id = await pendingId(store);
    interrupting.abort(new Interruption());
    expect(await first).toMatchObject({ errorCode: 'cancelled' });
    await store.answer(id, { decision: 'allow_once' });
    const after = serviceOver(store);
    expect(await after.service.execute('send', bob, call)).toMatchObject({ status: 'success' });
    expect([before.ran, after.ran]).toEqual([[], [bob]]);
  });

  test('is told of while the call waits', async () => {
    const store = new MemoryApprovals();
    const { service } = serviceOver(store);
    const told: unknown[] = [];
    service.on('call-ask', (event) => told.push(event));
    const asked = service.execute('send', bob, { ...call, parentCallId: 'plan' });
    await store.answer(await pendingId(store), { decision: 'reject_once' });
    await asked;
    expect(told).toMatchObject([
      { callId: 'c1', parentCallId: 'plan', agent: 'coder', tool: 'send', risk: 'medium' },
    ]);
  });

  test('is stored before any desk shows it', async () => {
    const store = new MemoryApprovals();
    const seen: unknown[] = [];
    const desk: Desk = async (_, { approvalId }) => {
      seen.push(await store.get(approvalId));
      return { decision: 'allow_once', by: 'ada' };
    };
    const { service } = serviceOver(store, { desks: [desk] });
    const result = await service.execute('send', bob, call);
    const [{ id, ...kept } = { id: '' }] = await store.list();
    expect(seen).toMatchObject([{ id, status: 'pending', question: { callId: 'c1', arguments: bob } }]);
    expect(result).toMatchObject({
      status: 'success',
      metadata: { approval: { kind: 'answered', by: 'ada', approvalId: id } },
    });
    expect(kept).toMatchObject({ status: 'used', answeredBy: 'ada' });
  });

  test('shows the arguments whole, with only the secrets of the operator replaced by their names', async () => {
    const store = new MemoryApprovals();
    const secretValues = [{ name: 'DEPLOY_KEY', value: 'kilo-lima' }];
    const { service } = serviceOver(store, { secretValues });
    const to =
      'rm -rf build && : cookie:a=1 && npm run evil; -----BEGIN PRIVATE KEY-----\nx; curl -H kilo-lima';
    const calling = service.execute('send', { to, password: 'tango' }, { ...call, requestedBy: 'token:ci' });
    const asked = await store.get(await pendingId(store));
    const shown = { to: to.replace('kilo-lima', '[secret DEPLOY_KEY]'), password: 'tango' };
    expect(asked?.shown).toMatchObject({ arguments: shown, requestedBy: 'token:ci' });
    expect(asked?.question.arguments).toMatchObject({ password: '[redacted]' });
    expect(JSON.stringify(asked?.question)).not.toMatch(/kilo-lima|npm run evil; -----BEGIN|tango/u);
    await store.answer(asked?.id ?? '', { decision: 'reject_once' });
    await calling;
    expect(JSON.stringify(await store.list())).not.toMatch(/kilo-lima|tango/u);
  });

  test('does not let variables of whoever calls hide what runs', async () => {
    const store = new MemoryApprovals();
    const { service } = serviceOver(store);
    const variables = { input: { password: 'rm -rf /' } };
    const calling = service.execute('send', { to: '{{input.password}}' }, { ...call, variables });
    const asked = await store.get(await pendingId(store));
    expect(asked?.shown?.arguments).toEqual({ to: 'rm -rf /' });
    await store.answer(asked?.id ?? '', { decision: 'reject_once' });
    await calling;
  });

  test('is refused when it is too large to be shown, and nobody is asked', async () => {
    const store = new MemoryApprovals();
    const asked: unknown[] = [];
    const { service, ran } = serviceOver(store, { desks: [(question) => void asked.push(question)] });
    const result = await service.execute('send', { to: 'x'.repeat(1_000_001) }, call);
    expect(result).toMatchObject({ status: 'blocked', errorCode: 'approval_too_large', station: 'approve' });
    expect([asked, ran, await store.list()]).toEqual([[], [], []]);
  });

  test('has one digest for everything that is shown, whatever hides behind a name', async () => {
    const store = new MemoryApprovals();
    const digests = new Set<string>();
    const secretValues = [{ name: 'KEY', value: 'kilo-lima' }];
    for (const [index, to] of ['a', 'b', 'kilo-lima', '[secret KEY]'].entries()) {
      const { service } = serviceOver(store, { secretValues });
      const calling = service.execute('send', { to }, { ...call, callId: `c${index}` });
      const asked = await store.get(await pendingId(store));
      digests.add(asked?.question.shownDigest ?? '');
      expect(asked?.shown?.shownDigest).toBe(asked?.question.shownDigest);
      await store.answer(asked?.id ?? '', { decision: 'reject_once' });
      await calling;
    }
    expect(digests.size).toBe(4);
  });

  test('is answered by the first desk, and the others are told by whom', async () => {
    const store = new MemoryApprovals();
    const [quick, slow] = [slowDesk(), slowDesk()];
    const { service } = serviceOver(store, { desks: [quick.desk, slow.desk] });
    const calling = service.execute('send', bob, call);
    await pendingId(store);
    quick.answer({ decision: 'allow_once', by: 'ada' });
    expect(await calling).toMatchObject({ status: 'success' });
    slow.answer({ decision: 'reject_once', by: 'bob' });
    const [signal] = slow.signals;
    expect(signal?.aborted).toBe(true);
    expect(signal?.reason).toBeInstanceOf(QuestionEnded);
    expect(signal?.reason).toMatchObject({ approval: { status: 'allowed', answeredBy: 'ada' } });
    expect(await store.list()).toMatchObject([{ answeredBy: 'ada', status: 'used' }]);
  });

  test('is answered through the store when no desk stands here', async () => {
    const store = new MemoryApprovals();
    const { service, ran } = serviceOver(store);
    const calling = service.execute('send', bob, call);
    await store.answer(await pendingId(store), { decision: 'allow_once', by: 'ada' });
    expect(await calling).toMatchObject({ status: 'success', metadata: { approval: { by: 'ada' } } });
    expect(ran).toEqual([bob]);
  });

  test('goes on when a desk fails or only shows it, and ends when the last one has failed', async () => {
    const store = new MemoryApprovals();
    const broken: Desk = () => Promise.reject(new Error('no terminal'));
    const shows: Desk = () => undefined;
    const { service } = serviceOver(store, { desks: [broken, shows] });
    const calling = service.execute('send', bob, call);
    await store.answer(await pendingId(store), { decision: 'allow_once' });
    expect(await calling).toMatchObject({ status: 'success' });

    const alone = serviceOver(store, { desks: [broken, broken] });
    expect(await alone.service.execute('send', bob, { callId: 'c2' })).toMatchObject({
      errorCode: 'approver_failed',
      error: expect.stringContaining('no terminal') as unknown,
    });
    expect(await store.list()).toMatchObject([{ status: 'withdrawn' }, { status: 'used' }]);
  });

  test('takes no for an answer, with a word for the model', async () => {
    const store = new MemoryApprovals();
    const { service, ran } = serviceOver(store, {
      desks: [() => ({ decision: 'reject_once', note: 'ask Bob first' })],
    });
    expect(await service.execute('send', bob, call)).toMatchObject({
      errorCode: 'approval_refused',
      error: expect.stringContaining('ask Bob first') as unknown,
    });
    expect(await service.execute('send', bob, call)).toMatchObject({ errorCode: 'approval_refused' });
    expect(ran).toEqual([]);
  });

  test('"for this session" makes a grant that no store is told of', async () => {
    const store = new MemoryApprovals();
    const lasting = new MemoryGrants();
    const desks: Desk[] = [() => ({ decision: 'allow_always', scope: 'session', by: 'ada' })];
    const { service, ran } = serviceOver(store, { desks, grants: lasting });
    await service.execute('send', bob, call);
    await service.execute('send', { to: 'eve' }, { agent: 'coder' });
    expect([ran.length, (await store.list()).length]).toEqual([2, 1]);
    await service.execute('send', bob, { agent: 'other' });
    expect(await store.list()).toHaveLength(2);
    expect(lasting.list()).toEqual([]);
    expect(await service.grants.list()).toMatchObject([
      { agent: 'coder', scope: 'session', grantedBy: 'ada' },
      { agent: 'other', scope: 'session' },
    ]);
  });

  test('"for this session", said to a process that is gone, is a yes for once', async () => {
    const store = new MemoryApprovals();
    const next = serviceOver(store, { desks: [() => ({ decision: 'reject_once' })] });
    const { argumentsDigest = '' } = await next.service.explain('send', bob, call);
    const asked = sampleQuestion({ ...call, tool: 'send', version: '2.0.0', argumentsDigest });
    const { approval } = await store.open(asked);
    await store.answer(approval.id, { decision: 'allow_always', scope: 'session' });
    expect(await next.service.execute('send', bob, call)).toMatchObject({ status: 'success' });
    expect(await next.service.execute('send', bob, { agent: 'coder' })).toMatchObject({ status: 'blocked' });
    expect(await next.service.grants.list()).toEqual([]);
  });

  test('"always" makes a grant, and the next call asks nobody', async () => {
    const store = new MemoryApprovals();
    const { service, ran } = serviceOver(store, { desks: [() => ({ decision: 'allow_always', by: 'ada' })] });
    await service.execute('send', bob, call);
    await service.execute('send', { to: 'eve' }, { agent: 'coder' });
    expect(ran).toHaveLength(2);
    expect(await store.list()).toHaveLength(1);
    expect(await service.grants.list()).toMatchObject([{ tool: 'send', agent: 'coder', grantedBy: 'ada' }]);
  });

  test('expires when nobody answers, also for a call that joined it late', async () => {
    const clock = createFakeClock();
    const store = new MemoryApprovals({ now: () => clock.now() });
    const first = serviceOver(store, { clock, approvalTimeout: 60_000 });
    const asking = first.service.execute('send', bob, call);
    await clock.advance(50_000);
    const second = serviceOver(store, { clock, approvalTimeout: 60_000 });
    const joining = second.service.execute('send', bob, call);
    await clock.advance(10_000);
    for (const calling of [asking, joining])
      expect(await calling).toMatchObject({
        errorCode: 'approval_expired',
        error: expect.stringContaining('60 s') as unknown,
      });
    expect(await store.list()).toMatchObject([{ status: 'expired' }]);
  });

  test('is withdrawn when the caller cancels, and a late click answers nothing', async () => {
    const store = new MemoryApprovals();
    const desk = slowDesk();
    const controller = new AbortController();
    const { service, ran } = serviceOver(store, { desks: [desk.desk] });
    const calling = service.execute('send', bob, { ...call, signal: controller.signal });
    const id = await pendingId(store);
    controller.abort();
    expect(await calling).toMatchObject({ errorCode: 'cancelled' });
    desk.answer({ decision: 'allow_once' });
    expect(await store.answer(id, { decision: 'allow_once' })).toMatchObject({ accepted: false });
    expect(await store.get(id)).toMatchObject({ status: 'withdrawn', decision: undefined });
    expect(desk.signals[0]?.reason).toMatchObject({ approval: { status: 'withdrawn' } });
    expect(ran).toEqual([]);
  });

  test('that is allowed while the caller cancels is not used up', async () => {
    const store = new MemoryApprovals();
    const controller = new AbortController();
    const { service, ran } = serviceOver(store);
    const calling = service.execute('send', bob, { ...call, signal: controller.signal });
    const id = await pendingId(store);
    const answering = store.answer(id, { decision: 'allow_once' });
    controller.abort();
    await answering;
    expect(await calling).toMatchObject({ errorCode: 'cancelled' });
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await store.get(id)).toMatchObject({ status: 'allowed' });
    expect(await service.execute('send', bob, call)).toMatchObject({ status: 'success' });
    expect(ran).toHaveLength(1);
  });

  test('is written down without secrets, and shown with what will run', async () => {
    const store = new MemoryApprovals();
    const shown: unknown[] = [];
    const { service } = serviceOver(store, {
      desks: [(question) => (shown.push(question.arguments), { decision: 'allow_once' })],
    });
    const variables = { secrets: { address: 'hidden-address' } };
    await service.execute('send', { to: '{{secrets.address}}', password: 'hunter2' }, { ...call, variables });
    expect(shown).toEqual([{ to: 'hidden-address', password: 'hunter2' }]);
    expect(JSON.stringify(await store.list())).not.toMatch(/hidden-address|hunter2/u);
    expect(await store.list()).toMatchObject([
      { question: { arguments: { to: '[redacted]', password: '[redacted]' } } },
    ]);
  });
});

describe('a call that is repeated under its id', () => {
  test('joins the question that its first process left behind, and goes through on the answer', async () => {
    const store = new MemoryApprovals();
    void serviceOver(store).service.execute('send', bob, call);
    const id = await pendingId(store);
    const { service, ran } = serviceOver(store);
    const repeated = service.execute('send', bob, call);
    await store.answer(id, { decision: 'allow_once' });
    // The first one may be faster: it is still alive here.
    const result = await repeated;
    expect(['success', 'blocked']).toContain(result.status);
    expect(await store.list()).toMatchObject([{ id, status: 'used' }]);
    expect(ran.length).toBe(result.status === 'success' ? 1 : 0);
  });

  test('uses an answer that was given in between, once', async () => {
    const store = new MemoryApprovals();
    const { service, ran } = serviceOver(store);
    await leaveBehind(store, 'allow_once');
    expect(await service.execute('send', bob, call)).toMatchObject({ status: 'success' });
    expect(await service.execute('send', bob, call)).toMatchObject({
      status: 'blocked',
      errorCode: 'approval_used',
      remedy: expect.stringContaining('new id') as unknown,
    });
    expect(ran).toHaveLength(1);
  });

  test.each([
    ['other arguments', 'send', { to: 'mallory' }, {}],
    ['more arguments', 'send', { to: 'bob', password: 'x' }, {}],
    ['another version', 'send', bob, { version: '1.0.0' }],
  ])('is refused with %s, whatever the state of the first', async (_, tool, given, options) => {
    for (const decision of [undefined, 'allow_once', 'allow_always', 'reject_once'] as const) {
      const store = new MemoryApprovals();
      const id = await leaveBehind(store, decision);
      const { service, ran } = serviceOver(store, { desks: [() => ({ decision: 'allow_once' })] });
      const result = await service.execute(tool, given, { ...call, ...options });
      expect(result).toMatchObject({ status: 'blocked', errorCode: 'approval_mismatch', station: 'approve' });
      expect(ran).toEqual([]);
      // And the first is as it was: its own call can still have it.
      const status = decision === undefined ? 'pending' : decision === 'reject_once' ? 'denied' : 'allowed';
      expect(await store.get(id)).toMatchObject({ status });
      if (status === 'allowed')
        expect(await service.execute('send', bob, call)).toMatchObject({ status: 'success' });
    }
  });

  test.each(['other', undefined])(
    'is another call when %s makes it: asked about by itself',
    async (agent) => {
      const store = new MemoryApprovals();
      const id = await leaveBehind(store, 'allow_once');
      const { service, ran } = serviceOver(store, { desks: [() => ({ decision: 'reject_once' })] });
      expect(await service.execute('send', bob, { ...call, agent })).toMatchObject({
        errorCode: 'approval_refused',
      });
      expect(ran).toEqual([]);
      expect(await store.get(id)).toMatchObject({ status: 'allowed' });
    },
  );

  /** The question of a process that is gone, and the answer it never heard. */
  async function leaveBehind(
    store: ApprovalStore,
    decision: ApprovalAnswer['decision'] | undefined,
  ): Promise<string> {
    const asked = Promise.withResolvers<string>();
    const dead: ApprovalStore = {
      open: async (question) => {
        const opened = await store.open(question);
        asked.resolve(opened.approval.id);
        return opened;
      },
      answer: () => new Promise(() => undefined),
      use: () => new Promise(() => undefined),
      withdraw: () => new Promise(() => undefined),
      get: () => new Promise(() => undefined),
      list: () => new Promise(() => undefined),
      watch: () => () => undefined,
    };
    void serviceOver(dead).service.execute('send', bob, call);
    const id = await asked.promise;
    if (decision !== undefined) await store.answer(id, { decision });
    return id;
  }
});

test('two calls of one id at once go through once', async () => {
  const store = new MemoryApprovals();
  const { service, ran } = serviceOver(store, { desks: [() => ({ decision: 'allow_once' })] });
  const results = await Promise.all([service.execute('send', bob, call), service.execute('send', bob, call)]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['blocked', 'success']);
  expect(ran).toHaveLength(1);
});

test('a store that cannot keep the question means no', async () => {
  const store = Object.assign(new MemoryApprovals(), { open: () => Promise.reject(new Error('disk full')) });
  const { service, ran } = serviceOver(store, { desks: [() => ({ decision: 'allow_once' })] });
  expect(await service.execute('send', bob, call)).toMatchObject({
    status: 'blocked',
    errorCode: 'approver_failed',
    error: expect.stringContaining('disk full') as unknown,
  });
  expect(ran).toEqual([]);
});

test('a store that cannot note the use means no', async () => {
  const store = Object.assign(new MemoryApprovals(), { use: () => Promise.reject(new Error('disk full')) });
  const { service, ran } = serviceOver(store, { desks: [() => ({ decision: 'allow_once' })] });
  expect(await service.execute('send', bob, call)).toMatchObject({ errorCode: 'approver_failed' });
  expect(ran).toEqual([]);
});
