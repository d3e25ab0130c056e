import { describe, expect, test } from 'vitest';
import { defineTool } from '../tool/define-tool.ts';
import type { Tool } from '../tool/tool.ts';
import { giveAdvice, type Advice } from './advice.ts';
import type { CallRecord } from './record.ts';
import { sampleRecords } from '../testing/sample-record.ts';
import { rollUp } from './statistics.ts';

function tool(name: string, parameters: readonly string[] = [], changes: object = {}): Tool {
  return defineTool({
    name,
    description: `${name}.`,
    parameters: {
      type: 'object',
      properties: Object.fromEntries(parameters.map((parameter) => [parameter, { type: 'string' as const }])),
    },
    run: () => name,
    ...changes,
  });
}

const grep = tool('Grep', ['pattern', 'path', 'glob']);

function advice(records: readonly CallRecord[], tools: readonly Tool[] = [grep], slowMs?: number): Advice[] {
  const failures = records.filter(({ status }) => status !== 'success');
  return giveAdvice({ rollups: rollUp(records), tools, failures }, { slowMs });
}

const codes = (given: readonly Advice[]): string[] => given.map(({ code }) => code);

describe('slow', () => {
  const slow = { tool: 'Grep', executionTimeMs: 900 };

  test('a tool that is called often and is slow, with the figures', () => {
    expect(advice(sampleRecords(20, slow))).toEqual([
      {
        code: 'slow',
        tool: 'Grep',
        advice: 'Grep is slow: use a more specific path or pattern.',
        reason: '20 calls, 900 ms on average, one in twenty longer than 900 ms',
        evidence: {
          tool: 'Grep',
          calls: 20,
          meanMs: expect.closeTo(900) as number,
          p95Ms: expect.closeTo(900, -1) as number,
          narrowBy: ['path', 'pattern'],
        },
      },
    ]);
  });

  test('in Chinese it is the sentence of the requirement, to the letter', () => {
    const input = { rollups: rollUp(sampleRecords(20, slow)), tools: [grep], failures: [] };
    expect(giveAdvice(input, { locale: 'zh-CN' })).toMatchObject([
      { advice: 'Grep 工具执行缓慢，建议使用更具体的路径或模式' },
    ]);
  });

  test('a tool that takes neither path nor pattern gets other words', () => {
    expect(advice(sampleRecords(20, { ...slow, tool: 'render' }), [tool('render')])).toMatchObject([
      { advice: 'render is slow: ask it for less at a time, or call it less often.' },
    ]);
    expect(advice(sampleRecords(20, { ...slow, tool: 'find' }), [tool('find', ['query'])])).toMatchObject([
      { advice: 'find is slow: use a more specific query.' },
    ]);
  });

  test('seldom called, or slow only once, is not', () => {
    expect(advice(sampleRecords(19, slow))).toEqual([]);
    expect(
      advice([
        ...sampleRecords(19, { tool: 'Grep' }),
        ...sampleRecords(1, { tool: 'Grep', executionTimeMs: 60_000 }),
      ]),
    ).toEqual([]);
  });

  test('what is slow can be said', () => {
    expect(advice(sampleRecords(20, slow), [grep], 1000)).toEqual([]);
    expect(codes(advice(sampleRecords(20, { ...slow, executionTimeMs: 200 }), [grep], 100))).toEqual([
      'slow',
    ]);
  });
});

describe('times out', () => {
  const timeout = { status: 'error', errorCode: 'timeout', executionTimeMs: 10_000 } as const;

  test('a tool that nearly always does, and it is not called slow besides', () => {
    expect(advice([...sampleRecords(25, timeout), ...sampleRecords(2)])).toMatchObject([
      { code: 'times_out', tool: 'Read', evidence: { timeouts: 25, calls: 27, maxMs: 10_000 } },
    ]);
  });

  test('a few times, or half of the time, is not always', () => {
    expect(advice(sampleRecords(4, timeout))).toEqual([]);
    expect(codes(advice([...sampleRecords(10, timeout), ...sampleRecords(10)]))).not.toContain('times_out');
  });
});

