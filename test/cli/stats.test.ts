import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openToolcrib, type CallRecord } from 'toolcrib';
import { describe, expect, test } from 'vitest';
import { run, type Ended } from '../command.ts';
import { mockTool, temporaryProject } from '../project.ts';

/** A terminal without colours, so wide. */
function onTerminal(columns: number): string[] {
  const preload = `
    for (const stream of [process.stdout, process.stderr])
      Object.defineProperties(stream, {
        isTTY: { value: true }, getColorDepth: { value: () => 1 }, columns: { value: ${columns} },
      });`;
  return ['--import', `data:text/javascript,${encodeURIComponent(preload)}`];
}

const env = { TZ: 'UTC' };

interface Project {
  readonly cwd: string;
  readonly show: (given: readonly string[], columns?: number) => Promise<Ended>;
  readonly json: (given: readonly string[]) => Promise<unknown>;
}

/** A project in which these calls were made. */
async function projectWith(records: readonly Partial<CallRecord>[]): Promise<Project> {
  const cwd = temporaryProject({ 'toolcrib.json': { tools: [mockTool('find')] } });
  const opened = await openToolcrib({
    trust: 'always',
    project: cwd,
    environment: { TOOLCRIB_STATE: process.env['TOOLCRIB_STATE'] },
  });
  for (const [at, changes] of records.entries()) {
    await opened.store.history.append({
      callId: `${at}`,
      time: Date.now() - 60_000,
      tool: 'find',
      version: '1.0.0',
      agent: 'user',
      arguments: {},
      status: 'success',
      causes: [],
      executionTimeMs: 10,
      ...changes,
    } as CallRecord);
  }
  await opened.close();
  return {
    cwd,
    show: (given, columns = 200) => run(given, { cwd, env, node: onTerminal(columns) }),
    json: async (given) => JSON.parse((await run(given, { cwd, env })).stdout) as unknown,
  };
}

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);
const daysAgo = (days: number): number => Date.now() - days * 86_400_000;

const sample: Partial<CallRecord>[] = [
  ...times(3, { tool: 'find', executionTimeMs: 2000 }),
  { tool: 'find', status: 'error', errorCode: 'timeout', executionTimeMs: 10_000, agent: 'crawler' },
  { tool: 'find', status: 'blocked', agent: 'crawler' },
  { tool: 'find', version: '2.0.0', output: 'found', agent: undefined },
  ...times(2, { tool: '图像工具', time: daysAgo(3) }),
  { tool: '图像工具', time: daysAgo(20) },
];

