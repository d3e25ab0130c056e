import { ToolRegistry, type DefinitionProblem } from '@toolcrib/core';
import { expect, test } from 'vitest';
import { openToolcrib } from 'toolcrib';
import { run } from '../command.ts';
import { temporaryProject } from '../project.ts';
import { thrownBy } from './thrown-by.ts';

const mock = (name: string, response: unknown = name, more: object = {}): object => ({
  name,
  description: `The tool ${name}.`,
  type: 'function',
  handler: name,
  parameters: { type: 'object', properties: {} },
  implementation: { type: 'mock', mock_response: response },
  ...more,
});

test('C1.1 tools in the configuration are registered at start', async () => {
  const project = temporaryProject({ 'toolcrib.json': { tools: [mock('first'), mock('second')] } });

  const { service, problems } = await openToolcrib({
    trust: 'always',
    project,
    environment: { TOOLCRIB_STATE: process.env['TOOLCRIB_STATE'] },
  });

  expect(problems).toEqual([]);
  expect(service.getTool('first')).toMatchObject({ id: 'first@1.0.0', source: 'toolcrib.json' });
  expect(await service.execute('second')).toMatchObject({ status: 'success', output: 'second' });
});

test('C1.1 invalid tools are reported with their place, and the rest start', async () => {
  const project = temporaryProject({
    'toolcrib.json': {
      tools: [
        mock('good'),
        mock('bad', 1, { description: '' }),
        'nonsense',
        mock('web', 1, { implementation: { type: 'http' } }),
        mock('fine'),
      ],
    },
  });

  const { service, problems } = await openToolcrib({
    trust: 'always',
    project,
    environment: { TOOLCRIB_STATE: process.env['TOOLCRIB_STATE'] },
  });

  expect(problems).toMatchObject([
    {
      path: 'tools[1]',
      code: 'invalid_definition',
      message: expect.stringContaining('description is missing'),
    },
    { path: 'tools[2]', code: 'invalid_definition' },
    { path: 'tools[3]', code: 'http_not_supported' },
  ]);
  for (const { file, line, column } of problems) {
    expect(file).toBe(`${project}/toolcrib.json`);
    expect(line).toBeGreaterThan(1);
    expect(column).toBeGreaterThan(0);
  }
  expect(service.listTools({ type: 'mock' }).map(({ name }) => name)).toEqual(['good', 'fine']);
});

test.each([
  ['en', 'description is missing', '1 problem\n'],
  ['zh-CN', '缺少 description', '1 个问题\n'],
])(
  'C1.1 the command logs the invalid tool as an error and works with the others, in %s',
  async (locale, problem, count) => {
    const cwd = temporaryProject({
      'toolcrib.json': {
        tools: [mock('bad', 1, { description: undefined }), mock('good', 'works')],
      },
    });
    const env = { TOOLCRIB_LOCALE: locale };

    const called = await run(['call', 'good'], { cwd, env });
    const checked = await run(['check'], { cwd, env });

    expect(called).toMatchObject({ code: 0, stdout: 'works\n' });
    expect(called.stderr).toContain(`${cwd}/toolcrib.json:`);
    expect(called.stderr).toContain('tools[0]');
    expect(called.stderr).toContain(problem);
    expect(checked.code).toBe(4);
    expect(checked.stdout).toContain(problem);
    expect(checked.stderr).toBe(count);
  },
);

test('C1.2 a second tool of the same name fails and the first stays', () => {
  const registry = new ToolRegistry();
  const first = registry.register(mock('same', 'first'));

  const error = thrownBy(() => registry.register(mock('same', 'second')));

  expect(error).toMatchObject({ name: 'RegistryError', code: 'duplicate_tool', data: { id: 'same@1.0.0' } });
  expect(error.message).toContain('same@1.0.0 is already registered');
  expect(registry.get('same')).toBe(first);
  expect(registry.list()).toEqual([first]);
});

test('C1.2 a name cannot be taken by way of an alias, nor an alias by way of a name', () => {
  const registry = new ToolRegistry();
  const first = registry.register(mock('Read', 1, { aliases: ['read'] }));

  expect(thrownBy(() => registry.register(mock('read')))).toMatchObject({ code: 'duplicate_name' });
  expect(thrownBy(() => registry.register(mock('Other', 1, { aliases: ['Read'] })))).toMatchObject({
    code: 'duplicate_name',
  });
  expect(thrownBy(() => registry.register(mock('Another', 1, { aliases: ['read'] })))).toMatchObject({
    code: 'duplicate_name',
  });
  expect(registry.get('Read')).toBe(first);
  expect(registry.get('read')).toBe(first);
  expect(registry.size).toBe(1);
});