describe('wrong parameter', () => {
  const wrong = (...paths: string[]): Partial<CallRecord> => ({
    status: 'error',
    errorCode: 'invalid_arguments',
    errorData: { problems: paths.map((path) => ({ path, keyword: 'type' })) },
  });

  test('the one that most invalid calls have wrong', () => {
    expect(
      advice([
        ...sampleRecords(9, wrong('file_path', 'limit')),
        ...sampleRecords(1, wrong('limit')),
        ...sampleRecords(30),
      ]),
    ).toMatchObject([
      {
        code: 'wrong_parameter',
        advice: 'Callers of Read keep getting "limit" wrong: describe it better, or add an example.',
        reason: '10 of the last 10 calls with invalid arguments',
        evidence: { tool: 'Read', parameter: 'limit', times: 10, invalidCalls: 10 },
      },
    ]);
  });

  test('the entries of a list are one parameter, and count once for a call', () => {
    const records = ['edits[0].new', 'edits[1].new', 'edits[22].new'].flatMap((name) =>
      sampleRecords(2, wrong(name, 'edits[5].new')),
    );
    expect(advice(records)).toMatchObject([{ evidence: { parameter: 'edits[].new', times: 6 } }]);
  });

  test('always another one is no habit, and neither is one mistake in a hundred', () => {
    expect(advice(['a', 'b', 'c'].flatMap((name) => sampleRecords(5, wrong(name))))).toEqual([]);
    expect(advice([...sampleRecords(6, wrong('a')), ...sampleRecords(600)])).toEqual([]);
  });

  test('fifty mistakes matter, however many calls there were', () => {
    expect(codes(advice([...sampleRecords(50, wrong('a')), ...sampleRecords(5000)]))).toEqual([
      'wrong_parameter',
    ]);
  });
});

describe('unknown tool', () => {
  const missing = { tool: 'Grpe', version: undefined, status: 'error', errorCode: 'tool_not_found' } as const;

  test('a name that agents keep making up, with the name they may mean', () => {
    expect(advice(sampleRecords(5, missing))).toMatchObject([
      {
        code: 'unknown_tool',
        advice: 'Agents call "Grpe", which is not there: make it an alias of Grep.',
        evidence: { tool: 'Grpe', calls: 5, suggestions: ['Grep'] },
      },
    ]);
  });

  test('a slip, many names at once, or a name that exists by now, is not', () => {
    expect(advice(sampleRecords(50, { ...missing, tool: '*' }))).toEqual([]);
    expect(advice(sampleRecords(4, missing))).toEqual([]);
    expect(advice(sampleRecords(5, missing), [tool('search', [], { aliases: ['Grpe'] })])).toEqual([]);
  });
});

describe('fails since a version', () => {
  const version = (name: string, successes: number, errors: number): CallRecord[] => [
    ...sampleRecords(successes, { version: name }),
    ...sampleRecords(errors, { version: name, status: 'error', errorCode: 'tool_failed' }),
  ];

  test('names the step where it began', () => {
    const records = [...version('1.9.0', 98, 2), ...version('1.10.0', 30, 30), ...version('1.11.0', 25, 35)];
    expect(advice(records)).toMatchObject([
      {
        code: 'fails_since_version',
        advice: 'Read fails more often since 1.10.0: go back to 1.9.0, or repair it.',
        evidence: { version: '1.10.0', before: '1.9.0', successRate: 0.5, successRateBefore: 0.98 },
      },
    ]);
  });

  test('few calls on either side say nothing', () => {
    expect(advice([...version('1.0.0', 100, 0), ...version('2.0.0', 0, 4)])).toEqual([]);
    expect(advice([...version('1.0.0', 2, 0), ...version('2.0.0', 5, 20)])).toEqual([]);
  });

  test('neither does a small step, nor one that was mended', () => {
    expect(advice([...version('1.0.0', 9900, 100), ...version('2.0.0', 9500, 500)])).toEqual([]);
    expect(
      advice([...version('1.0.0', 98, 2), ...version('1.1.0', 30, 30), ...version('1.2.0', 60, 1)]),
    ).toEqual([]);
  });
});

describe('mostly blocked', () => {
  const blocked = (
    rule: string | undefined,
    agent: string | undefined = 'explorer',
  ): Partial<CallRecord> => ({
    tool: 'Write',
    agent,
    status: 'blocked',
    rule,
  });

  test('names the agent and the rule, whatever other agents may do', () => {
    const records = [
      ...sampleRecords(7, blocked('agents.explorer.permission')),
      ...sampleRecords(1, blocked('toolcrib.json:rules[0]')),
      ...sampleRecords(100, { tool: 'Write', agent: 'builder' }),
    ];
    expect(advice(records)).toMatchObject([
      {
        code: 'mostly_blocked',
        advice:
          'The agent "explorer" keeps asking for Write and is refused by agents.explorer.permission: take the tool out of its list, or allow it.',
        evidence: { agent: 'explorer', blocked: 8, calls: 8, rule: 'agents.explorer.permission' },
      },
    ]);
  });

  test('without a record of it the rule is not known', () => {
    const rollups = rollUp(sampleRecords(8, { ...blocked('x'), agent: undefined }));
    expect(giveAdvice({ rollups, tools: [], failures: [] })).toMatchObject([
      {
        advice:
          'The application keeps asking for Write and is refused: take the tool out of its list, or allow it.',
      },
    ]);
  });

  test('sometimes is not mostly', () => {
    expect(
      advice([...sampleRecords(6, blocked('x')), ...sampleRecords(6, { tool: 'Write', agent: 'explorer' })]),
    ).toEqual([]);
  });
});

