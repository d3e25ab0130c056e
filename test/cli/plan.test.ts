import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasTerminal, startAtTerminal } from '../at-terminal.ts';
import { ended, linesOf, run, start } from '../command.ts';
import { mockTool, temporaryProject } from '../project.ts';

const sum = {
  name: 'sum',
  nodes: [
    { id: 'first', tool: 'calculator', arguments: { expression: '{{input.a}} + 1' } },
    { id: 'second', tool: 'calculator', arguments: { expression: '{{nodes.first.output.result}} * 2' } },
  ],
  output: '{{nodes.second.output.number}}',
};

/** Runs until it is stopped, and tells so by a file. */
const slow = {
  name: 'slow',
  nodes: [
    { id: 'quick', tool: 'calculator', arguments: { expression: '1' } },
    {
      id: 'long',
      tool: 'Bash',
      arguments: { command: 'cat stop 2>/dev/null || sleep 60' },
      after: ['quick'],
    },
  ],
};

test('a task in words becomes a file, which checks and runs', async () => {
  const cwd = temporaryProject({ 'notes.txt': 'one\n' });
  const made = await run(
    ['plan', 'make', 'Read notes.txt, then write its content to copy.txt', '-o', 'copy.yaml'],
    { cwd },
  );
  expect([made.code, made.stderr]).toEqual([0, expect.stringContaining('copy.yaml')]);
  expect(made.stdout).toContain('read (Read)  Read notes.txt');
  expect(made.stdout).toContain('(from nodes.read.output)');
  expect(await run(['plan', 'check', 'copy.yaml'], { cwd })).toMatchObject({ code: 0, stdout: '' });
  const { code, stderr } = await run(['plan', 'run', 'copy.yaml'], { cwd });
  expect([code, stderr]).toEqual([0, expect.stringContaining('The plan has succeeded')]);
  expect(readFileSync(join(cwd, 'copy.txt'), 'utf8')).toContain('one');
});

test('what a plan lacks is asked for by node and parameter, in JSON and in words', async () => {
  const cwd = temporaryProject();
  const task = 'Read notes.txt and then bake a cake, then read it';
  const { stdout } = await run(['plan', 'make', task, '--json'], { cwd });
  expect(JSON.parse(stdout)).toMatchObject({
    task,
    by: 'rules',
    plan: { nodes: [{ id: 'read' }, { id: 'read_2', arguments: { file_path: '{{input.file_path}}' } }] },
    steps: [{ node: 'read', tool: 'Read' }, { step: 'bake a cake', node: null }, { node: 'read_2' }],
    missing: [
      { code: 'no_tool', step: 'bake a cake' },
      { code: 'argument', node: 'read_2', parameter: 'file_path', input: 'file_path' },
    ],
  });
  const words = await run(['plan', 'make', '烤一个蛋糕', '--locale', 'zh-CN'], { cwd });
  expect([words.code, words.stderr]).toEqual([1, expect.stringContaining('用哪个工具完成 "烤一个蛋糕"')]);
});

test('every problem of a plan is told with its line and column', async () => {
  const cwd = temporaryProject({
    'bad.yaml': [
      'name: bad',
      'nodes:',
      '  - id: one',
      '    tool: Raed',
      '  - id: two',
      '    tool: Read',
      '    arguments: { file_path: "{{nodes.three.output}}" }',
    ].join('\n'),
    'tool.yaml': 'name: tool\nnodes:\n  - id: one\n    tool: Raed\n',
  });
  const structure = await run(['plan', 'check', 'bad.yaml'], { cwd });
  expect([structure.code, structure.stdout]).toEqual([4, expect.stringMatching(/^bad\.yaml:7:29 .*three/u)]);
  const unknown = await run(['plan', 'check', 'tool.yaml', '--json'], { cwd });
  expect([unknown.code, JSON.parse(unknown.stdout)]).toMatchObject([
    4,
    { file: 'tool.yaml', problems: [{ line: 4, column: 11, code: 'unknown_tool', severity: 'error' }] },
  ]);
  expect(await run(['plan', 'run', 'tool.yaml'], { cwd })).toMatchObject({ code: 4 });
  expect(await run(['plan', 'run', 'none.yaml'], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('none.yaml') as string,
  });
});

test('a plan takes inputs, and gives its result to standard output alone', async () => {
  const cwd = temporaryProject({ 'sum.json': sum });
  const { code, stdout, stderr } = await run(['plan', 'run', 'sum.json', '--input', 'a=20'], { cwd });
  expect([code, stdout]).toEqual([0, '42\n']);
  expect(stderr).toMatch(/first +calculator +succeeded/u);
  const without = await run(['plan', 'run', 'sum.json'], { cwd });
  expect([without.code, without.stdout]).toEqual([4, expect.stringContaining('{{input.a}}')]);
  expect(await run(['plan', 'run', 'sum.json', '--input', 'a'], { cwd })).toMatchObject({ code: 2 });
});

