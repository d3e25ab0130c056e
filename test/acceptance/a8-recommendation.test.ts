import { MemoryHistory, ToolService } from '@toolcrib/core';
import { Discovery, MemoryExperience, type DiscoveryOptions } from '@toolcrib/core/discovery';
import { expect, test } from 'vitest';
import { run, type Ended } from '../command.ts';
import { mockTool, temporaryProject } from '../project.ts';

const parameters = {
  type: 'object',
  properties: { city: { type: 'string', description: 'The city' } },
  required: ['city'],
} as const;
const description = 'Weather forecast for a city.';
const tasks = ['Weather forecast for the city of Graz', '查询格拉茨这个城市的天气预报'];

/** Two tools for the same; the first fails as long as `broken` says so. */
function opened(options: DiscoveryOptions = {}) {
  const history = new MemoryHistory();
  const experience = new MemoryExperience(history);
  const service = new ToolService({ history });
  const state = { broken: false };
  service.registerTool({
    name: 'first',
    description,
    parameters,
    run: () => {
      if (state.broken) throw new Error('no connection');
      return 'sunny';
    },
  });
  service.registerTool({ name: 'second', description, parameters, run: () => 'sunny' });
  const discovery = new Discovery(service, { experience, ...options });
  const names = async (task: string): Promise<string[]> =>
    (await discovery.recommend(task)).ranked.map(({ tool }) => tool.name).slice(0, 2);
  return { service, experience, discovery, names, state };
}

const call = (service: ToolService, name: string) => service.execute(name, { city: 'Graz' });

test.each(tasks)('A8.1 tools are ranked by their success: %s', async (task) => {
  const { service, names, state } = opened();
  expect(await names(task)).toEqual(['first', 'second']);
  state.broken = true;
  for (let turn = 0; turn < 3; turn++) {
    await call(service, 'first');
    await call(service, 'second');
  }
  expect(await names(task)).toEqual(['second', 'first']);
});

test.each(tasks)('A8.1 and by what people say of calls: %s', async (task) => {
  const { service, experience, names } = opened();
  experience.say((await call(service, 'second')).callId, true, 'well done');
  expect(await names(task)).toEqual(['second', 'first']);
});

test('A8.1 requests that a tool served are remembered', async () => {
  const { service, names } = opened();
  await service.execute('second', { city: 'Graz' }, { task: '明天出门要带伞吗？' });
  expect((await names('今天要带伞吗？'))[0]).toBe('second');
});

test.each(tasks)(
  'A8.2 repeated failure puts a tool on the blacklist, and later on trial: %s',
  async (task) => {
    let now = Date.now();
    const { service, discovery, names, state } = opened({ now: () => now });
    state.broken = true;
    for (let turn = 0; turn < 5; turn++) await call(service, 'first');
    const { ranked, leftOut } = await discovery.recommend(task);
    expect(ranked.map(({ tool }) => tool.name)).not.toContain('first');
    expect(leftOut).toMatchObject([
      {
        tool: { name: 'first' },
        reason: { code: 'failing', facts: { failures: 5, errorCode: 'tool_failed' } },
      },
    ]);
    now += 11 * 60_000;
    expect(await names(task)).toEqual(['second', 'first']);
    state.broken = false;
    await call(service, 'first');
    expect((await discovery.recommend(task)).leftOut).toEqual([]);
  },
);

test.each(tasks)('A8.3 the whitelist goes before the ranking: %s', async (task) => {
  const { service, names, state } = opened({ lists: { whitelist: ['first'] } });
  state.broken = true;
  for (let turn = 0; turn < 5; turn++) await call(service, 'first');
  await call(service, 'second');
  expect(await names(task)).toEqual(['first', 'second']);
});

const tools = ['first', 'second', 'third'].map((name) => mockTool(name, { description, parameters }));

interface Told {
  readonly recommended: readonly {
    readonly name: string;
    readonly reasons: readonly { readonly code: string }[];
  }[];
  readonly left_out: readonly { readonly name: string }[];
}

async function recommended(cwd: string, task: string): Promise<Told> {
  const { stdout } = await run(['recommend', task, '--json'], { cwd });
  return JSON.parse(stdout) as Told;
}

test('A8.1 the command learns from calls and feedback of earlier processes', async () => {
  const cwd = temporaryProject({ 'toolcrib.json': { tools } });
  const served = await run(['call', 'second', 'city=Graz', '--task', 'Do I need an umbrella?', '--json'], {
    cwd,
  });
  const { call_id: callId } = JSON.parse(served.stdout) as { call_id: string };
  const [best] = (await recommended(cwd, 'shall I take an umbrella?')).recommended;
  expect([best?.name, best?.reasons[0]?.code]).toEqual(['second', 'remembered']);

  const other = await run(['call', 'third', 'city=Graz', '--json'], { cwd });
  const { call_id: otherId } = JSON.parse(other.stdout) as { call_id: string };
  const blamed = await run(['feedback', callId, '-1', 'it rained'], { cwd });
  const praised = await run(['feedback', otherId, '+1', '--json'], { cwd });
  expect([blamed.code, praised.code]).toEqual([0, 0]);
  expect(JSON.parse(praised.stdout)).toMatchObject({ call_id: otherId, tool: 'third', good: true });
  const names = (await recommended(cwd, tasks[0] ?? '')).recommended.map(({ name }) => name);
  expect(names).toEqual(['third', 'first', 'second']);
  expect((await recommended(cwd, 'shall I take an umbrella?')).recommended[0]?.name).not.toBe('second');
});

test.each([
  ['en', 'feedback nobody +1', 'No call "nobody"'],
  ['en', 'feedback nobody 7', '+1 or -1'],
  ['zh-CN', 'feedback nobody 7', '+1 或 -1'],
])('A8.1 in %s, "%s" is told what is wrong', async (locale, line, message) => {
  const cwd = temporaryProject({ 'toolcrib.json': { tools } });
  const { code, stderr }: Ended = await run([...line.split(' '), '--locale', locale], { cwd });
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

test.each([
  ['en', 'on your whitelist', 'Left out: second: on your blacklist'],
  ['zh-CN', '在白名单中', '不推荐: second: 在黑名单中'],
])('A8.3 the lists stand in the configuration (%s)', async (locale, first, leftOut) => {
  const recommend = { whitelist: ['third'], blacklist: ['second'] };
  const cwd = temporaryProject({ 'toolcrib.json': { tools, recommend } });
  const { code, stdout } = await run(['recommend', tasks[0] ?? '', '--locale', locale], { cwd });
  const [name, reasons] = stdout.split('\n');
  expect(code).toBe(0);
  expect(name).toMatch(/^third /u);
  expect(reasons).toContain(first);
  expect(stdout).toContain(leftOut);
});