describe('large outputs', () => {
  const large = { tool: 'dump', output: 'x'.repeat(30_000) };

  test('name the parameter that asks for less', () => {
    expect(advice(sampleRecords(20, large), [tool('dump', ['what', 'limit'])])).toMatchObject([
      {
        code: 'large_outputs',
        advice: 'The outputs of dump are large: ask for less, with a smaller "limit".',
        evidence: { outputs: 20, meanBytes: 30_002, limitedBy: 'limit' },
      },
    ]);
    expect(advice(sampleRecords(20, large), [tool('dump')])).toMatchObject([
      { advice: 'The outputs of dump are large: let it answer with less, or ask for less.' },
    ]);
  });

  test('now and then are none', () => {
    expect(advice([...sampleRecords(5, large), ...sampleRecords(20, { tool: 'dump' })])).toEqual([]);
  });
});

describe('unused', () => {
  const costly = tool('costly', [], { description: 'Does this and that. '.repeat(100) });

  test('a tool that costs tokens in every request and is never called', () => {
    expect(advice(sampleRecords(100, { tool: 'Grep' }), [grep, costly])).toMatchObject([
      { code: 'unused', tool: 'costly', evidence: { tokens: 521, callsOfOthers: 100 } },
    ]);
  });

  test('before much was called, nothing is unused', () => {
    expect(advice(sampleRecords(99, { tool: 'Grep' }), [grep, costly])).toEqual([]);
  });

  test('what is small, or loaded on demand, costs nothing', () => {
    const deferred = tool('deferred', [], { description: costly.description, deferLoading: true });
    expect(advice(sampleRecords(100, { tool: 'Grep' }), [grep, tool('small'), deferred])).toEqual([]);
  });
});

test('every advice is given in both languages, with nothing missing', () => {
  const records = [
    ...sampleRecords(100, { tool: 'Grep', executionTimeMs: 900, output: 'x'.repeat(30_000) }),
    ...sampleRecords(9, { tool: 'late', status: 'error', errorCode: 'timeout' }),
    ...sampleRecords(9, { tool: 'shut', status: 'blocked', rule: 'r', agent: 'a' }),
    ...sampleRecords(9, {
      tool: 'odd',
      status: 'error',
      errorCode: 'invalid_arguments',
      errorData: { problems: [{ path: '', keyword: 'required', expected: 'p' }] },
    }),
    ...sampleRecords(9, {
      tool: 'made-up',
      version: undefined,
      status: 'error',
      errorCode: 'tool_not_found',
    }),
    ...sampleRecords(30, { tool: 'old', version: '1.0.0' }),
    ...sampleRecords(30, { tool: 'old', version: '2.0.0', status: 'error', errorCode: 'tool_failed' }),
  ];
  const failures = records.filter(({ status }) => status !== 'success');
  const costly = tool('costly', [], { description: '多'.repeat(400) });
  const input = { rollups: rollUp(records), tools: [grep, costly], failures };
  const [en, zh] = [giveAdvice(input), giveAdvice(input, { locale: 'zh-CN' })];
  expect(codes(en)).toEqual([
    'fails_since_version',
    'times_out',
    'mostly_blocked',
    'wrong_parameter',
    'unknown_tool',
    'slow',
    'large_outputs',
    'unused',
  ]);
  expect(zh.map(({ code, evidence }) => ({ code, evidence }))).toEqual(
    en.map(({ code, evidence }) => ({ code, evidence })),
  );
  for (const { advice: sentence, reason } of zh) expect(`${sentence}${reason}`).toMatch(/\p{Script=Han}/u);
  for (const { advice: sentence, reason } of [...en, ...zh])
    expect(`${sentence}${reason}`).not.toMatch(/undefined|NaN|\[object/u);
});
