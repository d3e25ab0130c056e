import { giveAdvice, MemoryHistory, rollUp, ToolService, toStatistics, type Clock } from '@toolcrib/core';
import { createFakeClock } from '@toolcrib/core/testing';
import { expect, test } from 'vitest';
import { run } from '../command.ts';
import { temporaryProject } from '../project.ts';
import { openProject } from './workbench.ts';

const sentence = {
  en: 'Grep is slow: use a more specific path or pattern.',
  'zh-CN': 'Grep 工具执行缓慢，建议使用更具体的路径或模式',
};

/** A clock that runs so fast that every call seems to take most of a second; timers keep to the real time. */
function hurriedClock(): Clock {
  let elapsed = 0;
  return {
    now: () => Date.now(),
    elapsed: () => (elapsed += 700),
    setTimeout: (callback, milliseconds) => setTimeout(callback, milliseconds),
    clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
    random: () => 0.5,
  };
}

test('B9.2 statistics give calls, mean, maximum and failure rate of each tool', async () => {
  const clock = createFakeClock();
  const history = new MemoryHistory();
  const service = new ToolService({ builtins: false, clock, history });
  service.registerTool({
    name: 'wait',
    description: 'Waits.',
    parameters: { type: 'object', properties: { ms: { type: 'number' } } },
    run: ({ ms }: { ms: number }) =>
      new Promise((resolve, reject) => {
        clock.setTimeout(() => (ms === 300 ? reject(new Error('too long')) : resolve(ms)), ms);
      }),
  });
  service.registerTool({
    name: 'other',
    description: 'Other.',
    parameters: { type: 'object' },
    run: () => 1,
  });
  for (const ms of [100, 200, 300, 400]) {
    const calling = service.execute('wait', { ms });
    await clock.advance(ms);
    await calling;
  }
  await service.execute('other');

  expect(toStatistics(rollUp(history.list()))).toMatchObject([
    { tool: 'wait', calls: 4, meanMs: 250, maxMs: 400, failureRate: 0.25, successRate: 0.75 },
    { tool: 'other', calls: 1, failureRate: 0 },
  ]);
});

test('B9.2 the command gives the statistics of calls that other processes made', async () => {
  const cwd = temporaryProject({ 'toolcrib.json': {} });
  const calls = ['1+1', '2+2', '1/0', '3+3'].map((expression, at) =>
    JSON.stringify({ id: at, tool_name: 'calculator', arguments: { expression } }),
  );
  await run(['execute_tool'], { cwd, input: calls.join('\n') });
  await run(['call', 'string', 'operation=upper', 'text=a'], { cwd });

  const { code, stdout } = await run(['stats', '--json'], { cwd });
  const rows = JSON.parse(stdout) as Record<string, number>[];
  expect(code).toBe(0);
  expect(rows).toMatchObject([
    { tool: 'calculator', calls: 4, failure_rate: 0.25, mean_ms: expect.any(Number) },
    { tool: 'string', calls: 1, failure_rate: 0 },
  ]);
  expect(rows[0]?.['max_ms']).toBeGreaterThanOrEqual(rows[0]?.['mean_ms'] ?? Infinity);
});

test('B9.3 a tool that is called often and is slow: the user is told what to do about it', async () => {
  const {
    service,
    store,
    project: cwd,
    state,
  } = await openProject(
    { 'toolcrib.json': '{}', 'a.ts': 'TODO: one' },
    { service: { clock: hurriedClock() } },
  );
  for (let turn = 0; turn < 20; turn++)
    expect(await service.execute('Grep', { pattern: 'TODO' })).toMatchObject({ status: 'success' });

  const rollups = await store.statistics.rollups();
  const tools = service.registry.list();
  for (const locale of ['en', 'zh-CN'] as const) {
    expect(giveAdvice({ rollups, tools, failures: [] }, { locale })).toMatchObject([
      { code: 'slow', tool: 'Grep', advice: sentence[locale], evidence: { calls: 20 } },
    ]);
    const { stdout } = await run(['advice', '--locale', locale], {
      cwd,
      env: { TOOLCRIB_STATE: state },
    });
    expect(JSON.parse(stdout)).toMatchObject([
      { code: 'slow', tool: 'Grep', advice: sentence[locale], evidence: { calls: 20 } },
    ]);
  }
});

test('B9.3 nothing is said about a tool that is called often and is fast', async () => {
  const { service, store } = await openProject({ 'a.ts': 'TODO: one' });
  for (let turn = 0; turn < 20; turn++) await service.execute('calculator', { expression: '1' });
  const rollups = await store.statistics.rollups();
  expect(giveAdvice({ rollups, tools: service.registry.list(), failures: [] })).toEqual([]);
});
