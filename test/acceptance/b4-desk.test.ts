import { openToolcrib, type ApprovalStore, type StoredApproval, type Toolcrib } from 'toolcrib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { hasTerminal, startAtTerminal } from '../at-terminal.ts';
import { ended, linesOf, run, start } from '../command.ts';
import { mockTool, temporaryProject } from '../project.ts';

/** Each starts many processes. */
vi.setConfig({ testTimeout: 120_000 });

const hostile = 'a\u001b[2J\u009b2J\u202Eb\u0007\r\u200Bc';
const hidden = /[\p{Cc}\p{Cf}\p{Cs}]/u;

const config = {
  tools: [
    mockTool('wipe', {
      destructive: true,
      parameters: {
        type: 'object',
        properties: { folder: { type: 'string' }, password: { type: 'string' } },
      },
    }),
    mockTool('change'),
  ],
  agents: { coder: { permission: 'execute' } },
  rules: [{ tool: 'change', decision: 'ask', reason: 'the policy of this house' }],
};

const project = (): string => temporaryProject({ 'toolcrib.json': config });

async function open(cwd: string): Promise<Toolcrib> {
  const opened = await openToolcrib({
    trust: 'always',
    project: cwd,
    environment: { TOOLCRIB_LOG: 'off', TOOLCRIB_STATE: process.env['TOOLCRIB_STATE'] },
  });
  onTestFinished(() => opened.close());
  return opened;
}

