import { openToolcrib, offerTools, type ApprovalStore, type StoredApproval, type Toolcrib } from 'toolcrib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ended, run, start, type Ended } from '../command.ts';
import { mockTool, temporaryProject } from '../project.ts';

/** Each starts many processes. */
vi.setConfig({ testTimeout: 120_000 });

const config = {
  tools: [
    mockTool('wipe', {
      destructive: true,
      parameters: { type: 'object', properties: { folder: { type: 'string', default: 'build' } } },
    }),
    mockTool('nuke', { approval: 'dangerous' }),
    mockTool('frozen', { approval: 'dangerous' }),
  ],
  agents: { coder: { permission: 'admin' }, other: { permission: 'admin' } },
  rules: [{ tool: 'frozen', decision: 'deny', reason: 'not this week' }],
};

const project = (): string => temporaryProject({ 'toolcrib.json': config });

async function open(cwd: string, options: Parameters<typeof openToolcrib>[0] = {}): Promise<Toolcrib> {
  const opened = await openToolcrib({
    trust: 'always',
    project: cwd,
    environment: { TOOLCRIB_LOG: 'off', TOOLCRIB_STATE: process.env['TOOLCRIB_STATE'] },
    ...options,
  });
  onTestFinished(() => opened.close());
  return opened;
}

