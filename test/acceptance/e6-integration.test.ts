import {
  defineTool,
  MemoryHistory,
  ToolService,
  type CallRecord,
  type History,
  type ToolServiceOptions,
} from '@toolcrib/core';
import { createFakeClock } from '@toolcrib/core/testing';
import { expect, test } from 'vitest';

function echoService(options: ToolServiceOptions = {}): ToolService {
  const service = new ToolService({ builtins: false, ...options });
  service.registerTool({
    name: 'echo',
    aliases: ['say'],
    description: 'Echo.',
    parameters: { type: 'object' },
    run: (input: unknown) => input,
  });
  service.registerTool({
    name: 'fail',
    description: 'Fail.',
    parameters: { type: 'object' },
    run: () => Promise.reject(new Error('broken')),
  });
  service.registerTool({
    name: 'admin',
    description: 'For few.',
    permission: 'admin',
    parameters: { type: 'object' },
    run: () => 0,
  });
  return service;
}

const variables = { user: { name: 'Ada', tags: ['a', 'b'], age: 36 }, n: 7, none: null };

test.each<[string, unknown, unknown]>([
  ['a text of its own', '{{user.name}}', 'Ada'],
  ['inside a text', 'Dear {{ user.name }}, {{n}}!', 'Dear Ada, 7!'],
  ['a number stays a number', '{{n}}', 7],
  ['null stays null', '{{none}}', null],
  ['a whole object', '{{user}}', variables.user],
  ['an item of a list', '{{user.tags[1]}}', 'b'],
  ['deep in the arguments', [{ x: ['{{n}}'] }], [{ x: [7] }]],
  ['an escaped reference', 'literally \\{{n}}', 'literally {{n}}'],
])('E6.1 variable references are put in: %s', async (_, given, received) => {
  expect(await echoService().execute('echo', { value: given }, { variables })).toMatchObject({
    status: 'success',
    output: { value: received },
  });
});

test('E6.1 an escaped reference that stands alone stays as it is, without the backslash', async () => {
  expect(await echoService().execute('echo', { value: '\\{{n}}' }, { variables })).toMatchObject({
    output: { value: '{{n}}' },
  });
});

test.each([
  ['en', 'Unknown variable "user.nmae". Known: user, n, none.'],
  ['zh-CN', '未知变量 "user.nmae"。已知变量：user、n、none。'],
] as const)('E6.1 an unknown variable is an error that names it, in %s', async (locale, error) => {
  const result = await echoService({ locale }).execute('echo', { value: '{{user.nmae}}' }, { variables });

  expect(result).toMatchObject({
    status: 'error',
    errorCode: 'unknown_variable',
    errorType: 'ValidationError',
    station: 'bind',
    error,
  });
});

test.each(['{{constructor}}', '{{user.__proto__}}', '{{user.name.length}}'])(
  'E6.1 %s reaches nothing but variables',
  async (value) => {
    expect(await echoService().execute('echo', { value }, { variables })).toMatchObject({
      errorCode: 'unknown_variable',
    });
  },
);

test('E6.1 what variables put in is validated like everything else', async () => {
  const service = new ToolService();

  expect(await service.execute('calculator', { expression: '{{n}}' }, { variables })).toMatchObject({
    errorCode: 'invalid_arguments',
    data: { problems: [{ path: 'expression', keyword: 'type' }] },
  });
  expect(await service.execute('calculator', { expression: '{{n}} * 6' }, { variables })).toMatchObject({
    output: { result: '42' },
  });
});

test('E6.1 a reference inside the value of a variable is only text', async () => {
  const hostile = { given: '{{secret}}', secret: 's3cret' };

  expect(
    await echoService().execute('echo', { a: '{{given}}', b: 'x {{given}}' }, { variables: hostile }),
  ).toMatchObject({
    output: { a: '{{secret}}', b: 'x {{secret}}' },
  });
});

test('E6.1 without variables braces are ordinary text', async () => {
  expect(await echoService().execute('echo', { value: '{{n}}' })).toMatchObject({
    output: { value: '{{n}}' },
  });
});

test('E6.2 every call goes to the history port, however it ends', async () => {
  const records: CallRecord[] = [];
  const history: History = { append: (record) => void records.push(record) };
  const clock = createFakeClock({ now: 1_000_000 });
  const service = echoService({ history, clock, agents: { ada: { permission: 'read_write' } } });
  const options = { agent: 'ada', parentCallId: 'p1' };

  await service.execute('say', { value: 1 }, { ...options, callId: 'c1' });
  await service.execute('fail', {}, { ...options, callId: 'c2' });
  await service.execute('admin', {}, { ...options, callId: 'c3' });
  await service.execute('nobody', { a: 1 }, { ...options, callId: 'c4' });

  const common = { time: 1_000_000, agent: 'ada', parentCallId: 'p1', executionTimeMs: 0 };
  expect(records).toMatchObject([
    {
      ...common,
      callId: 'c1',
      tool: 'echo',
      version: '1.0.0',
      arguments: { value: 1 },
      status: 'success',
      output: { value: 1 },
      attempts: 1,
    },
    {
      ...common,
      callId: 'c2',
      tool: 'fail',
      arguments: {},
      status: 'error',
      errorCode: 'tool_failed',
      errorType: 'ToolExecutionError',
      error: 'fail failed: broken',
      station: 'execute',
      stack: expect.stringContaining('broken'),
    },
    {
      ...common,
      callId: 'c3',
      tool: 'admin',
      status: 'blocked',
      errorCode: 'permission_denied',
      station: 'authorize',
      attempts: 0,
    },
    {
      ...common,
      callId: 'c4',
      tool: 'nobody',
      version: undefined,
      arguments: { a: 1 },
      status: 'error',
      errorCode: 'tool_not_found',
    },
  ]);
});

