import { DefinitionError, RegistryError, ToolRegistry, ToolService, type Locale } from '@toolcrib/core';
import { expect, test } from 'vitest';
import { openToolcrib } from 'toolcrib';
import { run } from '../command.ts';
import { temporaryProject } from '../project.ts';
import { thrownBy } from './thrown-by.ts';

const complete = {
  name: 'lookup',
  description: 'Look something up.',
  type: 'function',
  handler: 'lookup',
  parameters: { type: 'object', properties: { key: { type: 'string' } } },
  implementation: { type: 'mock', mock_response: { found: true } },
};

const httpSentence = 'HTTP tools not yet supported (coming in v2)';

test('C4.1 a complete definition in the configuration is a tool', async () => {
  const project = temporaryProject({ 'toolcrib.json': { tools: [complete] } });

  const { service, problems } = await openToolcrib({
    trust: 'always',
    project,
    environment: { TOOLCRIB_STATE: process.env['TOOLCRIB_STATE'] },
  });

  expect(problems).toEqual([]);
  expect(service.getTool('lookup')).toMatchObject({
    name: 'lookup',
    description: 'Look something up.',
    type: 'mock',
  });
});

test.each(['name', 'description', 'type', 'handler', 'parameters', 'implementation'])(
  'C4.1 a definition in the configuration without %s is refused',
  async (field) => {
    const project = temporaryProject({ 'toolcrib.json': { tools: [{ ...complete, [field]: undefined }] } });

    const { service, problems } = await openToolcrib({
      trust: 'always',
      project,
      environment: { TOOLCRIB_STATE: process.env['TOOLCRIB_STATE'] },
    });

    expect(problems).toMatchObject([
      {
        path: 'tools[0]',
        code: 'invalid_definition',
        message: expect.stringContaining(`${field} is missing`),
      },
    ]);
    expect(service.listTools({ type: 'mock' })).toEqual([]);
  },
);

test('C4.1 the type of a definition in the configuration is "function" and nothing else', async () => {
  const project = temporaryProject({ 'toolcrib.json': { tools: [{ ...complete, type: 'procedure' }] } });

  const { service, problems } = await openToolcrib({
    trust: 'always',
    project,
    environment: { TOOLCRIB_STATE: process.env['TOOLCRIB_STATE'] },
  });

  expect(problems).toMatchObject([{ path: 'tools[0]', code: 'invalid_definition' }]);
  expect(service.getTool('lookup')).toBeUndefined();
});

test('C4.1 an implementation without a type is refused, in the words of the configuration', () => {
  const error = thrownBy(() =>
    new ToolRegistry().register({ ...complete, implementation: { mock_response: 1 } }),
  );

  expect(error).toBeInstanceOf(DefinitionError);
  expect(error.message).toContain('implementation.type is missing');
});

test('C4.1 an implementation of a kind that nobody knows is refused', () => {
  const error = thrownBy(() =>
    new ToolService().registerTool({ ...complete, implementation: { type: 'telepathy' } }),
  );

  expect(error).toMatchObject({ code: 'no_executor', data: { kind: 'telepathy' } });
});

test.each([null, false, 0, '', 'text', 1.5, [], [1, [2, null]], {}, { deep: { list: [{ a: null }] } }])(
  'C4.2 a mock answers with its response, whatever JSON it is: %j',
  async (mock_response) => {
    const service = new ToolService();
    service.registerTool({ ...complete, implementation: { type: 'mock', mock_response } });

    const result = await service.execute('lookup', { key: 'x' });

    expect(result.status === 'success' && result.output).toEqual(mock_response);
  },
);

test('C4.2 a mock without mock_response is refused', () => {
  const error = thrownBy(() =>
    new ToolRegistry().register({ ...complete, implementation: { type: 'mock' } }),
  );

  expect(error).toMatchObject({
    code: 'invalid_definition',
    data: { problems: [{ kind: 'missing', field: 'implementation.mock_response' }] },
  });
});

test('C4.2 a mock response that is not JSON is refused', () => {
  const implementation = { type: 'mock', mock_response: { when: new Date(0) } };

  expect(thrownBy(() => new ToolRegistry().register({ ...complete, implementation }))).toMatchObject({
    code: 'invalid_definition',
    data: { problems: [{ kind: 'wrong_type', field: 'implementation.mock_response' }] },
  });
});

