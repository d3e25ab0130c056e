import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ServiceProblem } from '../../packages/toolcrib/src/http/client.ts';
import { services } from '../../packages/toolcrib/src/http/service.test-support.ts';
import { hasTerminal, startAtTerminal } from '../at-terminal.ts';
import { run } from '../command.ts';
import { temporaryProject } from '../project.ts';

/** Each starts processes or a server. */
vi.setConfig({ testTimeout: 120_000 });

const { serveProject } = services(onTestFinished);

const config = {
  agents: { reader: { permission: 'read_only' } },
  rules: [{ tool: 'Write', decision: 'allow' }],
};

const writes = (file: string, id?: string): { tool_name: string; arguments: object; id?: string } => ({
  tool_name: 'Write',
  arguments: { file_path: file, content: file },
  ...(id !== undefined && { id }),
});

interface Scene {
  readonly cwd: string;
  readonly exists: (file: string) => boolean;
}

function scene(): Scene {
  const cwd = temporaryProject({ 'toolcrib.json': config });
  return { cwd, exists: (file) => existsSync(join(cwd, file)) };
}

interface Shown {
  readonly call_id: string;
  readonly hash: string;
  readonly agent: string;
}

async function problemOf(asked: Promise<unknown>): Promise<ServiceProblem['problem']> {
  const thrown: unknown = await asked.then(() => undefined).catch((error: unknown) => error);
  if (thrown instanceof ServiceProblem) return thrown.problem;
  throw new Error('no problem was told', { cause: thrown });
}

test('an agent that takes the ids of the operator changes no page, and its blocked call is not replayed unseen', async () => {
  const { cwd, exists } = scene();
  const { client } = await serveProject(cwd);
  const operator = await client();
  const attacker = await client({ agent: 'reader', name: 'reader', scopes: ['read', 'call'] });
  await operator.ask('execute_tool', writes('own.txt', 'deploy-7') as never);
  const own = await operator.ask('get_record', { call_id: 'deploy-7' });

  // The key of the operator's record, the id that it was given, and what an id that counts would be next.
  for (const id of [own.call_id, 'deploy-7', 'deploy-8', own.call_id.replace(/.$/u, '0')])
    expect(await attacker.ask('execute_tool', writes('evil.txt', id) as never)).toMatchObject({
      status: 'blocked',
      error_code: 'permission_denied',
    });
  expect(await operator.ask('get_record', { call_id: own.call_id })).toEqual(own);
  expect(await problemOf(operator.ask('get_record', { call_id: 'deploy-7' }))).toMatchObject({
    status: 409,
    code: 'record_ambiguous',
    candidates: [
      { agent: 'reader', status: 'blocked' },
      { call_id: own.call_id, agent: 'user' },
    ],
  });
  const { call_id, hash } = own;
  expect(await operator.ask('replay_call', { call_id, hash })).toMatchObject({ status: 'success' });
  expect(await operator.ask('replay_call', { call_id: 'deploy-7', hash })).toMatchObject({
    status: 'success',
    metadata: { tool_name: 'Write' },
  });
  expect(exists('evil.txt')).toBe(false);
  // What is the operator's is not there for the agent, nor is its existence told.
  expect(await attacker.ask('get_record', { call_id: 'deploy-7' })).toMatchObject({ agent: 'reader' });
  expect(await problemOf(attacker.ask('get_record', { call_id }))).toMatchObject({
    code: 'record_not_found',
  });
  expect(await problemOf(attacker.ask('replay_call', { call_id, hash }))).toMatchObject({
    code: 'record_not_found',
  });
});

test('over HTTP a replay names the record by its hash, and as whom it runs when somebody else made the call', async () => {
  const { cwd, exists } = scene();
  const { client } = await serveProject(cwd);
  const operator = await client();
  const attacker = await client({ agent: 'reader', name: 'reader', scopes: ['read', 'call'] });
  await attacker.ask('execute_tool', writes('evil.txt', '1') as never);
  const { call_id, hash } = await operator.ask('get_record', { call_id: '1' });

  const refused = [
    [{ call_id }, 'request_not_valid'],
    [{ call_id, hash: true }, 'request_not_valid'],
    [{ call_id, hash: '' }, 'record_differs'],
    [{ call_id, hash: hash.replace(/.$/u, hash.endsWith('0') ? '1' : '0') }, 'record_differs'],
    [{ call_id, hash }, 'replay_unconfirmed'],
    [{ call_id, hash, as: 'reader' }, 'replay_unconfirmed'],
    [{ call_id, hash, as: 'User' }, 'replay_unconfirmed'],
    [{ call_id, hash, confirmed: true }, 'request_not_valid'],
  ] as const;
  for (const [input, code] of refused)
    expect([input, await problemOf(operator.ask('replay_call', input as never))]).toMatchObject([
      input,
      { code },
    ]);
  expect(await attacker.ask('replay_call', { call_id, hash })).toMatchObject({
    status: 'blocked',
    error_code: 'permission_denied',
  });
  expect(await problemOf(attacker.ask('replay_call', { call_id, hash, as: 'user' }))).toMatchObject({
    code: 'agent_not_yours',
  });
  expect(exists('evil.txt')).toBe(false);

  expect(await operator.ask('explain_replay', { call_id, hash })).toMatchObject({
    record: { agent: 'reader', status: 'blocked', error_code: 'permission_denied' },
    recorded_permission: 'read_only',
    replay: {
      agent: 'user',
      permission: 'admin',
      tool: expect.stringMatching(/^Write/u) as string,
      arguments: { file_path: 'evil.txt', content: 'evil.txt' },
      outcome: 'run',
    },
  });
  expect(exists('evil.txt')).toBe(false);
  expect(await operator.ask('replay_call', { call_id, hash, as: 'user' })).toMatchObject({
    status: 'success',
  });
  expect(exists('evil.txt')).toBe(true);
  expect((await operator.ask('list_history', { limit: 1 })).items).toMatchObject([
    { agent: 'user', replay_of: call_id },
  ]);
});

