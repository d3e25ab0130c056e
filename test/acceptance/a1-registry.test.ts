import { DefinitionError, toDescriptor, ToolRegistry, ToolService } from '@toolcrib/core';
import { expect, test } from 'vitest';
import { thrownBy } from './thrown-by.ts';

const definition = {
  name: 'greet',
  description: 'Greet somebody.',
  parameters: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  run: ({ name }: { name: string }) => `Hello ${name}`,
};

test('A1.1 a registered tool is checked and gets the id name@version', () => {
  const registry = new ToolRegistry();

  const tool = registry.register({ ...definition, version: '2.1.0' });

  expect(tool.id).toBe('greet@2.1.0');
  expect(registry.get('greet')).toBe(tool);
  expect(registry.get('greet@2.1.0')).toBe(tool);
});

test('A1.1 every registered tool has an id of its own', () => {
  const registry = new ToolRegistry();
  registry.register(definition);
  registry.register({ ...definition, version: '1.1.0' });
  registry.register({ ...definition, name: 'greet_all' });

  const ids = ['greet', 'greet_all'].flatMap((name) => registry.versions(name).map(({ id }) => id));

  expect(ids).toEqual(['greet@1.1.0', 'greet@1.0.0', 'greet_all@1.0.0']);
});

test.each(['name', 'description', 'parameters'])(
  'A1.1 a tool without %s is refused and the problem is named',
  (field) => {
    const registry = new ToolRegistry();

    const error = thrownBy(() => registry.register({ ...definition, [field]: undefined }));

    expect(error).toBeInstanceOf(DefinitionError);
    expect(error).toMatchObject({
      code: 'invalid_definition',
      data: { problems: [{ kind: 'missing', field }] },
    });
    expect(error.message).toContain(`${field} is missing`);
    expect(registry.list()).toEqual([]);
  },
);

test('A1.1 a refusal names every problem of a definition at once', () => {
  const error = thrownBy(() => new ToolRegistry().register({ run: () => 0 }));

  expect(error.data).toMatchObject({
    problems: [
      { kind: 'missing', field: 'name' },
      { kind: 'missing', field: 'description' },
      { kind: 'missing', field: 'parameters' },
    ],
  });
});

test('A1.2 a query gives every tool with name, description, parameters and type', () => {
  const service = new ToolService({ builtins: false });
  service.registerTool(definition);
  service.registerTool({
    name: 'status',
    description: 'Tell the status.',
    type: 'function',
    handler: 'status',
    parameters: { type: 'object', properties: {} },
    implementation: { type: 'mock', mock_response: 'ok' },
  });

  expect(service.listTools()).toMatchObject([
    { name: 'greet', description: 'Greet somebody.', parameters: definition.parameters, type: 'native' },
    {
      name: 'status',
      description: 'Tell the status.',
      parameters: { type: 'object', properties: {} },
      type: 'mock',
    },
  ]);
  expect(service.listTools().map(toDescriptor)).toMatchObject([
    { name: 'greet', description: 'Greet somebody.', parameters: definition.parameters, type: 'native' },
    {
      name: 'status',
      description: 'Tell the status.',
      parameters: { type: 'object', properties: {} },
      type: 'mock',
    },
  ]);
});

test('A1.3 an unregistered tool is gone for every agent', async () => {
  const service = new ToolService({
    builtins: false,
    agents: { one: { permission: 'admin' }, other: { permission: 'read_write', tools: ['greet'] } },
  });
  const { id } = service.registerTool(definition);
  for (const agent of ['one', 'other', undefined]) {
    expect(await service.execute('greet', { name: 'Ada' }, { agent })).toMatchObject({ output: 'Hello Ada' });
  }

  expect(service.unregisterTool(id)).toBe(true);

  for (const agent of ['one', 'other', undefined]) {
    expect(service.listTools({ agent })).toEqual([]);
    expect(await service.execute('greet', { name: 'Ada' }, { agent })).toMatchObject({
      status: 'error',
      errorCode: 'tool_not_found',
      station: 'resolve',
    });
  }
  expect(service.getTool('greet')).toBeUndefined();
  expect(service.unregisterTool(id)).toBe(false);
});

test('A1.3 unregistering one id leaves the other versions and tools', () => {
  const registry = new ToolRegistry();
  registry.register({ ...definition, aliases: ['hello'] });
  const newer = registry.register({ ...definition, version: '2.0.0', aliases: ['hi'] });
  registry.register({ ...definition, name: 'other' });

  registry.unregister('greet@2.0.0');

  expect(registry.get(newer.id)).toBeUndefined();
  expect(registry.get('hi')).toBeUndefined();
  expect(registry.get('greet')?.id).toBe('greet@1.0.0');
  expect(registry.get('hello')?.id).toBe('greet@1.0.0');
  expect(registry.allPrimaryNames()).toEqual(['greet', 'other']);
});
