import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { userInfo } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { hasTerminal, startAtTerminal } from '../at-terminal.ts';
import { ended, run, start } from '../command.ts';
import { mockTool, storeOf, temporaryProject } from '../project.ts';

/** Each starts many processes. */
vi.setConfig({ testTimeout: 120_000 });

const user = userInfo().username;
const remove = ['Bash', 'command=rm -rf precious.txt'];

function project(config: object = {}): string {
  return temporaryProject({ 'toolcrib.json': config, 'precious.txt': 'x' });
}

interface Wire {
  readonly id: string;
  readonly shown_digest: string;
  readonly status: string;
  readonly answered_by: string | null;
  readonly arguments: object;
}

async function list(cwd: string, ...given: readonly string[]): Promise<readonly Wire[]> {
  return JSON.parse((await run(['approvals', 'list', '--json', ...given], { cwd })).stdout) as Wire[];
}

async function waiting(cwd: string): Promise<Wire> {
  for (;;) {
    const [first] = await list(cwd);
    if (first !== undefined) return first;
    await wait(20);
  }
}

test('an answer counts only for the digest that it names, and is recorded under the user of the machine', async () => {
  const cwd = project();
  const calling = ended(start(['call', ...remove, '--wait'], { cwd }));
  const { id, shown_digest: digest } = await waiting(cwd);
  const shown = await run(['approvals', 'show', id], { cwd });
  expect(shown.stdout).toContain(`Digest of what is shown: ${digest}`);
  const other = await run(['approvals', 'allow', id, '--digest', 'f'.repeat(64), '--json'], { cwd });
  expect([other.code, JSON.parse(other.stdout)]).toMatchObject([
    3,
    { error_code: 'approval_not_seen', remedy: expect.stringMatching(/.+/u) as unknown },
  ]);
  expect(existsSync(join(cwd, 'precious.txt'))).toBe(true);
  // What the environment says about the user is whatever somebody has put there.
  const env = { USER: 'ada', LOGNAME: 'ada', USERNAME: 'ada' };
  expect((await run(['approvals', 'allow', id, '--digest', digest], { cwd, env })).code).toBe(0);
  expect((await calling).code).toBe(0);
  expect(await list(cwd, '--all')).toMatchObject([{ status: 'used', answered_by: `terminal:${user}` }]);
});

test('a person approves within the scope that the configuration gives them', async () => {
  const limits = { [user]: { agents: ['user'], tools: ['order*', 'Bash'], max_risk: 'medium' } };
  const cwd = project({ approvers: limits, tools: [mockTool('other', { approval: 'confirm' })] });
  start(['call', ...remove, '--wait'], { cwd });
  const { id } = await waiting(cwd);
  for (const words of [
    ['allow', id],
    ['deny', id],
    ['allow', id, '--always'],
  ]) {
    const { code, stderr } = await run(['approvals', ...words], { cwd });
    expect([code, stderr]).toEqual([
      3,
      expect.stringMatching(
        /"terminal:.+" may not approve this call of Bash: its risk is higher.+Let another/u,
      ),
    ]);
  }
  const granted = await run(['grants', 'add', 'other'], { cwd });
  expect([granted.code, granted.stderr]).toEqual([3, expect.stringContaining('may not approve')]);
  const chinese = await run(['approvals', 'allow', id, '--locale', 'zh-CN'], { cwd });
  expect(chinese.stderr).toContain('无权批准');
  expect(existsSync(join(cwd, 'precious.txt'))).toBe(true);
  const nobody = project({ approvers: { 'somebody else': {} } });
  start(['call', ...remove, '--wait'], { cwd: nobody });
  const refused = await run(['approvals', 'allow', (await waiting(nobody)).id], { cwd: nobody });
  expect([refused.code, existsSync(join(nobody, 'precious.txt'))]).toEqual([3, true]);
});

test.skipIf(!hasTerminal)('at the prompt, who may not approve a call is not asked', async () => {
  const cwd = project({ approvers: { [user]: { max_risk: 'low' } } });
  const terminal = startAtTerminal(['call', ...remove], { cwd });
  await terminal.shows('may not approve this call of Bash');
  terminal.type('allow\r');
  const { id } = await waiting(cwd);
  expect(existsSync(join(cwd, 'precious.txt'))).toBe(true);
  expect(id).toMatch(/^approval_/u);
  terminal.signal('SIGINT');
  expect((await terminal.end()).shown).not.toContain('Type a word');
});

test('what was shown is gone from the disk after the answer; until then only the user reads it', async () => {
  const cwd = project({ tools: [mockTool('keep', { approval: 'confirm' })] });
  // Longer than a page of the database.
  const secret = `password=swordfish-${'99'.repeat(5000)}`;
  const calling = ended(start(['call', 'keep', `what=${secret}`, '--wait'], { cwd }));
  const { id, arguments: shown } = await waiting(cwd);
  expect(JSON.stringify(shown)).toContain('swordfish');
  const folder = dirname(storeOf(cwd));
  const filesThat = (isSo: (file: string) => boolean): string[] =>
    readdirSync(folder).filter((name) => name.startsWith('store.db') && isSo(join(folder, name)));
  const holds = (file: string): boolean => readFileSync(file).includes('swordfish');
  expect(filesThat(holds)).not.toEqual([]);
  expect(filesThat((file) => (statSync(file).mode & 0o077) !== 0)).toEqual([]);
  expect(statSync(folder).mode & 0o077).toBe(0);
  await run(['approvals', 'deny', id], { cwd });
  expect((await calling).code).toBe(3);
  expect(filesThat(holds)).toEqual([]);
});

test('tokens carry what their holder may approve', async () => {
  const cwd = project({ agents: { coder: { permission: 'admin' } } });
  const create = async (...given: readonly string[]): Promise<unknown> =>
    JSON.parse((await run(['token', 'create', '--json', ...given], { cwd })).stdout);
  expect(await create('--name', 'ci', '--agent', 'coder', '--approver')).toMatchObject({
    about: { name: 'ci', approver: true, approves: null },
  });
  const limits = [
    '--approve-agents',
    'coder, other',
    '--approve-tools',
    'Write',
    '--approve-max-risk',
    'low',
  ];
  expect(await create('--name', 'ci', ...limits)).toMatchObject({
    about: {
      name: 'ci 2',
      approver: false,
      approves: { agents: ['coder', 'other'], tools: ['Write'], max_risk: 'low' },
    },
  });
  const wrong = await run(['token', 'create', '--approve-max-risk', 'none'], { cwd });
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('low, medium, high')]);
});
