import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startReceiver, type Receiver } from '../../packages/toolcrib/src/store/receiver.test-support.ts';
import { run, start } from '../command.ts';
import { temporaryProject, trustConfiguration } from '../project.ts';

/** A payment that takes no key, and what depends on it. */
const rent = {
  name: 'rent',
  nodes: [
    { id: 'pay', tool: 'pay', arguments: { key: 'rent' } },
    {
      id: 'note',
      tool: 'string',
      arguments: { operation: 'upper', text: '{{nodes.pay.output.receipt}}' },
    },
  ],
  output: '{{nodes.note.output.result}}',
};

function payingProject({ url }: Receiver, rest: object = {}): string {
  const pay = {
    name: 'pay',
    description: 'Pays.',
    type: 'function',
    handler: 'pay',
    approval: 'safe',
    annotations: { destructive: true },
    parameters: { type: 'object', properties: { key: { type: 'string' } }, required: ['key'] },
    implementation: { type: 'rest', base_url: url, path: '/{key}', method: 'POST' },
  };
  return temporaryProject({ 'toolcrib.json': { tools: [pay], ...rest }, 'rent.json': rent });
}

/** Runs the plan until its payment has arrived, and kills the command before it hears of it. */
async function killedWhilePaying(): Promise<{ cwd: string; planId: string; receiver: Receiver }> {
  const receiver = await startReceiver({ answer: () => new Promise(() => undefined) });
  onTestFinished(() => receiver.stop());
  const cwd = payingProject(receiver);
  const child = start(['plan', 'run', 'rent.json', '--json'], { cwd });
  await expect.poll(() => receiver.received.get('rent'), { timeout: 20_000 }).toBe(1);
  child.kill('SIGKILL');
  await once(child, 'close');
  const { stdout } = await run(['plan', 'list', '--json'], { cwd });
  const { plans } = JSON.parse(stdout) as { readonly plans: readonly { readonly plan_id: string }[] };
  return { cwd, planId: plans[0]?.plan_id ?? '', receiver };
}

test('a payment that was in flight at kill -9 is not sent again by plan resume: a person decides', {
  timeout: 60_000,
}, async () => {
  const { cwd, planId, receiver } = await killedWhilePaying();
  const resumed = await run(['plan', 'resume', planId], { cwd });
  expect([resumed.code, resumed.stderr]).toEqual([
    1,
    expect.stringMatching(/Nobody knows whether these calls were made: pay\. Find out/u),
  ]);
  expect(resumed.stderr).toContain(`toolcrib plan resume ${planId} --done pay | --retry pay | --skip pay`);
  const shown = await run(['plan', 'show', planId], { cwd });
  expect(shown.stdout).toMatch(/waits for a decision[\s\S]*pay +pay +outcome unknown/u);
  expect((await run(['plan', 'resume', planId, '--locale', 'zh-CN'], { cwd })).stderr).toContain(
    '无法得知以下调用是否已执行：pay。',
  );
  expect(receiver.received.get('rent')).toBe(1);

  const history = await run(['history'], { cwd });
  expect(history.stdout).toMatch(/ unknown +pay +user .*outcome_unknown: Nobody heard how the call of pay/u);
  const stats = await run(['stats', 'pay'], { cwd });
  expect(JSON.parse(stats.stdout)).toMatchObject([
    { tool: 'pay', calls: 1, successes: 0, errors: 0, outcomes_unknown: 1, success_rate: null },
  ]);
  const exported = await run(['history', 'export', '--format', 'csv'], { cwd });
  expect(exported.stdout).toMatch(/,pay,[^,]*,[^,]*,unknown,/u);

  const output = JSON.stringify({ receipt: 'by hand' });
  const broken = await run(['plan', 'resume', planId, '--done', 'pay={"id": 7'], { cwd });
  expect([broken.code, broken.stdout]).toEqual([2, '']);
  const decided = await run(['plan', 'resume', planId, '--done', `pay=${output}`], { cwd });
  expect([decided.code, decided.stdout.trim()]).toEqual([0, '"BY HAND"']);
  expect((await run(['plan', 'show', planId], { cwd })).stdout).toMatch(/pay +pay +succeeded .*it was done/u);
  expect(receiver.received.get('rent')).toBe(1);
});

test('a person who knows that it was not done has it made again, and only then it is', {
  timeout: 60_000,
}, async () => {
  const { cwd, planId, receiver } = await killedWhilePaying();
  const wrong = await run(['plan', 'resume', planId, '--retry', 'note', '--json'], { cwd });
  expect([wrong.code, wrong.stdout]).toEqual([1, expect.stringContaining('nothing_to_decide')]);
  const twice = await run(['plan', 'resume', planId, '--retry', 'pay', '--skip', 'pay'], { cwd });
  expect(twice.code).toBe(2);
  const file = join(cwd, 'toolcrib.json');
  const config = readFileSync(file, 'utf8');
  writeFileSync(file, JSON.stringify({ ...(JSON.parse(config) as object), approvers: { other: {} } }));
  trustConfiguration(cwd);
  const limited = await run(['plan', 'resume', planId, '--retry', 'pay'], { cwd });
  expect([limited.code, limited.stderr]).toEqual([3, expect.stringContaining('may not approve')]);
  writeFileSync(file, config);
  trustConfiguration(cwd);
  expect(receiver.received.get('rent')).toBe(1);
  const again = start(['plan', 'resume', planId, '--retry', 'pay'], { cwd });
  await expect.poll(() => receiver.received.get('rent'), { timeout: 20_000 }).toBe(2);
  again.kill('SIGKILL');
  await once(again, 'close');
  const skipped = await run(['plan', 'resume', planId, '--skip', 'pay'], { cwd });
  expect([skipped.code, skipped.stderr]).toEqual([1, expect.stringContaining('ended incomplete')]);
  expect(receiver.received.get('rent')).toBe(2);
});

test.each([
  [undefined, 3, 0],
  ['all', 3, 0],
  ['none', 0, 1],
])(
  'with history.required %s and a store that is away, a payment ends with %i and %i arrive',
  async (required, code, arrived) => {
    const receiver = await startReceiver();
    onTestFinished(() => receiver.stop());
    const cwd = payingProject(receiver, {
      store: 'postgres://me@127.0.0.1:9/none',
      ...(required !== undefined && { history: { required } }),
    });
    const called = await run(['call', 'pay', 'key=rent', '--json'], { cwd });
    expect(called.code).toBe(code);
    expect(receiver.received.size).toBe(arrived);
    if (code === 3)
      expect(JSON.parse(called.stdout)).toMatchObject({
        status: 'blocked',
        error_code: 'history_unavailable',
        rule: 'history.required',
      });
  },
);
