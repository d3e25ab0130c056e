import {
  defineTool,
  formatTools,
  MemoryHistory,
  toDescriptor,
  ToolRegistry,
  ToolService,
  toWire,
  type Effect,
  type Locale,
  type ToolDescriptor,
} from '@toolcrib/core';
import { createFakeClock, scriptedApprover } from '@toolcrib/core/testing';
import { expect, test } from 'vitest';
import { openToolcrib } from 'toolcrib';
import { answerJson, startLoopbackServer } from './loopback-server.ts';
import { run } from '../command.ts';
import { temporaryProject } from '../project.ts';
import { thrownBy } from './thrown-by.ts';

const base = { name: 'act', description: 'Act.', parameters: { type: 'object' }, run: () => 'done' } as const;

test('apart C1.2/A5.2: name and version are unique, and two definitions without a version collide', () => {
  const registry = new ToolRegistry();
  const first = registry.register(base);

  expect(thrownBy(() => registry.register({ ...base, description: 'Another.' }))).toMatchObject({
    code: 'duplicate_tool',
  });
  expect(thrownBy(() => registry.register({ ...base, version: '1.0.0' }))).toMatchObject({
    code: 'duplicate_tool',
  });
  expect(registry.get('act')).toBe(first);
  const update = registry.register({ ...base, version: '1.0.1' });
  expect(registry.get('act')).toBe(update);
  expect(registry.get('act', '1.0.0')).toBe(first);
});

test('apart E/A6/B4/D5: permission, approval and annotations are three facts that do not mix', () => {
  const tool = defineTool({
    ...base,
    permission: 'admin',
    approval: 'safe',
    annotations: { readOnly: true },
  });

  expect(tool).toMatchObject({
    permission: 'admin',
    approval: 'safe',
    annotations: { readOnly: true, destructive: false },
  });
  expect(
    defineTool({
      ...base,
      permission: 'read_only',
      approval: 'dangerous',
      annotations: { destructive: true },
    }),
  ).toMatchObject({
    permission: 'read_only',
    approval: 'dangerous',
    annotations: { readOnly: false, destructive: true },
  });
});

test.each([
  [{ readOnly: true }, 'read_only', 'safe'],
  [{}, 'read_write', 'safe'],
  [{ destructive: true }, 'read_write', 'confirm'],
  [{ requiresConfirmation: true }, 'read_write', 'confirm'],
])(
  'apart E/A6/B4/D5: the annotations %j give the permission %s and the approval %s',
  (annotations, permission, approval) => {
    expect(defineTool({ ...base, annotations })).toMatchObject({ permission, approval });
  },
);

test('apart E/A6/B4/D5: a call can raise the risk of itself, never lower it', async () => {
  const { approver, questions } = scriptedApprover(['allow_once', 'allow_once']);
  const service = new ToolService({ builtins: false, approver });
  const effects = ({ risk }: { risk: 'low' | 'high' }): Effect[] => [{ kind: 'write', path: 'a', risk }];
  service.registerTool({ ...base, name: 'gentle', approval: 'safe', effects });
  service.registerTool({ ...base, name: 'harsh', annotations: { destructive: true }, effects });
  const riskOf = async (name: string, risk: string): Promise<unknown> =>
    (await service.execute(name, { risk })).metadata.risk;

  expect(await riskOf('gentle', 'low')).toBe('medium');
  expect(questions).toHaveLength(0);
  expect(await riskOf('gentle', 'high')).toBe('high');
  expect(questions).toHaveLength(1);
  expect(await riskOf('harsh', 'low')).toBe('high');
  expect(questions).toHaveLength(2);
});

