import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../command.ts';
import { temporaryProject } from '../project.ts';
import { answerJson, startLoopbackServer } from './loopback-server.ts';

const inBoth = {
  en: 'Find files matching *.txt, read each of them, then write the result to all.md',
  'zh-CN': '查找匹配 *.txt 的文件，逐个读取，然后把结果写入 all.md',
} as const;

test.each(['en', 'zh-CN'] as const)(
  'A3.1 a task that needs several tools becomes a graph of calls, and runs: %s',
  async (locale) => {
    const cwd = temporaryProject({ 'one.txt': 'first', 'two.txt': 'second' });
    const made = await run(['plan', 'make', inBoth[locale], '--json', '-o', 'all.yaml', '--locale', locale], {
      cwd,
    });
    expect(JSON.parse(made.stdout)).toMatchObject({
      plan: {
        nodes: [
          { id: 'glob', tool: 'Glob', arguments: { pattern: '*.txt' } },
          { id: 'read', tool: 'Read', for_each: '{{nodes.glob.output.files}}' },
          { id: 'write', arguments: { file_path: 'all.md', content: '{{nodes.read.output}}\n' } },
        ],
      },
      missing: [],
    });
    const graph = await run(['plan', 'graph', 'all.yaml'], { cwd });
    expect(graph.stdout).toContain('n0 --> n1\n  n1 --> n2');
    expect(await run(['plan', 'run', 'all.yaml'], { cwd })).toMatchObject({ code: 0 });
    const written = readFileSync(join(cwd, 'all.md'), 'utf8');
    expect(written).toMatch(/first/u);
    expect(written).toMatch(/second/u);
  },
);

test('A3.1 a language model may write the plan, and what is no plan of these tools is not taken from it', async () => {
  const written = {
    name: 'by the model',
    nodes: [{ id: 'look', tool: 'Read', arguments: { file_path: '{{input.file}}' } }],
  };
  let answer: unknown = { plan: written };
  const { address, requests } = await startLoopbackServer((_, response) =>
    answerJson(response, 200, { choices: [{ message: { content: JSON.stringify(answer) } }] }),
  );
  const model = { url: `${address}/v1`, name: 'small', steps: ['plan'] };
  const cwd = temporaryProject({ 'toolcrib.json': { recommend: { model } } });
  const make = async (): Promise<unknown> =>
    JSON.parse((await run(['plan', 'make', 'Read notes.txt', '--json'], { cwd })).stdout);
  expect(await make()).toMatchObject({
    by: 'model',
    fallback: null,
    plan: written,
    missing: [{ code: 'argument', node: 'look', input: 'file' }],
  });
  for (const wrong of [
    { plan: { name: 'x', nodes: [{ id: 'look', tool: 'Raed' }] } },
    { plan: { name: 'x', nodes: [{ id: 'look', tool: 'Read', after: ['look'] }] } },
    { plan: { name: 'x', nodes: [{ id: 'look', tool: 'Read', arguments: { file_path: 7 } }] } },
    'Certainly! Here is a plan.',
  ]) {
    answer = wrong;
    expect(await make()).toMatchObject({
      by: 'rules',
      fallback: 'not_valid',
      plan: { nodes: [{ id: 'read', arguments: { file_path: 'notes.txt' } }] },
    });
  }
  expect(requests.length).toBe(5);
});

test('A3.2 nodes run in the order of their references, whatever the order in the file', async () => {
  const plan = {
    name: 'order',
    nodes: [
      { id: 'last', tool: 'calculator', arguments: { expression: '{{nodes.middle.output.result}} - 2' } },
      { id: 'middle', tool: 'calculator', arguments: { expression: '{{nodes.first.output.result}} * 11' } },
      { id: 'first', tool: 'calculator', arguments: { expression: '2 + 2' } },
    ],
    output: '{{nodes.last.output.number}}',
  };
  const cwd = temporaryProject({ 'order.json': plan });
  const { stdout } = await run(['plan', 'run', 'order.json', '--json'], { cwd });
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; node?: string; output?: unknown });
  const ends = lines.filter(({ type }) => type === 'node-end').map(({ node }) => node);
  expect([ends, lines.at(-1)?.output]).toEqual([['first', 'middle', 'last'], 42]);
});

test('A3.3 nodes that do not need each other run at the same time', async () => {
  // Each waits for what the other makes: one after the other, neither would end.
  const meet = (mine: string, other: string): object => ({
    id: mine,
    tool: 'Bash',
    arguments: { command: `touch ${mine} && while ! test -e ${other}; do sleep 0.05; done`, timeout: 60_000 },
    timeout: 60_000,
  });
  const plan = { name: 'meet', nodes: [meet('left', 'right'), meet('right', 'left')] };
  const cwd = temporaryProject({ 'meet.json': plan });
  expect(await run(['plan', 'run', 'meet.json', '--yes'], { cwd })).toMatchObject({ code: 0 });
});

test.each([
  ['stop', 'failed', 1, { bad: 'failed', after: 'cancelled', beside: 'cancelled' }],
  ['skip', 'incomplete', 1, { bad: 'failed', after: 'skipped', beside: 'succeeded' }],
  [{ continue_with: { result: '7' } }, 'succeeded', 0, { bad: 'succeeded', after: 'succeeded' }],
] as const)('A3.4 a failure does what the plan says: %j', async (onFailure, state, code, nodes) => {
  const plan = {
    name: 'failure',
    concurrency: 1,
    on_failure: onFailure,
    nodes: [
      { id: 'bad', tool: 'calculator', arguments: { expression: '1 / 0' } },
      { id: 'after', tool: 'calculator', arguments: { expression: '{{nodes.bad.output.result}} + 1' } },
      { id: 'beside', tool: 'calculator', arguments: { expression: '6 * 7' } },
    ],
  };
  const cwd = temporaryProject({ 'failure.json': plan });
  const ended = await run(['plan', 'run', 'failure.json', '--json'], { cwd });
  const result = JSON.parse(ended.stdout.trim().split('\n').at(-1) ?? '') as {
    state: string;
    nodes: readonly { id: string; state: string }[];
  };
  expect([ended.code, result.state]).toEqual([code, state]);
  expect(Object.fromEntries(result.nodes.map((node) => [node.id, node.state]))).toMatchObject(nodes);
});

test('A3.4 what failed is called again as often as the plan says', async () => {
  const plan = {
    name: 'again',
    nodes: [
      {
        id: 'flaky',
        tool: 'Read',
        arguments: { file_path: 'never.txt' },
        on_failure: { retry: 2, delay: 1, otherwise: 'skip' },
      },
    ],
  };
  const cwd = temporaryProject({ 'again.json': plan });
  const { stdout, code } = await run(['plan', 'run', 'again.json', '--json'], { cwd });
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(code).toBe(1);
  expect(lines.filter(({ type }) => type === 'node-start').map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
  expect(existsSync(join(cwd, 'never.txt'))).toBe(false);
});