test('C4.2 what a caller does with a response does not change the next one', async () => {
  const service = new ToolService();
  service.registerTool(complete);
  const first = await service.execute('lookup');
  if (first.status === 'success') (first.output as { found: boolean }).found = false;

  expect(await service.execute('lookup')).toMatchObject({ output: { found: true } });
});

const sum = {
  ...complete,
  name: 'sum',
  handler: 'sum',
  parameters: { type: 'object', properties: { expression: { type: 'string' } }, required: ['expression'] },
};

test('C4.3 the handler of a builtin names a built-in function', async () => {
  const service = new ToolService();
  service.registerTool({ ...sum, implementation: { type: 'builtin', handler: 'calculator' } });

  expect(await service.execute('sum', { expression: '0.1+0.2' })).toMatchObject({
    output: { result: '0.3' },
  });
});

test('C4.3 a builtin without a handler is refused', () => {
  expect(
    thrownBy(() => new ToolService().registerTool({ ...sum, implementation: { type: 'builtin' } })),
  ).toMatchObject({
    code: 'invalid_definition',
    data: { problems: [{ kind: 'missing', field: 'implementation.handler' }] },
  });
});

test('C4.3 a handler that is no built-in function is refused when the tool is registered', async () => {
  const implementation = { type: 'builtin', handler: 'calculater' };
  const service = new ToolService();

  const error = thrownBy(() => service.registerTool({ ...sum, implementation }));
  const { problems } = await openToolcrib({
    trust: 'always',
    project: temporaryProject({ 'toolcrib.json': { tools: [{ ...sum, implementation }] } }),
    environment: { TOOLCRIB_STATE: process.env['TOOLCRIB_STATE'] },
  });

  expect(error).toBeInstanceOf(RegistryError);
  expect(error).toMatchObject({ code: 'unknown_handler', data: { kind: 'builtin', handler: 'calculater' } });
  expect(error.message).toContain('Known: calculator, datetime, string, array, object.');
  expect(service.getTool('sum')).toBeUndefined();
  expect(problems).toMatchObject([{ path: 'tools[0]', code: 'unknown_handler' }]);
});

test('C4.4 the handler of an internal tool names a service of the application', async () => {
  const service = new ToolService({
    internal: { 'crm.find': async ({ key }, { callId }) => ({ found: key, by: callId }) },
  });
  service.registerTool({ ...complete, implementation: { type: 'internal', handler: 'crm.find' } });

  expect(await service.execute('lookup', { key: 'Ada' }, { callId: 'c1' })).toMatchObject({
    output: { found: 'Ada', by: 'c1' },
  });
});

test('C4.4 an internal tool without a handler, or with one that nobody serves, is refused', () => {
  const service = new ToolService({ internal: { 'crm.find': () => null } });

  expect(
    thrownBy(() => service.registerTool({ ...complete, implementation: { type: 'internal' } })),
  ).toMatchObject({
    code: 'invalid_definition',
    data: { problems: [{ kind: 'missing', field: 'implementation.handler' }] },
  });
  expect(
    thrownBy(() =>
      service.registerTool({ ...complete, implementation: { type: 'internal', handler: 'crm.lose' } }),
    ),
  ).toMatchObject({
    code: 'unknown_handler',
    data: { kind: 'internal', handler: 'crm.lose', known: ['crm.find'] },
  });
});

test('C4.5 an http tool is refused with exactly that sentence, and is not in the registry', () => {
  const registry = new ToolRegistry();

  const error = thrownBy(() =>
    registry.register({ ...complete, implementation: { type: 'http', url: 'http://example.org' } }),
  );

  expect(error.message).toBe(httpSentence);
  expect(error).toMatchObject({ name: 'DefinitionError', code: 'http_not_supported' });
  expect(registry.get('lookup')).toBeUndefined();
  expect(registry.size).toBe(0);
});

test.each(['en', 'zh-CN'] as const)(
  'C4.5 the command reports an http tool with exactly that sentence, in %s',
  async (locale: Locale) => {
    const cwd = temporaryProject({
      'toolcrib.json': { tools: [{ ...complete, implementation: { type: 'http' } }] },
    });

    const { code, stdout } = await run(['check', '--json', '--locale', locale], { cwd });
    const listed = await run(['list_tools', '--type', 'http'], { cwd });

    expect(code).toBe(4);
    expect(JSON.parse(stdout)).toMatchObject({
      problems: [{ path: 'tools[0]', code: 'http_not_supported', message: httpSentence }],
    });
    expect(JSON.parse(listed.stdout)).toEqual([]);
  },
);
