import { readyMadeAllowLists, ToolResolver, ToolService, type ToolRegistry } from '@toolcrib/core';
import { expect, test } from 'vitest';
import { run } from '../command.ts';
import { temporaryProject } from '../project.ts';

const tool = (name: string, category: string, more: object = {}): object => ({
  name,
  description: name,
  category,
  parameters: { type: 'object' },
  run: () => name,
  ...more,
});

const namesOf = (tools: readonly { readonly name: string }[]): string[] => tools.map(({ name }) => name);

test('D3.1 getToolsForAgent gives the tools of an allow-list under its conditions', () => {
  const { registry } = new ToolService({
    builtins: false,
    allowLists: [
      {
        name: 'mine',
        toolNames: ['grep', 'deploy', 'rare'],
        addWhenNonLocal: ['sync'],
        excludeInLocal: ['deploy'],
        addWhenEmbeddingOk: ['semantic_search'],
      },
    ],
  });
  registry.register(tool('grep', 'search'));
  registry.register(tool('deploy', 'terminal'));
  registry.register(tool('sync', 'web'));
  registry.register(tool('semantic_search', 'search'));
  registry.register(tool('rare', 'text', { deferLoading: true }));
  registry.register(tool('other', 'text'));
  const resolver = new ToolResolver(registry);
  const names = (options?: Parameters<ToolResolver['getToolsForAgent']>[1]): string[] =>
    namesOf(resolver.getToolsForAgent('mine', options));

  expect(names()).toEqual(['grep', 'deploy', 'sync', 'semantic_search', 'rare']);
  expect(names({ localMode: true })).toEqual(['grep', 'semantic_search', 'rare']);
  expect(names({ excludeEmbeddingTools: true })).toEqual(['grep', 'deploy', 'sync', 'rare']);
  expect(names({ includeDeferredTools: false })).toEqual(['grep', 'deploy', 'sync', 'semantic_search']);
  expect(names({ localMode: true, excludeEmbeddingTools: true, includeDeferredTools: false })).toEqual([
    'grep',
  ]);
});

test('D3.1 the tools themselves come back, ready for a provider', () => {
  const { registry } = new ToolService();

  const [first] = new ToolResolver(registry).getToolsForAgent('code_gen');

  expect(first).toBe(registry.get(first?.name ?? ''));
});

const categories = [
  'search',
  'fetch',
  'web',
  'files',
  'code_changes',
  'terminal',
  'todo',
  'requirement',
  'coordination',
  'general',
];
const integrations = [
  'integration_jira',
  'integration_github',
  'integration_confluence',
  'integration_linear',
];

/** One tool per category, named after it; and one that only reads the terminal. */
function fullRegistry(): ToolRegistry {
  const { registry } = new ToolService({ builtins: false });
  for (const category of [...categories, ...integrations]) registry.register(tool(category, category));
  registry.register(tool('read_file', 'files', { annotations: { readOnly: true } }));
  return registry;
}

function toolsOf(allowList: string): string[] {
  return namesOf(new ToolResolver(fullRegistry()).getToolsForAgent(allowList));
}

test('D3.2 the ready-made allow-lists are there', () => {
  expect(readyMadeAllowLists.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'code_gen',
      'general_purpose',
      'supervisor',
      'execute',
      'explore',
      ...integrations,
    ]),
  );
  for (const { name } of readyMadeAllowLists) expect(toolsOf(name), name).not.toEqual([]);
});

test('D3.2 code_gen holds what writing code takes', () => {
  expect(toolsOf('code_gen')).toEqual(
    expect.arrayContaining([
      'search',
      'fetch',
      'files',
      'code_changes',
      'terminal',
      'todo',
      'requirement',
      'read_file',
    ]),
  );
});

test('D3.2 general_purpose searches and works without a terminal of its own or an integration', () => {
  const names = toolsOf('general_purpose');

  expect(names).toEqual(expect.arrayContaining(['search', 'fetch', 'web', 'general']));
  expect(names.filter((name) => name.startsWith('integration_'))).toEqual([]);
});

test('D3.2 supervisor coordinates and looks around, and cannot execute', () => {
  const names = toolsOf('supervisor');

  expect(names).toEqual(expect.arrayContaining(['coordination', 'search', 'fetch', 'web']));
  for (const executing of ['terminal', 'code_changes', 'files']) expect(names).not.toContain(executing);
});

test('D3.2 execute is code_gen without todo and requirement', () => {
  expect(toolsOf('execute')).toEqual(
    toolsOf('code_gen').filter((name) => name !== 'todo' && name !== 'requirement'),
  );
});

test('D3.2 explore holds read-only tools and no other', () => {
  const tools = new ToolResolver(fullRegistry()).getToolsForAgent('explore');

  expect(namesOf(tools)).toEqual(['search', 'fetch', 'read_file']);
  expect(tools.every(({ annotations }) => annotations.readOnly)).toBe(true);
});

test.each(['explore', 'supervisor'])(
  'D3.2 %s does not open by way of another version of a tool',
  async (allowList) => {
    const service = new ToolService({
      builtins: false,
      agents: { guest: { permission: 'execute', allowList } },
    });
    service.registerTool(tool('look', 'terminal', { version: '1.0.0', approval: 'safe' }));
    service.registerTool(tool('look', 'search', { version: '2.0.0' }));

    expect(await service.execute('look', {}, { agent: 'guest' })).toMatchObject({ status: 'success' });
    for (const [name, version] of [
      ['look', '1.0.0'],
      ['look', '^1.0.0'],
      ['look@1.0.0', undefined],
    ] as const) {
      expect(await service.execute(name, {}, { agent: 'guest', version })).toMatchObject({
        status: 'blocked',
        errorCode: 'not_in_scope',
      });
    }
  },
);

test.each(integrations)('D3.2 %s holds the tools of that integration and no other', (integration) => {
  expect(toolsOf(integration)).toEqual([integration]);
});

test('D3.3 an agent without an allow-list keeps its own list', async () => {
  const service = new ToolService({
    agents: { keeper: { permission: 'admin', tools: ['calculator', 'str'] } },
  });
  service.unregisterTool('string');
  service.registerTool(tool('string', 'text', { aliases: ['str'] }));
  const statusOf = async (name: string): Promise<string> =>
    (await service.execute(name, {}, { agent: 'keeper' })).status;

  expect(namesOf(service.listTools({ agent: 'keeper' }))).toEqual(['calculator', 'string']);
  expect(await statusOf('string')).toBe('success');
  expect(await statusOf('str')).toBe('success');
  expect(await service.execute('datetime', {}, { agent: 'keeper' })).toMatchObject({
    status: 'blocked',
    errorCode: 'not_in_scope',
    rule: 'agents.keeper.tools',
  });
});

test('D3.3 the list of an agent in the configuration holds at the command too', async () => {
  const cwd = temporaryProject({
    'toolcrib.json': {
      agents: { keeper: { permission: 'admin', tools: ['string'] }, coder: { allow_list: 'code_gen' } },
    },
  });
  const listed = async (agent: string): Promise<string[]> => {
    const { stdout } = await run(['list_tools', '--agent', agent], { cwd });
    return namesOf(JSON.parse(stdout) as { name: string }[]);
  };

  expect(await listed('keeper')).toEqual(['string']);
  expect(await listed('coder')).toEqual(
    expect.arrayContaining(['calculator', 'datetime', 'string', 'array', 'object', 'Read', 'Grep']),
  );
  expect(await listed('coder')).not.toContain('Write');
});
