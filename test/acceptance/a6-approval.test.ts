import {
  defineTool,
  ToolService,
  type Approval,
  type ApprovalAnswer,
  type Tool,
  type ToolServiceOptions,
} from '@toolcrib/core';
import { createFakeClock, scriptedApprover } from '@toolcrib/core/testing';
import { expect, test } from 'vitest';
import { run } from '../command.ts';
import { temporaryProject } from '../project.ts';
import { thrownBy } from './thrown-by.ts';

function serviceWith(
  approval: Approval,
  options: ToolServiceOptions = {},
): { service: ToolService; ran: unknown[]; tool: Tool } {
  const ran: unknown[] = [];
  const service = new ToolService({ builtins: false, ...options });
  const tool = service.registerTool(
    defineTool({
      name: 'act',
      description: 'Act.',
      approval,
      parameters: { type: 'object', properties: { on: { type: 'string' } } },
      run: (input) => {
        ran.push(input);
        return 'done';
      },
    }),
  );
  return { service, ran, tool };
}

const configured = (approval: Approval): object => ({
  tools: [
    {
      name: 'act',
      description: 'Act.',
      approval,
      type: 'function',
      handler: 'act',
      parameters: { type: 'object' },
      implementation: { type: 'mock', mock_response: 'done' },
    },
  ],
});

test.each(['safe', 'confirm', 'dangerous'] as const)('A6.1 a tool can declare the level %s', (approval) => {
  expect(serviceWith(approval).tool.approval).toBe(approval);
});

test('A6.1 a level that does not exist is refused', () => {
  const error = thrownBy(() => serviceWith('harmless' as Approval));

  expect(error).toMatchObject({
    code: 'invalid_definition',
    data: {
      problems: [{ kind: 'not_one_of', field: 'approval', allowed: ['safe', 'confirm', 'dangerous'] }],
    },
  });
});

test('A6.2 a safe tool runs by itself and nobody is asked', async () => {
  const { approver, questions } = scriptedApprover([]);
  const { service, ran } = serviceWith('safe', { approver });

  const result = await service.execute('act');

  expect(result).toMatchObject({
    status: 'success',
    output: 'done',
    metadata: { approval: { kind: 'not_needed' } },
  });
  expect(ran).toHaveLength(1);
  expect(questions).toEqual([]);
});

test('A6.2 the command runs a safe tool without a person', async () => {
  const cwd = temporaryProject({ 'toolcrib.json': configured('safe') });

  expect(await run(['call', 'act'], { cwd })).toEqual({ code: 0, stdout: 'done\n', stderr: '' });
});

test('A6.3 a confirm tool runs only after the person has said yes', async () => {
  let answer: (answer: ApprovalAnswer) => void = () => undefined;
  const asked = Promise.withResolvers<unknown>();
  const { service, ran } = serviceWith('confirm', {
    approver: (question) => {
      asked.resolve(question);
      return new Promise((resolve) => (answer = resolve));
    },
  });

  const calling = service.execute('act', { on: 'this' });
  expect(await asked.promise).toMatchObject({ tool: 'act', version: '1.0.0', arguments: { on: 'this' } });
  expect(ran).toEqual([]);
  answer({ decision: 'allow_once', by: 'Ada' });

  expect(await calling).toMatchObject({
    status: 'success',
    metadata: { approval: { kind: 'answered', by: 'Ada' } },
  });
  expect(ran).toEqual([{ on: 'this' }]);
});

test('A6.3 a no blocks the call, with the word that the person gave', async () => {
  const { approver } = scriptedApprover([{ decision: 'reject_once', note: 'not on a Friday' }]);
  const { service, ran } = serviceWith('confirm', { approver });

  expect(await service.execute('act')).toMatchObject({
    status: 'blocked',
    errorCode: 'approval_refused',
    station: 'approve',
    error: 'A person refused the call of act: not on a Friday',
  });
  expect(ran).toEqual([]);
});

test('A6.3 nobody to ask means no', async () => {
  const { service, ran } = serviceWith('confirm');

  expect(await service.execute('act')).toMatchObject({
    status: 'blocked',
    errorCode: 'no_approver',
    station: 'approve',
  });
  expect(ran).toEqual([]);
});

test.each([undefined, null, {}, { decision: 'yes' }, { decision: true }, 'allow_once'])(
  'A6.3 an answer that is not one of the known ones means no: %j',
  async (answer) => {
    const { service, ran } = serviceWith('confirm', { approver: () => answer as unknown as ApprovalAnswer });

    expect(await service.execute('act')).toMatchObject({ status: 'blocked', errorCode: 'approval_refused' });
    expect(ran).toEqual([]);
  },
);

test('A6.3 a question that nobody answers in time means no', async () => {
  const clock = createFakeClock();
  const { service, ran } = serviceWith('confirm', {
    clock,
    approvalTimeout: 30_000,
    approver: () => new Promise(() => undefined),
  });

  const calling = service.execute('act');
  await clock.advance(30_000);

  expect(await calling).toMatchObject({
    status: 'blocked',
    errorCode: 'approval_expired',
    station: 'approve',
    error: 'Nobody answered the question about act within 30 s. Call again to ask again.',
  });
  expect(ran).toEqual([]);
});

