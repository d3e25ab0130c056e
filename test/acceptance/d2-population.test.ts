import { populate, RegistryError, ToolRegistry, ToolResolver, ToolService } from '@toolcrib/core';
import { expect, test } from 'vitest';
import { thrownBy } from './thrown-by.ts';

function serviceWith(...names: string[]): ToolService {
  const service = new ToolService({ builtins: false });
  for (const name of names) {
    service.registerTool({
      name,
      description: `What ${name} does. In full.`,
      parameters: { type: 'object', properties: { q: { type: 'string' } }, required: ['q'] },
      run: ({ q }: { q: string }) => `${name} ${q}`,
    });
  }
  return service;
}

test('D2.1 definitions give tier, category and annotations, the service description, parameters and the work', async () => {
  const definitions = {
    find: { tier: 'low', category: 'search', short_description: 'Find.', aliases: ['search'] },
    shell: { tier: 'high', category: 'terminal', defer_loading: true },
  };

  const { registry, missing, unknown } = populate(definitions, serviceWith('find', 'shell'));

  expect({ missing, unknown }).toEqual({ missing: [], unknown: [] });
  expect(registry.getMetadata('find')).toMatchObject({
    description: 'What find does. In full.',
    shortDescription: 'Find.',
    tier: 'low',
    category: 'search',
    aliases: ['search'],
    annotations: { readOnly: true, destructive: false },
  });
  expect(registry.getMetadata('shell')).toMatchObject({
    shortDescription: 'What shell does.',
    tier: 'high',
    category: 'terminal',
    deferLoading: true,
    annotations: { readOnly: false, destructive: true, requiresConfirmation: true },
    permission: 'execute',
    approval: 'confirm',
  });
  const service = new ToolService({ registry, builtins: false });
  expect(await service.execute('search', { q: 'x' })).toMatchObject({ status: 'success', output: 'find x' });
  expect(await service.execute('find', {})).toMatchObject({ errorCode: 'invalid_arguments' });
});

test('D2.1 not strict: what is missing or unknown is told and left out', () => {
  const { registry, missing, unknown } = populate(
    { find: { tier: 'low' }, ghost: {} },
    serviceWith('find', 'stray'),
  );

  expect(registry.allPrimaryNames()).toEqual(['find']);
  expect(missing).toEqual(['ghost']);
  expect(unknown).toEqual(['stray']);
});

test('D2.1 strict: a missing tool and an unknown tool are errors that name them', () => {
  const missing = thrownBy(() =>
    populate({ find: {}, ghost: {}, spirit: {} }, serviceWith('find'), { strict: true }),
  );
  const unknown = thrownBy(() => populate({ find: {} }, serviceWith('find', 'stray'), { strict: true }));

  expect(missing).toBeInstanceOf(RegistryError);
  expect(missing).toMatchObject({ code: 'missing_tools', data: { tools: ['ghost', 'spirit'] } });
  expect(missing.message).toContain('ghost, spirit');
  expect(unknown).toBeInstanceOf(RegistryError);
  expect(unknown).toMatchObject({ code: 'undefined_tools', data: { tools: ['stray'] } });
  expect(populate({ find: {} }, serviceWith('find'), { strict: true }).registry.allPrimaryNames()).toEqual([
    'find',
  ]);
});

function registryWith(...tools: [name: string, category: string, ...aliases: string[]][]): ToolRegistry {
  const registry = new ToolRegistry();
  for (const [name, category, ...aliases] of tools) {
    registry.register({
      name,
      category,
      aliases,
      description: name,
      parameters: { type: 'object' },
      run: () => 0,
    });
  }
  return registry;
}

test('D2.2 an allow-list is resolved to primary names, also when it speaks of aliases', () => {
  const registry = registryWith(['Grep', 'search', 'grep'], ['Read', 'read'], ['Write', 'files']);
  registry.addAllowList({ name: 'reading', toolNames: ['grep', 'Read', 'gone'] });

  expect(registry.resolveAllowList('reading')).toEqual(['Grep', 'Read']);
});

test('D2.2 a tool that comes later is in the allow-list as soon as it is there', () => {
  const registry = registryWith(['a', 'search']);
  registry.addAllowList({ name: 'list', categories: ['search'] });
  registry.register({
    name: 'b',
    category: 'search',
    description: 'b',
    parameters: { type: 'object' },
    run: () => 0,
  });

  expect(registry.resolveAllowList('list')).toEqual(['a', 'b']);
  registry.unregister('a');
  expect(registry.resolveAllowList('list')).toEqual(['b']);
});

test('D2.3 categories are resolved to the names of their tools, in the order of registration', () => {
  const registry = registryWith(['a', 'web'], ['b', 'search'], ['c', 'todo'], ['d', 'web']);

  expect(registry.resolveCategories(['search', 'web'])).toEqual(['a', 'b', 'd']);
  expect(registry.resolveCategories(['nothing'])).toEqual([]);
  expect(registry.resolveCategories([])).toEqual([]);
});

test('D2.4 metadata is found by name and by every alias', () => {
  const registry = registryWith(['Grep', 'search', 'grep', 'rg']);

  for (const name of ['Grep', 'grep', 'rg']) {
    expect(registry.getMetadata(name)).toMatchObject({ name: 'Grep', category: 'search', tier: 'medium' });
  }
  expect(registry.getMetadata('GREP')).toBeUndefined();
});

test('D2.5 all primary names are those of the tools, without aliases', () => {
  expect(registryWith(['Grep', 'search', 'grep'], ['Read', 'read', 'read']).allPrimaryNames()).toEqual([
    'Grep',
    'Read',
  ]);
});

test.each<[string, (registry: ToolRegistry) => unknown, string]>([
  ['an unknown allow-list', (registry) => registry.resolveAllowList('nobody'), 'unknown_allow_list'],
  [
    'an unknown allow-list for an agent',
    (registry) => new ToolResolver(registry).getToolsForAgent('nobody'),
    'unknown_allow_list',
  ],
  ['a second tool of the same id', (registry) => registry.register(registry.get('a')), 'duplicate_tool'],
  ['a definition that is not valid', (registry) => registry.register({}), 'invalid_definition'],
  [
    'a default version that is not there',
    (registry) => registry.setDefault('a', '9.0.0'),
    'version_not_found',
  ],
  ['a default of no tool', (registry) => registry.setDefault('b', '1.0.0'), 'tool_not_found'],
])('D2.6 %s throws a RegistryError with a code and its facts', (_, act, code) => {
  const error = thrownBy(() => act(registryWith(['a', 'x'])));

  expect(error).toBeInstanceOf(RegistryError);
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({ code, data: expect.any(Object) });
});

test('D2.6 the error about an allow-list tells which ones there are', () => {
  const { registry } = new ToolService({ allowLists: [{ name: 'mine' }] });

  const error = thrownBy(() => registry.resolveAllowList('mien'));

  expect(error.message).toMatch(/^No allow-list "mien"\. Known: mine, code_gen, .*\.$/u);
});
