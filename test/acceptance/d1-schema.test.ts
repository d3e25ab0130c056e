import {
  defineTool,
  parseAllowList,
  toDescriptor,
  ToolRegistry,
  ToolService,
  type Tier,
} from '@toolcrib/core';
import { expect, test } from 'vitest';
import { openToolcrib } from 'toolcrib';
import { temporaryProject } from '../project.ts';
import { thrownBy } from './thrown-by.ts';

const base = {
  name: 'jump',
  description: 'Jump. And land.',
  parameters: { type: 'object' },
  run: () => 0,
} as const;

test('D1.1 a tool keeps id, name, description, tier, category, short description, deferral and aliases', () => {
  const tool = defineTool({
    ...base,
    tier: 'high',
    category: 'sport',
    shortDescription: 'Jump far.',
    deferLoading: true,
    aliases: ['leap', 'hop'],
  });

  expect(tool).toMatchObject({
    id: 'jump@1.0.0',
    name: 'jump',
    description: 'Jump. And land.',
    tier: 'high',
    category: 'sport',
    shortDescription: 'Jump far.',
    deferLoading: true,
    aliases: ['leap', 'hop'],
  });
});

test('D1.1 the snake_case of a configuration is read and written', async () => {
  const configured = {
    ...base,
    run: undefined,
    type: 'function',
    handler: 'jump',
    implementation: { type: 'mock', mock_response: 1 },
    tier: 'low',
    category: 'sport',
    short_description: 'Jump far.',
    defer_loading: true,
    aliases: ['leap'],
    read_only: true,
    requires_confirmation: true,
  };
  const { service, problems } = await openToolcrib({
    trust: 'always',
    project: temporaryProject({ 'toolcrib.json': { tools: [configured] } }),
    environment: { TOOLCRIB_STATE: process.env['TOOLCRIB_STATE'] },
  });
  const tool = service.getTool('leap');

  expect(problems).toEqual([]);
  expect(tool && toDescriptor(tool)).toMatchObject({
    id: 'jump@1.0.0',
    name: 'jump',
    description: 'Jump. And land.',
    tier: 'low',
    category: 'sport',
    short_description: 'Jump far.',
    defer_loading: true,
    aliases: ['leap'],
    annotations: { read_only: true, destructive: false, idempotent: true, requires_confirmation: true },
  });
});

test('D1.1 what is optional has a default', () => {
  expect(defineTool(base)).toMatchObject({
    tier: 'medium',
    category: 'general',
    shortDescription: 'Jump.',
    deferLoading: false,
    aliases: [],
  });
});

test.each(['low', 'medium', 'high'] as const)('D1.2 a tier can be %s, and tools are listed by it', (tier) => {
  const registry = new ToolRegistry();
  for (const each of ['low', 'medium', 'high'] as const)
    registry.register(defineTool({ ...base, name: `jump_${each}`, tier: each }));

  expect(registry.list({ tier }).map(({ name }) => name)).toEqual([`jump_${tier}`]);
});

test('D1.2 another tier is refused', () => {
  expect(thrownBy(() => defineTool({ ...base, tier: 'huge' as Tier }))).toMatchObject({
    data: { problems: [{ kind: 'not_one_of', field: 'tier', allowed: ['low', 'medium', 'high'] }] },
  });
});

test.each([
  'search',
  'code_changes',
  'terminal',
  'integration_jira',
  'todo',
  'requirement',
  'beekeeping',
  '媒体处理',
])('D1.3 a tool can be of the category %s', (category) => {
  const registry = new ToolRegistry();
  registry.register(defineTool({ ...base, category }));

  expect(registry.resolveCategories([category])).toEqual(['jump']);
});

function registryWith(...tools: [name: string, category: string][]): ToolRegistry {
  const registry = new ToolRegistry();
  for (const [name, category] of tools) registry.register({ ...base, name, category });
  return registry;
}

test('D1.4 an allow-list holds names and categories, in the order of registration', () => {
  const registry = registryWith(['a', 'search'], ['b', 'text'], ['c', 'web'], ['d', 'search']);
  registry.addAllowList({ name: 'names', toolNames: ['c', 'b'] });
  registry.addAllowList({ name: 'categories', categories: ['search'] });
  registry.addAllowList({ name: 'both', toolNames: ['b', 'nobody'], categories: ['search'] });
  registry.addAllowList({ name: 'nothing' });

  expect(registry.resolveAllowList('names')).toEqual(['b', 'c']);
  expect(registry.resolveAllowList('categories')).toEqual(['a', 'd']);
  expect(registry.resolveAllowList('both')).toEqual(['a', 'b', 'd']);
  expect(registry.resolveAllowList('nothing')).toEqual([]);
});

test('D1.4 the three conditions of a configured allow-list add and take away', () => {
  const registry = registryWith(['plain', 'x'], ['remote', 'x'], ['risky', 'x'], ['semantic', 'x']);
  registry.addAllowList(
    parseAllowList('mixed', {
      tool_names: ['plain', 'risky'],
      add_when_non_local: ['remote'],
      exclude_in_local: ['risky'],
      add_when_embedding_ok: ['semantic'],
    }),
  );

  expect(registry.resolveAllowList('mixed')).toEqual(['plain', 'remote', 'risky', 'semantic']);
  expect(registry.resolveAllowList('mixed', { localMode: true })).toEqual(['plain', 'semantic']);
  expect(registry.resolveAllowList('mixed', { excludeEmbeddingTools: true })).toEqual([
    'plain',
    'remote',
    'risky',
  ]);
  expect(registry.resolveAllowList('mixed', { localMode: true, excludeEmbeddingTools: true })).toEqual([
    'plain',
  ]);
});

test('D1.4 exclude_in_local also takes away what a category brings', () => {
  const registry = registryWith(['a', 'search'], ['b', 'search']);
  registry.addAllowList({ name: 'list', categories: ['search'], excludeInLocal: ['b'] });

  expect(registry.resolveAllowList('list', { localMode: true })).toEqual(['a']);
});

test('D1.4 an allow-list that is written wrong is refused with its place', () => {
  expect(thrownBy(() => parseAllowList('mine', { tool_names: 'a' }))).toMatchObject({
    code: 'invalid_definition',
    data: { problems: [{ kind: 'wrong_type', field: 'allow_lists.mine.tool_names' }] },
  });
});

test('D1.4 the allow-list of an agent decides what it may call', async () => {
  const service = new ToolService({
    builtins: false,
    allowLists: [{ name: 'small', toolNames: ['a'] }],
    agents: { clerk: { permission: 'admin', allowList: 'small' } },
  });
  for (const name of ['a', 'b']) service.registerTool({ ...base, name });

  expect(service.listTools({ agent: 'clerk' }).map(({ name }) => name)).toEqual(['a']);
  expect(await service.execute('a', {}, { agent: 'clerk' })).toMatchObject({ status: 'success' });
  expect(await service.execute('b', {}, { agent: 'clerk' })).toMatchObject({
    status: 'blocked',
    errorCode: 'not_in_scope',
    station: 'scope',
    rule: 'small',
    error: 'The agent "clerk" may not use b: it is not in the allow-list "small".',
  });
});