test('A6.3 a caller who cancels withdraws the question, and the call is cancelled', async () => {
  const asked = Promise.withResolvers<AbortSignal | undefined>();
  const controller = new AbortController();
  const { service, ran } = serviceWith('confirm', {
    approver: (_, { signal }) => {
      asked.resolve(signal);
      return new Promise(() => undefined);
    },
  });

  const calling = service.execute('act', {}, { signal: controller.signal });
  const withdrawn = await asked.promise;
  controller.abort();

  expect(await calling).toMatchObject({
    status: 'error',
    errorCode: 'cancelled',
    errorType: 'CancelledError',
  });
  expect(withdrawn?.aborted).toBe(true);
  expect(ran).toEqual([]);
});

test('A6.3 a yes counts for one call, a standing yes for the next ones of the same agent', async () => {
  const { approver, questions } = scriptedApprover(['allow_once', 'allow_always', 'reject_once']);
  const agents = { one: { permission: 'admin' }, other: { permission: 'admin' } } as const;
  const { service } = serviceWith('confirm', { approver, agents });
  const status = async (agent: string): Promise<string> =>
    (await service.execute('act', {}, { agent })).status;

  expect([await status('one'), await status('one'), await status('one')]).toEqual([
    'success',
    'success',
    'success',
  ]);
  expect(questions).toHaveLength(2);
  expect(await status('other')).toBe('blocked');
  expect(questions).toHaveLength(3);
});

test('A6.3 the command blocks without a person, and takes an answer given beforehand', async () => {
  const cwd = temporaryProject({ 'toolcrib.json': configured('confirm') });

  const alone = await run(['call', 'act', '--json'], { cwd });
  const yes = await run(['call', 'act', '--json', '--yes'], { cwd });
  const no = await run(['call', 'act', '--json', '--no'], { cwd });

  expect(alone.code).toBe(3);
  expect(JSON.parse(alone.stdout)).toMatchObject({ status: 'blocked', error_code: 'no_approver' });
  expect(yes.code).toBe(0);
  expect(JSON.parse(yes.stdout)).toMatchObject({
    status: 'success',
    output: 'done',
    metadata: { approved_by: '--yes' },
  });
  expect(no.code).toBe(3);
  expect(JSON.parse(no.stdout)).toMatchObject({ status: 'blocked', error_code: 'approval_refused' });
});

test('A6.4 a dangerous tool is refused, and a yes to a question is not asked for', async () => {
  const { approver, questions } = scriptedApprover(['allow_once', 'allow_always']);
  const { service, ran } = serviceWith('dangerous', { approver });

  expect(await service.execute('act')).toMatchObject({
    status: 'blocked',
    errorCode: 'grant_required',
    station: 'authorize',
    rule: 'approval: dangerous',
  });
  expect(questions).toEqual([]);
  expect(ran).toEqual([]);
});

test('A6.4 an explicit grant lets a dangerous tool run, for that agent alone, until it is revoked', async () => {
  const agents = { one: { permission: 'admin' }, other: { permission: 'admin' } } as const;
  const { service, ran } = serviceWith('dangerous', { agents });
  const outcome = async (agent: string | undefined): Promise<string> => {
    const result = await service.execute('act', {}, { agent });
    return result.status === 'success' ? 'ran' : result.errorCode;
  };

  const grant = await service.grants.add({ tool: 'act', agent: 'one', grantedBy: 'Ada' });

  expect(await outcome('one')).toBe('ran');
  expect(await outcome('other')).toBe('grant_required');
  expect(await outcome(undefined)).toBe('grant_required');
  await service.grants.revoke(grant.id);
  expect(await outcome('one')).toBe('grant_required');
  expect(ran).toHaveLength(1);
});

test('A6.4 a rule that names the tool is a grant, a pattern that happens to cover it is not', async () => {
  const allow = (tool: string): ToolServiceOptions => ({ rules: [{ tool, decision: 'allow' }] });

  expect(await serviceWith('dangerous', allow('act')).service.execute('act')).toMatchObject({
    status: 'success',
  });
  for (const pattern of ['*', 'a*', 'ac?']) {
    expect(await serviceWith('dangerous', allow(pattern)).service.execute('act')).toMatchObject({
      status: 'blocked',
      errorCode: 'grant_required',
    });
  }
});

test('A6.4 a deny rule is stronger than a grant', async () => {
  const { service } = serviceWith('dangerous', {
    rules: [{ tool: 'act', decision: 'deny', reason: 'frozen' }],
  });
  await service.grants.add({ tool: 'act' });

  expect(await service.execute('act')).toMatchObject({
    status: 'blocked',
    errorCode: 'denied_by_rule',
    rule: 'rules[0]',
    error: 'act is denied by the rule at rules[0]: frozen',
  });
});

test('A6.4 the command refuses a dangerous tool, whatever was answered beforehand', async () => {
  const cwd = temporaryProject({ 'toolcrib.json': configured('dangerous') });

  const { code, stdout } = await run(['call', 'act', '--json', '--yes'], { cwd });

  expect(code).toBe(3);
  expect(JSON.parse(stdout)).toMatchObject({
    status: 'blocked',
    error_code: 'grant_required',
    station: 'authorize',
  });
});