test('with --json every event is a line, and the last is the result with every node', async () => {
  const cwd = temporaryProject({ 'sum.json': sum });
  const { stdout } = await run(['plan', 'run', 'sum.json', '--input', 'a=1', '--json'], { cwd });
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.map(({ type, node }) => [type, node])).toEqual([
    ['plan-start', undefined],
    ['node-start', 'first'],
    ['node-end', 'first'],
    ['node-start', 'second'],
    ['node-end', 'second'],
    ['plan-end', undefined],
    ['plan-result', undefined],
  ]);
  expect(lines.at(-1)).toMatchObject({
    state: 'succeeded',
    output: 4,
    nodes: [
      { id: 'first', state: 'succeeded', output: { result: '2' } },
      { id: 'second', state: 'succeeded', depends_on: ['first'] },
    ],
  });
});

test('the first Ctrl-C cancels the plan, keeps what it has done, and resume goes on from there as a person decides', async () => {
  const cwd = temporaryProject({ 'slow.json': slow });
  const child = start(['plan', 'run', 'slow.json', '--json'], { cwd });
  const lines = linesOf(child);
  let last: Record<string, unknown> = {};
  while (!(last['type'] === 'node-start' && last['node'] === 'long'))
    last = JSON.parse(((await lines.next()) as { value: string }).value) as Record<string, unknown>;
  const planId = String(last['plan_id']);
  child.kill('SIGINT');
  expect((await ended(child)).code).toBe(130);
  const shown = await run(['plan', 'show', planId, '--json'], { cwd });
  expect(JSON.parse(shown.stdout)).toMatchObject({
    state: 'cancelled',
    nodes: [
      { id: 'quick', state: 'succeeded', attempts: 1 },
      { id: 'long', state: 'cancelled' },
    ],
  });
  writeFileSync(join(cwd, 'stop'), 'stopped\n');
  // A command that was cut off may have acted: it is not run again without a decision.
  const undecided = await run(['plan', 'resume', planId], { cwd });
  expect([undecided.code, undecided.stderr]).toEqual([1, expect.stringContaining('--retry long')]);
  const resumed = await run(['plan', 'resume', planId, '--retry', 'long'], { cwd });
  expect([resumed.code, JSON.parse(resumed.stdout)]).toMatchObject([0, { long: { stdout: 'stopped\n' } }]);
  const { nodes } = JSON.parse((await run(['plan', 'show', planId, '--json'], { cwd })).stdout) as {
    nodes: readonly { attempts: number }[];
  };
  expect(nodes[0]).toMatchObject({ attempts: 1 });
  expect((await run(['plan', 'list', '--status', 'succeeded'], { cwd })).stdout).toContain(planId);
});

test('a plan that failed tells why and how to go on; one that would be refused is not begun', async () => {
  const plan = (tool: string): object => ({ name: tool, nodes: [{ id: 'only', tool }] });
  const cwd = temporaryProject({
    'toolcrib.json': {
      tools: [mockTool('gone')],
      rules: [{ decision: 'deny', tool: 'gone', reason: 'No.' }],
    },
    'gone.json': plan('gone'),
    'bad.json': {
      name: 'bad',
      nodes: [{ id: 'only', tool: 'calculator', arguments: { expression: '1/0' } }],
    },
  });
  const failed = await run(['plan', 'run', 'bad.json'], { cwd });
  expect([failed.code, failed.stderr]).toEqual([1, expect.stringContaining('toolcrib plan resume plan_')]);
  const refused = await run(['plan', 'run', 'gone.json'], { cwd });
  expect([refused.code, refused.stdout]).toEqual([4, expect.stringContaining('No.')]);
});

test('a plan is drawn from a file, and with its states once it was submitted', async () => {
  const cwd = temporaryProject({ 'sum.json': sum });
  const file = await run(['plan', 'graph', 'sum.json'], { cwd });
  expect(file.stdout).toBe(
    'flowchart TD\n  n0["first<br/>calculator"]\n  n1["second<br/>calculator"]\n  n0 --> n1\n',
  );
  await run(['plan', 'run', 'sum.json', '--input', 'a=1'], { cwd });
  const { plans } = JSON.parse((await run(['plan', 'list', '--json'], { cwd })).stdout) as {
    plans: readonly { plan_id: string }[];
  };
  const drawn = await run(['plan', 'graph', plans[0]?.plan_id ?? ''], { cwd });
  expect(drawn.stdout).toContain('class n0 succeeded');
  await run(['plan', 'graph', 'sum.json', '--svg', '-o', 'sum.svg'], { cwd });
  expect(readFileSync(join(cwd, 'sum.svg'), 'utf8')).toMatch(/^<svg [^>]+>\n<title>sum<\/title>/u);
  expect(await run(['plan', 'graph', 'nothing'], { cwd })).toMatchObject({ code: 2 });
});

test.skipIf(!hasTerminal)(
  'at a terminal the question about one node does not hold up the others',
  async () => {
    const cwd = temporaryProject({
      'ask.json': {
        name: 'ask',
        nodes: [
          { id: 'over', tool: 'Write', arguments: { file_path: 'there.txt', content: 'new' } },
          { id: 'beside', tool: 'calculator', arguments: { expression: '6 * 7' } },
        ],
      },
      'there.txt': 'old',
    });
    const terminal = startAtTerminal(['plan', 'run', 'ask.json'], { cwd });
    await terminal.shows('beside');
    await terminal.shows('Anything else is a no:');
    terminal.type('allow\r');
    const { shown, code } = await terminal.end();
    expect(code).toBe(0);
    expect(shown).toMatch(/over +Write +waits for an answer/u);
    expect(readFileSync(join(cwd, 'there.txt'), 'utf8')).toBe('new');
  },
);