/** A blocked call of an agent, as its record is listed. */
async function blocked(cwd: string): Promise<Shown> {
  const given = ['execute_tool', JSON.stringify(writes('evil.txt', '1')), '--agent', 'reader'];
  expect((await run(given, { cwd })).code).toBe(3);
  const [record] = JSON.parse((await run(['history', '--json'], { cwd })).stdout) as [Shown];
  return record;
}

test('at the command without a terminal a replay needs --yes or the hash, and says whose call it was in any case', async () => {
  const { cwd, exists } = scene();
  const { call_id, hash } = await blocked(cwd);
  const replay = (...given: string[]): ReturnType<typeof run> => run(['replay', ...given], { cwd });

  const unconfirmed = await replay(call_id, '--json');
  expect([unconfirmed.code, JSON.parse(unconfirmed.stdout)]).toMatchObject([
    2,
    { error_code: 'replay_unconfirmed', error: expect.stringContaining(hash) as string },
  ]);
  expect((await replay(call_id, '--no')).code).toBe(3);
  const other = await replay(call_id, '--hash', 'f'.repeat(64), '--json');
  expect([other.code, JSON.parse(other.stdout)]).toMatchObject([2, { error_code: 'record_differs' }]);
  expect(exists('evil.txt')).toBe(false);

  const confirmed = await replay('1', '--hash', hash);
  expect(confirmed.code).toBe(0);
  expect(exists('evil.txt')).toBe(true);
  for (const { stderr } of [unconfirmed, confirmed, await replay(call_id, '--yes')])
    expect(stderr.split('\n')).toEqual(
      expect.arrayContaining([
        expect.stringMatching(
          new RegExp(
            `^Call ${call_id} was made by reader \\(read_only\\) at .* ended with blocked: permission_denied`,
            'u',
          ),
        ),
        'This will run as user (admin):',
        expect.stringMatching(/^ {2}tool: Write@/u),
        '  arguments: {"file_path":"evil.txt","content":"evil.txt"}',
        'The call was refused to reader. Your rights decide about the replay.',
      ]),
    );
});

test('an id that several callers gave names the candidates, and none of them runs', async () => {
  const { cwd, exists } = scene();
  const { call_id } = await blocked(cwd);
  await run(['execute_tool', JSON.stringify(writes('own.txt', '1'))], { cwd });
  const [own] = JSON.parse((await run(['history', '--json', '--agent', 'user'], { cwd })).stdout) as [Shown];
  for (const command of [['history', 'show'], ['replay'], ['feedback']]) {
    const { code, stdout, stderr } = await run(
      [...command, '1', ...(command[0] === 'feedback' ? ['+1'] : [])],
      { cwd },
    );
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(new RegExp(`^${own.call_id} .* user .*success.*${own.hash}$`, 'mu'));
    expect(stderr).toMatch(new RegExp(`^${call_id} .* reader .*blocked`, 'mu'));
  }
  expect((await run(['replay', '1', '--yes'], { cwd })).code).toBe(2);
  const shown = await run(['history', 'show', '1', '--hash', own.hash, '--json'], { cwd });
  expect(JSON.parse(shown.stdout)).toMatchObject({ call_id: own.call_id, given_id: '1' });
  expect(exists('evil.txt')).toBe(false);
});

test.runIf(hasTerminal)(
  'at a terminal a person is shown whose call it was and asked; only a yes replays it',
  async () => {
    const { cwd, exists } = scene();
    const { call_id } = await blocked(cwd);
    for (const [answer, code] of [
      ['', 3],
      ['n', 3],
      ['yep', 3],
      ['y', 0],
    ] as const) {
      const terminal = startAtTerminal(['replay', call_id], { cwd });
      await terminal.shows('Make this call again? [y/N]');
      expect(exists('evil.txt')).toBe(false);
      terminal.type(`${answer}\r`);
      const { shown, code: ended } = await terminal.end();
      expect([answer, ended]).toEqual([answer, code]);
      expect(shown).toContain('was made by reader (read_only)');
      expect(shown).toContain('This will run as user (admin):');
    }
    expect(exists('evil.txt')).toBe(true);
  },
);