describe('stats', () => {
  test('is a table on a terminal, with every figure and a sparkline', async () => {
    const { show } = await projectWith(sample);
    const { code, stdout, stderr } = await show(['stats']);
    const [head, find, image] = stdout.split('\n') as [string, string, string];
    expect(code).toBe(0);
    expect(head).toMatch(
      /^tool +calls +success +failed +blocked +timeouts +unknown +mean +max +p50 +p95 +p99 +output +over time$/u,
    );
    expect(find).toMatch(
      /^find +6 +80\.0 % +20\.0 % +1 +1 +0 +3\.2 s +10 s +2\.0 s +9\.9 s +9\.9 s +7 B +[ ▁▂▃▄▅▆▇█]*█$/u,
    );
    expect(image).toMatch(/^图像工具 +2 +100 % +0 % +0 +0 +0 +10 ms/u);
    expect(stderr).toMatch(/^Since \d{4}-\d\d-\d\d \d\d:\d\d: 8 calls\n$/u);
  });

  test('columns stand under each other, whatever is written in them', async () => {
    const { show } = await projectWith(sample);
    const { stdout } = await show(['stats', '--locale', 'zh-CN']);
    const lines = stdout.trimEnd().split('\n');
    const ends = lines.map((line) => {
      const [upToCalls = ''] = /^\S+ +\S+/u.exec(line) ?? [];
      return upToCalls.length + (upToCalls.match(/\p{Script=Han}/gu)?.length ?? 0);
    });
    expect(lines).toHaveLength(3);
    expect(new Set(ends).size).toBe(1);
  });

  test('where there is little room only what matters most is shown', async () => {
    const { show } = await projectWith(sample);
    const { stdout } = await show(['stats'], 90);
    expect(stdout.split('\n')[0]).toMatch(/^tool +calls +success +failed +mean +max +p95 +over time$/u);
  });

  test('is JSON in a pipe, with and without asking for it', async () => {
    const { json } = await projectWith(sample);
    for (const given of [['stats'], ['stats', '--json']])
      expect(await json(given)).toMatchObject([
        {
          tool: 'find',
          calls: 6,
          successes: 4,
          errors: 1,
          blocked: 1,
          timeouts: 1,
          success_rate: 0.8,
          failure_rate: 0.2,
          mean_ms: 3202,
          max_ms: 10_000,
          output_bytes: 7,
          calls_over_time: { start: expect.any(String), step_ms: 21_600_000 },
        },
        { tool: '图像工具', calls: 2, success_rate: 1 },
      ]);
  });

  test.each([
    [
      ['--by', 'version'],
      ['1.0.0 5', '2.0.0 1', '1.0.0 2'],
    ],
    [
      ['--by', 'agent'],
      ['user 3', 'crawler 2', 'null 1', 'user 2'],
    ],
    [
      ['find', '--by', 'agent'],
      ['user 3', 'crawler 2', 'null 1'],
    ],
    [['--agent', 'crawler'], ['undefined 2']],
    [['图像工具'], ['undefined 2']],
    [['图像工具', '--since', '30d'], ['undefined 3']],
    [['--since', '30d', '--until', '10d'], ['undefined 1']],
    [['--since', '1h'], ['undefined 6']],
  ])('%j tells %j', async (options, expected) => {
    const { json } = await projectWith(sample);
    const rows = (await json(['stats', ...options])) as Record<string, unknown>[];
    const key = options[options.indexOf('--by') + 1] ?? '';
    expect(rows.map((row) => `${String(row[key])} ${String(row['calls'])}`)).toEqual(expected);
  });

  test('a name that is nobody’s gives the nearest, unless it has figures of its own', async () => {
    const { cwd, json } = await projectWith([{ tool: 'gone', version: undefined, status: 'error' }]);
    const { code, stdout, stderr } = await run(['stats', 'fnid'], { cwd });
    expect([code, stdout, stderr]).toEqual([1, '', 'No tool "fnid". Did you mean find?\n']);
    expect(await json(['stats', 'gone'])).toMatchObject([{ tool: 'gone', calls: 1 }]);
    expect(await json(['stats', 'find'])).toEqual([]);
  });

  test('without any call it says so, and makes no store', async () => {
    const cwd = temporaryProject({ 'toolcrib.json': {} });
    for (const given of ['stats', 'advice'])
      expect(await run([given], { cwd, node: onTerminal(80) })).toMatchObject({
        code: 0,
        stdout: '',
        stderr: expect.stringContaining('no calls. They are counted as they are made'),
      });
    expect((await run(['stats'], { cwd })).stdout).toBe('[]\n');
    expect(readdirSync(cwd)).toEqual(['toolcrib.json']);
  });

  test.each([
    [['--by', 'weather'], '--by cannot be "weather". Known: tool, version, agent.\n'],
    [['--since', 'soon'], /^--since cannot be read: "soon"/u],
    [['--since', '1h', '--until', '2h'], '--since must lie before --until.\n'],
    [['a', 'b'], /does not take "b"/u],
  ])('%j is wrong usage', async (options, expected) => {
    const { code, stderr } = await run(['stats', ...options], { cwd: temporaryProject() });
    expect(code).toBe(2);
    expect(stderr).toMatch(expected);
  });

  test('a made-up name cannot speak to the terminal', async () => {
    const { show } = await projectWith(
      times(5, { tool: '\u001b[2Jx', version: undefined, status: 'error', errorCode: 'tool_not_found' }),
    );
    for (const given of ['stats', 'advice']) {
      const { stdout } = await show([given]);
      expect(stdout).toContain('\\u{1b}[2Jx');
      expect(stdout).not.toContain('\u001b');
    }
  });
});

describe('advice', () => {
  const records = [
    ...times(8, {
      tool: 'find',
      status: 'blocked',
      agent: 'crawler',
      rule: 'agents.crawler.permission',
    } as const),
    ...times(9, {
      tool: '图像工具',
      status: 'error',
      errorCode: 'invalid_arguments',
      errorData: { problems: [{ path: '', keyword: 'required', expected: 'size', received: 'undefined' }] },
    } as const),
  ];

  test('tells what to do, and why, on a terminal', async () => {
    const { show } = await projectWith(records);
    const { code, stdout, stderr } = await show(['advice']);
    expect(code).toBe(0);
    expect(stdout).toBe(
      [
        'The agent "crawler" keeps asking for find and is refused by agents.crawler.permission: take the tool out of its list, or allow it.',
        '  8 of 8 calls were blocked  [mostly_blocked]',
        'Callers of 图像工具 keep getting "size" wrong: describe it better, or add an example.',
        '  9 of the last 9 calls with invalid arguments  [wrong_parameter]',
        '',
      ].join('\n'),
    );
    expect(stderr).toMatch(/: 17 calls, 2 advices\n$/u);
  });

  test('is JSON in a pipe, with the evidence', async () => {
    const { json } = await projectWith(records);
    expect(await json(['advice', '--locale', 'zh-CN'])).toMatchObject([
      { code: 'mostly_blocked', evidence: { blocked: 8, calls: 8, rule: 'agents.crawler.permission' } },
      {
        code: 'wrong_parameter',
        tool: '图像工具',
        advice: '图像工具 工具的参数 "size" 经常出错，建议改进其说明或补充示例',
        evidence: { parameter: 'size', times: 9, invalid_calls: 9 },
      },
    ]);
    expect(await json(['advice', '--until', '1d'])).toEqual([]);
  });

  test('what is slow is what the configuration says', async () => {
    const { cwd, json } = await projectWith(times(30, { tool: 'find', executionTimeMs: 200 }));
    expect(await json(['advice'])).toEqual([]);
    writeFileSync(join(cwd, 'toolcrib.json'), JSON.stringify({ telemetry: { slow_call_ms: 100 } }));
    expect(await json(['advice'])).toMatchObject([{ code: 'slow', tool: 'find' }]);
  });
});