test('C1.2 of two tools of one name in the configuration the first one answers, and the second is reported', async () => {
  const project = temporaryProject({
    'toolcrib.json': { tools: [mock('same', 'first'), mock('same', 'second')] },
  });

  const { service, problems } = await openToolcrib({
    trust: 'always',
    project,
    environment: { TOOLCRIB_STATE: process.env['TOOLCRIB_STATE'] },
  });

  expect(problems).toMatchObject([{ path: 'tools[1]', code: 'duplicate_tool' }]);
  expect(await service.execute('same')).toMatchObject({ output: 'first' });
});

test('C1.2 a configured tool does not replace a built-in one', async () => {
  const project = temporaryProject({ 'toolcrib.json': { tools: [mock('calculator', 'wrong')] } });

  const { service, problems } = await openToolcrib({
    trust: 'always',
    project,
    environment: { TOOLCRIB_STATE: process.env['TOOLCRIB_STATE'] },
  });

  expect(problems).toMatchObject([{ code: 'duplicate_tool' }]);
  expect(await service.execute('calculator', { expression: '1+1' })).toMatchObject({
    output: { result: '2' },
  });
});

test.each<[string, object, Partial<DefinitionProblem>]>([
  ['no name', { name: undefined }, { kind: 'missing', field: 'name' }],
  ['an empty name', { name: '' }, { kind: 'missing', field: 'name' }],
  ['a name that is not text', { name: 7 }, { kind: 'wrong_type', field: 'name' }],
  ['a name with a space', { name: 'two words' }, { kind: 'bad_name', field: 'name' }],
  ['no description', { description: undefined }, { kind: 'missing', field: 'description' }],
  ['a blank description', { description: ' \n' }, { kind: 'missing', field: 'description' }],
  ['no parameters', { parameters: undefined }, { kind: 'missing', field: 'parameters' }],
  ['parameters that are text', { parameters: 'object' }, { kind: 'bad_schema', field: 'parameters' }],
  [
    'parameters without type',
    { parameters: { properties: {} } },
    { kind: 'bad_schema', field: 'parameters' },
  ],
  [
    'parameters of type array',
    { parameters: { type: 'array' } },
    { kind: 'bad_schema', field: 'parameters' },
  ],
  [
    'parameters of type object or null',
    { parameters: { type: ['object', 'null'] } },
    { kind: 'bad_schema', field: 'parameters' },
  ],
  [
    'properties that are a list',
    { parameters: { type: 'object', properties: [] } },
    { kind: 'bad_schema', field: 'parameters' },
  ],
  [
    'a type that JSON does not have',
    { parameters: { type: 'object', properties: { a: { type: 'text' } } } },
    { kind: 'bad_schema' },
  ],
  [
    'required that is text',
    { parameters: { type: 'object', required: 'a' } },
    { kind: 'bad_schema', field: 'parameters' },
  ],
  [
    'a pattern that is none',
    { parameters: { type: 'object', properties: { a: { pattern: '(' } } } },
    { kind: 'bad_schema' },
  ],
  [
    'a reference to nowhere',
    { parameters: { type: 'object', properties: { a: { $ref: '#/$defs/a' } } } },
    { kind: 'bad_schema' },
  ],
])('C1.3 a definition with %s is refused', (_, change, problem) => {
  const registry = new ToolRegistry();
  const definition = { ...mock('tool'), ...change };

  const error = thrownBy(() => registry.register(definition));

  expect(error).toMatchObject({
    name: 'DefinitionError',
    code: 'invalid_definition',
    data: { problems: [problem] },
  });
  expect(registry.validate(definition)).toBe(false);
  expect(registry.size).toBe(0);
});

test('C1.3 a complete definition is accepted', () => {
  const registry = new ToolRegistry();
  const definition = mock('tool');

  expect(registry.validate(definition)).toBe(true);
  expect(registry.size).toBe(0);
  expect(registry.register(definition)).toMatchObject({
    name: 'tool',
    parameters: { type: 'object', properties: {} },
  });
});