async function asked(store: ApprovalStore): Promise<StoredApproval> {
  for (;;) {
    const [pending] = await store.list({ status: 'pending' });
    if (pending !== undefined) return pending;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('B4.3 rm -rf waits at the desk, which shows tool, arguments, risk and a warning; it runs after a yes', async () => {
  const cwd = temporaryProject({ 'toolcrib.json': config, 'old.txt': 'x' });
  const { store } = await open(cwd);
  const call = ['call', 'Bash', 'command=rm -rf old.txt', '--agent', 'coder', '--wait', '--json'];
  const calling = ended(start(call, { cwd }));
  const { id } = await asked(store.approvals);

  const { stdout } = await run(['approvals', 'show', id], { cwd });
  expect(stdout).toContain('May Bash');
  expect(stdout).toContain('Agent: coder');
  expect(stdout).toContain('command = "rm -rf old.txt"');
  expect(stdout).toContain('Risk: HIGH');
  expect(stdout).toMatch(/Warning: .+/u);
  const chinese = await run(['approvals', 'show', id, '--locale', 'zh-CN'], { cwd });
  expect(chinese.stdout).toContain('风险等级: 高');

  await run(['approvals', 'allow', id], { cwd });
  expect(JSON.parse((await calling).stdout)).toMatchObject({ status: 'success' });
});

test('B4.3 what is shown to a terminal is shown, never obeyed, and secrets are kept only until the answer', async () => {
  const cwd = project();
  const { store } = await open(cwd);
  const given = { folder: hostile, password: 'hunter2-hunter2' };
  const call = JSON.stringify({ id: hostile, tool_name: 'wipe', arguments: given });
  const calling = ended(start(['execute_tool', call, '--wait'], { cwd }));
  const { id } = await asked(store.approvals);
  await store.grants.add({ tool: hostile, agent: hostile, grantedBy: hostile });

  const preload = `for (const stream of [process.stdout, process.stderr])
    Object.defineProperties(stream, { isTTY: { value: true }, getColorDepth: { value: () => 1 } });`;
  const node = ['--import', `data:text/javascript,${encodeURIComponent(preload)}`];
  for (const words of [
    ['approvals', 'list'],
    ['approvals', 'show', id],
    ['approvals', 'show', id, '--json'],
    ['approvals', 'show', hostile],
    ['approvals', hostile],
    ['grants', 'list'],
    ['grants', 'list', '--json'],
    ['grants', 'revoke', hostile],
  ]) {
    const { stdout, stderr } = await run(words, { cwd, node });
    expect(stdout + stderr).not.toBe('');
    expect((stdout + stderr).replaceAll('\n', ''), words.join(' ')).not.toMatch(hidden);
    // Whoever may answer reads what will run.
    expect(stdout.includes('hunter2')).toBe(
      words[0] === 'approvals' && words[1] === 'show' && words[2] === id,
    );
  }
  await run(['approvals', 'deny', id, '--note', hostile], { cwd });
  expect((await calling).code).toBe(3);
  for (const words of [
    ['approvals', 'show', id],
    ['approvals', 'list', '--all', '--json'],
  ])
    expect((await run(words, { cwd })).stdout).not.toContain('hunter2');
});

test('B4.3 whoever watches sees questions come and go', async () => {
  const cwd = project();
  const { store } = await open(cwd);
  const watching = start(['approvals', 'watch', '--json'], { cwd });
  const lines = linesOf(watching);
  const calling = ended(start(['call', 'wipe', 'folder=a', '--wait'], { cwd }));
  const { id } = await asked(store.approvals);
  const next = async (): Promise<object> => JSON.parse(String((await lines.next()).value)) as object;
  expect(await next()).toMatchObject({ id, status: 'pending', tool: 'wipe', arguments: { folder: 'a' } });
  await store.approvals.answer(id, { decision: 'reject_once', by: 'ada' });
  expect(await next()).toMatchObject({ id, status: 'denied', answered_by: 'ada' });
  expect((await calling).code).toBe(3);
  watching.kill('SIGINT');
});

test.skipIf(!hasTerminal)(
  'B4.3 a question at a terminal that was answered elsewhere says by whom',
  async () => {
    const cwd = project();
    const { store } = await open(cwd);
    const terminal = startAtTerminal(['call', 'wipe', 'folder=a'], { cwd });
    await terminal.shows('Anything else is a no:');
    const { id } = await asked(store.approvals);
    await store.approvals.answer(id, { decision: 'allow_once', by: 'ada' });
    const { shown, code } = await terminal.end();
    expect(shown).toContain('Answered by ada: yes.');
    expect(shown.trimEnd().split('\n').at(-1)).toBe('wipe');
    expect(code).toBe(0);
  },
);

test.skipIf(!hasTerminal)(
  'B4.3 keys that were typed before the question is there do not answer it',
  async () => {
    const cwd = project();
    for (const early of ['allow\r', 'allow']) {
      const terminal = startAtTerminal(['call', 'wipe', 'folder=a'], { cwd });
      terminal.type(early);
      await terminal.shows('Anything else is a no:');
      terminal.type('\r');
      const { shown, code } = await terminal.end();
      expect(shown).toContain('approval_refused');
      expect(code).toBe(3);
    }
  },
);

test.skipIf(!hasTerminal)('B4.3 a person who watches at a terminal can answer', async () => {
  const cwd = project();
  const { store } = await open(cwd);
  const watching = startAtTerminal(['approvals', 'watch'], { cwd });
  await watching.shows('Watching for questions');
  const calling = ended(start(['call', 'wipe', 'folder=a', '--wait'], { cwd }));
  await watching.shows('Anything else is a no:');
  watching.type('allow\r');
  expect((await calling).code).toBe(0);
  expect(await store.approvals.list()).toMatchObject([{ status: 'used', decision: 'allow_once' }]);
});

test('D5.3 the policy asks at the same point, with the risk that follows from the annotations', async () => {
  const cwd = project();
  const { store } = await open(cwd);
  for (const [tool, risk, by] of [
    ['wipe', 'high', 'approval: confirm'],
    ['change', 'medium', 'ask'],
  ] as const) {
    const explained = await run(['explain', tool, '--json', '--wait'], { cwd });
    expect(JSON.parse(explained.stdout)).toMatchObject({ outcome: 'ask', risk });
    expect(explained.stdout).toContain(by);
    const calling = ended(start(['call', tool, '--wait'], { cwd }));
    const { id, question } = await asked(store.approvals);
    expect(question).toMatchObject({ tool, risk });
    await store.approvals.answer(id, { decision: 'allow_once' });
    expect((await calling).code).toBe(0);
  }
});