/** The question that a call in some process asks. */
async function asked(store: ApprovalStore): Promise<StoredApproval> {
  for (;;) {
    const [pending] = await store.list({ status: 'pending' });
    if (pending !== undefined) return pending;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const wipe = (id: string, folder = 'build'): string =>
  JSON.stringify({ id, tool_name: 'wipe', arguments: { folder } });

const json = ({ stdout }: Ended): Record<string, unknown> => JSON.parse(stdout) as Record<string, unknown>;

test('A6.3 a question waits in the store until somebody answers it from elsewhere', async () => {
  const cwd = project();
  const { store } = await open(cwd);
  const calling = ended(
    start(['call', 'wipe', 'folder=src', '--json', '--wait', '--agent', 'coder'], { cwd }),
  );
  const { id } = await asked(store.approvals);

  const listed = await run(['approvals', 'list', '--json'], { cwd });
  expect(JSON.parse(listed.stdout)).toMatchObject([
    { id, status: 'pending', agent: 'coder', tool: 'wipe', arguments: { folder: 'src' }, risk: 'high' },
  ]);
  const allowed = await run(['approvals', 'allow', id, '--json'], { cwd });
  expect([allowed.code, json(allowed)['decision']]).toEqual([0, 'allow_once']);

  const { code, stdout, stderr } = await calling;
  expect(code).toBe(0);
  const by = json(allowed)['answered_by'];
  expect(JSON.parse(stdout)).toMatchObject({
    status: 'success',
    metadata: { approved_by: by, approval_id: id },
  });
  expect(stderr).toContain(`toolcrib approvals show ${id}`);
  expect(stderr).toContain(`Answered by ${String(by)}: yes.`);
  expect(await store.approvals.get(id)).toMatchObject({ status: 'used' });
});

test('A6.3 a no from elsewhere comes back with its word for the model', async () => {
  const cwd = project();
  const { store } = await open(cwd);
  const calling = ended(start(['execute_tool', wipe('c1'), '--wait'], { cwd }));
  const { id } = await asked(store.approvals);

  const denied = await run(['approvals', 'deny', id, '--note', 'not on a Friday'], { cwd });
  expect([denied.code, denied.stderr]).toEqual([0, `Denied: wipe (${id}).\n`]);

  const result = await calling;
  expect(result.code).toBe(3);
  expect(json(result)).toMatchObject({
    status: 'blocked',
    error_code: 'approval_refused',
    error: 'A person refused the call of wipe: not on a Friday',
  });
});

test('A6.3 after kill -9 the same call goes through on the answer that was given in between, once', async () => {
  const cwd = project();
  const { store } = await open(cwd);
  const killed = start(['execute_tool', wipe('job-7'), '--wait', '--agent', 'coder'], { cwd });
  const { id } = await asked(store.approvals);
  killed.kill('SIGKILL');
  await ended(killed);
  expect((await run(['approvals', 'allow', id], { cwd })).code).toBe(0);

  const again = (call: string, ...given: string[]): Promise<Ended> =>
    run(['execute_tool', call, '--wait', ...given], { cwd });
  const changed = await again(wipe('job-7', '/'), '--agent', 'coder');
  const repeated = await again(wipe('job-7'), '--agent', 'coder');
  const replayed = await again(wipe('job-7'), '--agent', 'coder');

  expect(changed.code).toBe(3);
  expect(json(changed)).toMatchObject({
    status: 'blocked',
    error_code: 'approval_mismatch',
    station: 'approve',
    remedy: expect.stringContaining('new id') as unknown,
  });
  expect(json(repeated)).toMatchObject({ status: 'success', metadata: { approval_id: id } });
  expect(json(replayed)).toMatchObject({ status: 'blocked', error_code: 'call_id_used' });
});

test('A6.3 a call that is cancelled takes its question back, and a late click answers nothing', async () => {
  const cwd = project();
  const { store } = await open(cwd);
  const cancelled = start(['call', 'wipe', '--wait'], { cwd });
  const { id } = await asked(store.approvals);
  cancelled.kill('SIGINT');
  expect((await ended(cancelled)).code).toBe(130);

  const late = await run(['approvals', 'allow', id], { cwd });
  expect(late.code).toBe(1);
  expect(late.stderr).toContain('withdrawn');
  const coded = await run(['approvals', 'deny', id, '--json'], { cwd });
  expect(json(coded)).toMatchObject({ status: 'error', error_code: 'approval_ended' });
  const nothing = await run(['approvals', 'allow', 'approval_1', '--json'], { cwd });
  expect([nothing.code, json(nothing)['error_code']]).toEqual([1, 'approval_not_found']);
});

test('A6.3 nobody who answers in time means no, also when the process is gone', async () => {
  const cwd = temporaryProject({
    'toolcrib.json': { ...config, defaults: { approval_timeout: 100 } },
  });
  const { code, stdout } = await run(['execute_tool', wipe('c1'), '--wait'], { cwd });
  expect([code, (JSON.parse(stdout) as { error_code: string }).error_code]).toEqual([3, 'approval_expired']);
  const { store } = await open(cwd);
  expect(await store.approvals.list()).toMatchObject([{ status: 'expired', answeredBy: undefined }]);
});

test('A6.3 two that answer at once: one is told that it counts, the other whose answer did', async () => {
  const cwd = project();
  const { store } = await open(cwd);
  const calling = ended(start(['call', 'wipe', '--wait'], { cwd }));
  const { id } = await asked(store.approvals);
  const answers = await Promise.all([
    run(['approvals', 'allow', id], { cwd }),
    run(['approvals', 'deny', id], { cwd }),
  ]);
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([0, 1]));
  expect((await calling).code).toBe(answers[0]?.code === 0 ? 0 : 3);
});

test('A6.3 "always" from elsewhere is a grant, for this agent and until it is revoked', async () => {
  const cwd = project();
  const { store, service } = await open(cwd);
  const calling = ended(start(['call', 'wipe', '--wait', '--agent', 'coder'], { cwd }));
  const { id } = await asked(store.approvals);
  await run(['approvals', 'allow', id, '--always'], { cwd });
  expect((await calling).code).toBe(0);

  const call = async (agent: string): Promise<string> =>
    (await service.execute('wipe', { folder: 'x' }, { agent })).status;
  expect([await call('coder'), await call('other')]).toEqual(['success', 'blocked']);
  const [grant] = JSON.parse((await run(['grants', 'list', '--json'], { cwd })).stdout) as { id: string }[];
  expect(grant).toMatchObject({ tool: 'wipe', agent: 'coder', scope: 'agent', approval: 'confirm' });
  expect((await run(['grants', 'revoke', grant?.id ?? ''], { cwd })).code).toBe(0);
  expect(await call('coder')).toBe('blocked');
  expect((await run(['grants', 'revoke', grant?.id ?? ''], { cwd })).code).toBe(1);
});

test('A6.3 "always" for a call whose process is dead is a grant at once', async () => {
  const cwd = project();
  const { store, service } = await open(cwd);
  const killed = start(['call', 'wipe', '--wait', '--agent', 'coder'], { cwd });
  const { id } = await asked(store.approvals);
  killed.kill('SIGKILL');
  await ended(killed);
  const allowed = await run(['approvals', 'allow', id, '--always', '--json'], { cwd });
  const [grant] = await store.grants.list();
  expect(json(allowed)).toMatchObject({ status: 'allowed', decision: 'allow_always', grant_id: grant?.id });
  expect(grant).toMatchObject({ tool: 'wipe', agent: 'coder', scope: 'agent' });
  expect(await service.execute('wipe', { folder: 'x' }, { agent: 'coder' })).toMatchObject({
    status: 'success',
  });
});

test('A6.3 a yes for the session is one for the process that asked, and for this agent', async () => {
  const cwd = project();
  const [asking, other] = [await open(cwd, { desks: [] }), await open(cwd)];
  const calling = asking.service.execute('wipe', {}, { agent: 'coder' });
  const { id } = await asked(asking.store.approvals);
  const allowed = await run(['approvals', 'allow', id, '--always', '--scope', 'session', '--json'], { cwd });
  expect(json(allowed)).toMatchObject({ decision: 'allow_always', scope: 'session', grant_id: null });
  expect(await calling).toMatchObject({ status: 'success' });
  const call = async ({ service }: Toolcrib, agent: string): Promise<string> =>
    (await service.execute('wipe', { folder: 'x' }, { agent })).status;
  expect([await call(asking, 'coder'), await call(other, 'coder')]).toEqual(['success', 'blocked']);
  expect(await asking.service.explain('wipe', {}, { agent: 'coder' })).toMatchObject({
    outcome: 'run',
    grant: { scope: 'session' },
  });
  expect(await asking.service.explain('wipe', {}, { agent: 'other' })).toMatchObject({ outcome: 'ask' });
  expect(await other.store.grants.list({ all: true })).toEqual([]);
});

test('A6.3 without a person and without --wait nothing is asked and nothing is kept', async () => {
  const cwd = project();
  const { store } = await open(cwd);
  const { code, stdout } = await run(['execute_tool', wipe('c1')], { cwd });
  expect([code, (JSON.parse(stdout) as { error_code: string }).error_code]).toEqual([3, 'no_approver']);
  expect(await store.approvals.list()).toEqual([]);
});

test('A6.3 every door leads past the same station', async () => {
  const cwd = project();
  const { service, store } = await open(cwd, {
    desks: [({ tool }, { approvalId }) => ({ decision: 'reject_once', note: `${tool} ${approvalId}` })],
  });
  const offer = offerTools('openai', service.listTools({ agent: 'coder' }));
  const named = { name: 'wipe', arguments: '{"folder":"offer"}' };
  const calls = offer.calls({
    choices: [{ message: { tool_calls: [{ id: 'o1', type: 'function', function: named }] } }],
  });
  const results = [
    await service.execute('wipe', { folder: 'execute' }),
    ...(await service.executeAll([{ toolName: 'wipe', arguments: { folder: 'executeAll' } }])),
    ...(await service.executeAll(calls, { agent: 'coder' })),
  ];
  for (const result of results)
    expect(result).toMatchObject({ status: 'blocked', errorCode: 'approval_refused', station: 'approve' });

  for (const given of [
    ['call', 'wipe', 'folder=call'],
    ['execute_tool', wipe('c1', 'execute_tool')],
  ]) {
    const calling = ended(start([...given, '--wait'], { cwd }));
    await store.approvals.answer((await asked(store.approvals)).id, { decision: 'reject_once' });
    expect((await calling).code).toBe(3);
  }
  const folders = (await store.approvals.list()).map(({ question }) => question.arguments['folder']);
  expect(folders.toReversed()).toEqual(['execute', 'executeAll', 'offer', 'call', 'execute_tool']);
});

test('A6.3 calls whose ids only count within one response never share a question', async () => {
  const { service, store } = await open(project(), { desks: [() => ({ decision: 'allow_once' })] });
  const offer = offerTools('ollama', service.listTools());
  const calls = (folder: string): ReturnType<typeof offer.calls> =>
    offer.calls({ message: { tool_calls: [{ function: { name: 'wipe', arguments: { folder } } }] } });
  for (const folder of ['a', 'b', 'a'])
    expect(await service.executeAll(calls(folder))).toMatchObject([{ status: 'success' }]);
  expect(await store.approvals.list()).toHaveLength(3);
});

test('A6.4 a person grants a dangerous tool, to one agent, for these arguments, for a while', async () => {
  const cwd = project();
  const { service } = await open(cwd);
  const call = async (tool: string, agent: string, given: object = {}): Promise<string> => {
    const result = await service.execute(tool, given, { agent });
    return result.status === 'success' ? 'ran' : result.errorCode;
  };
  expect(await call('nuke', 'coder')).toBe('grant_required');

  const careless = await run(['grants', 'add', 'nuke', '--agent', 'coder'], { cwd });
  expect([careless.code, careless.stderr]).toEqual([2, expect.stringContaining('--dangerous')]);
  expect(await call('nuke', 'coder')).toBe('grant_required');

  const added = await run(
    ['grants', 'add', 'nuke', '--agent', 'coder', '--dangerous', '--expires', '2h', '--json'],
    { cwd },
  );
  expect(json(added)).toMatchObject({ tool: 'nuke', agent: 'coder', approval: 'dangerous', scope: 'agent' });
  const expires = Date.parse(String(json(added)['expires_at']));
  expect(expires - Date.parse(String(json(added)['granted_at']))).toBeLessThanOrEqual(7_200_000);
  expect([await call('nuke', 'coder'), await call('nuke', 'other')]).toEqual(['ran', 'grant_required']);

  // Deny beats grant, whoever gave it.
  await run(['grants', 'add', 'frozen', '--agent', 'coder', '--dangerous'], { cwd });
  expect(await call('frozen', 'coder')).toBe('denied_by_rule');

  // A default that is filled in belongs to the arguments.
  await run(['grants', 'add', 'wipe', '--agent', 'coder', '--arguments', '{}'], { cwd });
  expect(await call('wipe', 'coder', { folder: 'build' })).toBe('ran');
  expect(await call('wipe', 'coder', { folder: 'src' })).toBe('no_approver');
});

test('A6.4 a yes to confirm is none to dangerous', async () => {
  const cwd = project();
  const { service, store } = await open(cwd);
  await store.grants.add({ tool: 'nuke', agent: 'coder', approval: 'confirm' });
  expect(await service.execute('nuke', {}, { agent: 'coder' })).toMatchObject({
    errorCode: 'grant_required',
  });
});

test('A6.4 explain names the grant that decides: whose it is, how far it reaches, how long it holds', async () => {
  const cwd = project();
  const { store } = await open(cwd);
  const expiresAt = Date.parse('2126-01-01T00:00:00Z');
  const { id } = await store.grants.add({ tool: 'nuke', agent: 'coder', grantedBy: 'ada', expiresAt });

  const shown = await run(['explain', 'nuke', '--agent', 'coder'], { cwd });
  expect(shown.stdout).toContain(`${id}: granted by ada (scope agent, until 2126-01-01T00:00:00.000Z)`);
  const explained = await run(['explain', 'nuke', '--agent', 'coder', '--json'], { cwd });
  expect(json(explained)).toMatchObject({
    outcome: 'run',
    grant: { id, scope: 'agent', granted_by: 'ada', expires_at: '2126-01-01T00:00:00.000Z' },
  });
  const chinese = await run(['explain', 'nuke', '--agent', 'coder', '--locale', 'zh-CN'], { cwd });
  expect(chinese.stdout).toContain(`${id}：由 ada 授权`);
});

test('A6.4 a store that cannot be read grants nothing, and the refusal says so', async () => {
  const cwd = temporaryProject({
    'toolcrib.json': { ...config, store: 'postgres://nobody@127.0.0.1:1/none' },
  });
  const { code, stdout } = await run(['call', 'nuke', '--json'], { cwd });
  expect(code).toBe(3);
  expect(JSON.parse(stdout)).toMatchObject({
    status: 'blocked',
    error_code: 'grants_unavailable',
    station: 'authorize',
  });
});

test('A6.4 wrong usage of the commands is told, in the language of the user', async () => {
  const cwd = project();
  for (const given of [
    ['approvals', 'perhaps'],
    ['approvals', 'allow'],
    ['approvals', 'list', 'x'],
    ['grants', 'add'],
    ['grants', 'revoke'],
    ['grants', 'add', 'wipe', '--agent', 'nobody'],
    ['grants', 'add', 'wipe', '--scope', 'session'],
    ['grants', 'add', 'wipe', '--scope', 'project'],
    ['grants', 'add', 'wipe', '--scope', 'call'],
    ['grants', 'add', 'wipe', '--scope', 'agent', '--arguments', '{}'],
    ['approvals', 'allow', 'approval_1', '--scope', 'session'],
    ['approvals', 'allow', 'approval_1', '--always', '--scope', 'agent'],
    ['grants', 'add', 'wipe', '--expires', 'yesterday'],
    ['grants', 'add', 'wipe', '--arguments', '{'],
    ['grants', 'add', 'wipe', '--arguments', '{"folder": 1}'],
  ]) {
    const { code, stderr } = await run([...given, '--locale', 'zh-CN'], { cwd });
    expect(code, given.join(' ')).toBe(2);
    expect(stderr).toMatch(/\p{Script=Han}/u);
  }
});