test('apart C4.5/E2.4: "rest" works where "http" is refused', async () => {
  const server = await startLoopbackServer(({ url }, response) => answerJson(response, 200, { url }));
  const tool = (name: string, type: string): object => ({
    name,
    description: 'A request.',
    type: 'function',
    handler: name,
    parameters: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
    implementation: { type, base_url: server.address, method: 'GET', path: '/things/{id}' },
  });
  const cwd = temporaryProject({
    'toolcrib.json': { tools: [tool('by_rest', 'rest'), tool('by_http', 'http')] },
  });

  const rest = await run(['call', 'by_rest', 'id=7', '--json'], { cwd });
  const http = await run(['call', 'by_http', 'id=7', '--json'], { cwd });

  expect(rest.code).toBe(0);
  expect(JSON.parse(rest.stdout)).toMatchObject({ status: 'success', output: { url: '/things/7' } });
  expect(rest.stderr).toContain('HTTP tools not yet supported (coming in v2)');
  expect(http.code).toBe(1);
  expect(JSON.parse(http.stdout)).toMatchObject({ status: 'error', error_code: 'tool_not_found' });
  expect(server.requests).toHaveLength(1);
});

test('apart B1.1/B3.1: the name is Read, and read is its alias', async () => {
  const service = new ToolService({ builtins: false });
  service.registerTool({ ...base, name: 'Read', aliases: ['read'] });

  expect(await service.execute('read')).toMatchObject({ status: 'success', metadata: { tool: 'Read' } });
  expect(await service.execute('Read')).toMatchObject({ status: 'success', metadata: { tool: 'Read' } });
  expect(service.registry.allPrimaryNames()).toEqual(['Read']);
  expect(formatTools('openai', service.listTools()).tools.map((tool) => tool.function.name)).toEqual([
    'Read',
  ]);
});

test('apart A4.3/E7: the core tells and records, and leaves counting to whoever listens', async () => {
  const clock = createFakeClock();
  const history = new MemoryHistory();
  const service = new ToolService({ builtins: false, clock, history });
  const durations: number[] = [];
  service.registerTool({
    ...base,
    run: () => new Promise((resolve) => clock.setTimeout(() => resolve('done'), 300)),
  });
  service.on('call-end', ({ executionTimeMs }) => durations.push(executionTimeMs));

  const calling = service.execute('act');
  await clock.advance(300);
  await calling;

  expect(durations).toEqual([300]);
  expect(history.list()).toMatchObject([{ tool: 'act', status: 'success', executionTimeMs: 300 }]);
  expect(
    Object.keys(toDescriptor(service.getTool('act') as never)).filter((key) =>
      /count|calls|rate|average/u.test(key),
    ),
  ).toEqual([]);
});

const sentences: Record<Locale, string> = {
  en: 'Missing required parameter: expression',
  'zh-CN': '缺少必需参数: expression',
};

test.each<[string, string[], { [name: string]: string }, Locale]>([
  [
    'the option before everything',
    ['--locale', 'zh-CN'],
    { TOOLCRIB_LOCALE: 'en', LANG: 'en_US.UTF-8' },
    'zh-CN',
  ],
  [
    'the option before everything, the other way',
    ['--locale', 'en'],
    { TOOLCRIB_LOCALE: 'zh-CN', LANG: 'zh_CN.UTF-8' },
    'en',
  ],
  ['then TOOLCRIB_LOCALE', [], { TOOLCRIB_LOCALE: 'zh-CN', LANG: 'en_US.UTF-8' }, 'zh-CN'],
  ['then the system', [], { LANG: 'zh_CN.UTF-8' }, 'zh-CN'],
  ['LC_ALL before LANG', [], { LC_ALL: 'zh_CN.UTF-8', LANG: 'en_US.UTF-8' }, 'zh-CN'],
  [
    'an empty variable counts as none',
    [],
    { TOOLCRIB_LOCALE: '', LC_ALL: '', LC_MESSAGES: '', LANG: 'zh_CN.UTF-8' },
    'zh-CN',
  ],
  ['then English', [], { LANG: 'C' }, 'en'],
  ['then English, for a language that we do not speak', [], { LANG: 'fr_FR.UTF-8' }, 'en'],
])('apart messages: the language is chosen by %s', async (_, options, env, locale) => {
  const call = JSON.stringify({ id: '1', tool_name: 'calculator', arguments: {} });

  const { stdout } = await run(['execute_tool', call, ...options], { cwd: temporaryProject(), env });

  expect(JSON.parse(stdout)).toMatchObject({
    error: sentences[locale],
    error_code: 'invalid_arguments',
    error_type: 'ValidationError',
  });
});