test('E6.2 secrets do not get into the history', async () => {
  const history = new MemoryHistory();
  const service = echoService({ history });

  await service.execute('echo', { password: 'hunter2', nested: [{ api_key: 'k-1' }], plain: 'shown' });

  expect(JSON.stringify(history.list())).not.toMatch(/hunter2|k-1/u);
  expect(history.list()).toMatchObject([
    { arguments: { password: '[redacted]', nested: [{ api_key: '[redacted]' }], plain: 'shown' } },
  ]);
});

test('E6.2 a history that fails, at once or later, does not change a result', async () => {
  const broken: History[] = [
    {
      append: () => {
        throw new Error('disk full');
      },
    },
    { append: () => Promise.reject(new Error('disk full')) },
  ];
  for (const history of broken) {
    expect(await echoService({ history }).execute('echo', { value: 1 })).toMatchObject({
      status: 'success',
      output: { value: 1 },
    });
  }
});

test('E6.2 the history in memory filters, newest first', async () => {
  const history = new MemoryHistory();
  const service = echoService({ history });
  for (let value = 0; value < 5; value++) {
    await service.execute('echo', { value });
    await service.execute('fail');
  }

  expect(history.list({ tool: 'echo', limit: 2 }).map(({ arguments: given }) => given)).toEqual([
    { value: 4 },
    { value: 3 },
  ]);
  expect(history.list({ status: 'error' })).toHaveLength(5);
});

test('E6.3 a call tells its start, and then its completion or its failure', async () => {
  const told: unknown[] = [];
  const service = echoService({ agents: { ada: { permission: 'read_only' }, bob: { permission: 'admin' } } });
  service.on('call-start', ({ callId, tool, arguments: given }) =>
    told.push(['call-start', callId, tool, given]),
  );
  service.on('call-end', ({ callId, tool, output }) => told.push(['call-end', callId, tool, output]));
  service.on('access-blocked', ({ callId, errorCode, station }) =>
    told.push(['access-blocked', callId, errorCode, station]),
  );
  service.on('call-fail', ({ callId, tool, errorCode, station }) =>
    told.push(['call-fail', callId, tool, errorCode, station]),
  );

  await service.execute('echo', { v: 1 }, { callId: 'c1' });
  await service.execute('fail', {}, { callId: 'c2', agent: 'bob' });
  await service.execute('admin', {}, { callId: 'c3', agent: 'ada' });
  await service.execute('nobody', {}, { callId: 'c4' });

  expect(told).toEqual([
    ['call-start', 'c1', 'echo', { v: 1 }],
    ['call-end', 'c1', 'echo', { v: 1 }],
    ['call-start', 'c2', 'fail', {}],
    ['call-fail', 'c2', 'fail', 'tool_failed', 'execute'],
    ['call-start', 'c3', 'admin', {}],
    ['access-blocked', 'c3', 'permission_denied', 'authorize'],
    ['call-fail', 'c3', 'admin', 'permission_denied', 'authorize'],
    ['call-start', 'c4', 'nobody', {}],
    ['call-fail', 'c4', 'nobody', 'tool_not_found', 'resolve'],
  ]);
});

test('E6.3 the start is told before the tool runs, and the completion before the caller has the result', async () => {
  const order: string[] = [];
  const service = new ToolService({ builtins: false });
  service.registerTool({
    name: 'run',
    description: 'Run.',
    parameters: { type: 'object' },
    run: () => order.push('run'),
  });
  service.on('call-start', () => order.push('start'));
  service.on('call-end', () => order.push('end'));

  await service.execute('run');
  order.push('result');

  expect(order).toEqual(['start', 'run', 'end', 'result']);
});

test('E6.3 a listener that changes an event changes nothing else', async () => {
  const service = echoService();
  service.on('call-start', (event) => Object.assign(event.arguments as object, { value: 'changed' }));
  service.on('call-end', (event) => Object.assign(event.output as object, { value: 'changed' }));

  expect(await service.execute('echo', { value: 'given' })).toMatchObject({ output: { value: 'given' } });
});

test('E6.4 calls run at the same time: each waits for all the others', async () => {
  const everybody = Promise.withResolvers<void>();
  let here = 0;
  const service = new ToolService({ builtins: false });
  service.registerTool(
    defineTool({
      name: 'meet',
      description: 'Meet.',
      parameters: { type: 'object', properties: { n: { type: 'number' } } },
      run: async ({ n }) => {
        if (++here === 100) everybody.resolve();
        await everybody.promise;
        return n;
      },
    }),
  );

  const results = await Promise.all(Array.from({ length: 100 }, (_, n) => service.execute('meet', { n })));

  expect(results.map((result) => result.status === 'success' && result.output)).toEqual(
    Array.from({ length: 100 }, (_, n) => n),
  );
  expect(new Set(results.map(({ callId }) => callId)).size).toBe(100);
});

test('E6.4 one call that fails or hangs does not touch the others', async () => {
  const service = echoService();
  service.registerTool({
    name: 'hang',
    description: 'Hang.',
    parameters: { type: 'object' },
    run: () => new Promise(() => undefined),
  });

  const results = await service.executeAll([
    { toolName: 'hang', options: { timeout: 40 } },
    { toolName: 'echo', arguments: { v: 1 } },
    { toolName: 'fail' },
    { toolName: 'echo', arguments: { v: 2 } },
  ]);

  expect(results).toMatchObject([
    { errorCode: 'timeout' },
    { output: { v: 1 } },
    { errorCode: 'tool_failed' },
    { output: { v: 2 } },
  ]);
});