test('apart messages: a project that is opened from code speaks the language of its environment', async () => {
  const project = temporaryProject();
  const errorIn = async (spoken: { [name: string]: string }, locale?: Locale): Promise<unknown> => {
    const environment = { TOOLCRIB_STATE: process.env['TOOLCRIB_STATE'], ...spoken };
    const { service } = await openToolcrib({ trust: 'always', project, environment, locale });
    return toWire(await service.execute('calculator', {})).error;
  };

  expect(await errorIn({ TOOLCRIB_LOCALE: 'zh-CN' })).toBe(sentences['zh-CN']);
  expect(await errorIn({ LANG: 'zh_CN.UTF-8' })).toBe(sentences['zh-CN']);
  expect(await errorIn({ TOOLCRIB_LOCALE: 'zh-CN' }, 'en')).toBe(sentences.en);
  expect(await errorIn({})).toBe(sentences.en);
});

/** The names of an object's fields, at every depth. */
function fieldsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(fieldsOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...fieldsOf(inner)]);
}

const camelCase = /[a-z][A-Z]/u;

test('apart spelling: results on the wire are snake_case, whatever went wrong', async () => {
  const server = await startLoopbackServer((_, response) =>
    answerJson(response, 429, {}, { 'retry-after': '3' }),
  );
  const service = new ToolService({
    allowLists: [{ name: 'small', toolNames: ['calculator'] }],
    agents: { clerk: { allowList: 'small' }, reader: {}, lost: { allowList: 'gone' } },
  });
  service.registerTool({ ...base, annotations: { destructive: true } });
  service.registerTool({
    ...base,
    name: 'rest',
    run: undefined,
    implementation: { type: 'rest', base_url: server.address, method: 'GET', path: '/' },
  });

  const results = [
    await service.execute('calculator', { expression: '1' }),
    await service.execute('calculater', {}),
    await service.execute('calculator', { expresion: 1 }),
    await service.execute('calculator', {}, { version: '^9.0.0' }),
    await service.execute('string', {}, { agent: 'clerk' }),
    await service.execute('string', {}, { agent: 'lost' }),
    await service.execute('act', {}, { agent: 'reader' }),
    await service.execute('act'),
    await service.execute('rest'),
  ];

  for (const wire of results.map(toWire)) {
    expect(
      fieldsOf(wire).filter((name) => camelCase.test(name)),
      JSON.stringify(wire),
    ).toEqual([]);
  }
  expect(results[0]).toHaveProperty('callId');
  expect(results[0]).toHaveProperty('metadata.executionTimeMs');
});

test('apart spelling: what the command prints as JSON is snake_case', async () => {
  const cwd = temporaryProject({
    'toolcrib.json': {
      tools: [{ name: 'broken' }],
      agents: { clerk: { permission: 'admin', allow_list: 'small' } },
      allow_lists: { small: { tool_names: ['calculator'], add_when_non_local: ['string'] } },
      defaults: { retry_delay: 5 },
    },
  });
  const printed = async (...given: string[]): Promise<unknown> =>
    JSON.parse((await run(given, { cwd })).stdout);
  const descriptors = (await printed('list_tools', '--agent', 'clerk')) as ToolDescriptor[];

  expect(descriptors.map(({ name }) => name)).toEqual(['calculator', 'string']);
  const all = [
    // Schemas and examples are the tool's own words.
    ...descriptors.map((descriptor) => ({ ...descriptor, parameters: {}, returns: {}, examples: [] })),
    await printed('explain', 'calculator', 'expression=1', '--json'),
    await printed('check', '--json'),
    await printed('call', 'datetime', 'operation=now', '--agent', 'clerk', '--json'),
  ];
  for (const value of all) expect(fieldsOf(value).filter((name) => camelCase.test(name))).toEqual([]);
});
