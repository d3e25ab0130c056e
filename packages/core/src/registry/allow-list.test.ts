import { describe, expect, test } from 'vitest';
import { RegistryError } from '../tool/errors.ts';
import { parseAllowList } from './allow-list.ts';
import { populate } from './populate.ts';
import { readyMadeAllowLists } from './ready-made-allow-lists.ts';
import { definition, registryOf } from './registry-of.test-support.ts';
import { ToolResolver } from './tool-resolver.ts';

describe('allow-lists', () => {
  const registry = registryOf(
    definition('grep', { category: 'search', aliases: ['find'] }),
    definition('web', { category: 'web', defer_loading: true }),
    definition('edit', { category: 'code_changes' }),
    definition('ask_code', { category: 'knowledge' }),
  );
  registry.addAllowList(
    parseAllowList('work', {
      tool_names: ['edit'],
      categories: ['search'],
      add_when_non_local: ['web'],
      exclude_in_local: ['find'],
      add_when_embedding_ok: ['ask_code'],
    }),
  );

  test('hold tools by name and category, under the conditions they name, in registration order', () => {
    expect(registry.resolveAllowList('work')).toEqual(['grep', 'web', 'edit', 'ask_code']);
    expect(registry.resolveAllowList('work', { localMode: true })).toEqual(['edit', 'ask_code']);
    expect(registry.resolveAllowList('work', { excludeEmbeddingTools: true })).toEqual([
      'grep',
      'web',
      'edit',
    ]);
  });

  test('one that is added is read and kept as it was, in either spelling', () => {
    const own = registryOf(definition('grep', { category: 'search' }), definition('edit'));
    const toolNames = ['edit'];
    own.addAllowList({ name: 'ours', toolNames });
    toolNames.push('grep');
    const theirs: object = { tool_names: ['grep'] };
    own.addAllowList({ name: 'theirs', ...theirs });
    expect([own.resolveAllowList('ours'), own.resolveAllowList('theirs')]).toEqual([['edit'], ['grep']]);
    const slip: object = { tools: ['grep'] };
    expect(() => own.addAllowList({ name: 'x', ...slip })).toThrow('there is no field');
    expect(() => own.addAllowList({ name: 'y', toolNames: 'grep' as never })).toThrow(RegistryError);
  });

  test('an unknown one is a RegistryError that names the known', () => {
    expect(() => registry.resolveAllowList('play')).toThrow(RegistryError);
    expect(() => registry.resolveAllowList('play')).toThrow('Known: work');
  });

  test('the resolver gives the tools, without the deferred ones when asked', () => {
    const resolver = new ToolResolver(registry);
    expect(resolver.getToolsForAgent('work').map(({ name }) => name)).toEqual([
      'grep',
      'web',
      'edit',
      'ask_code',
    ]);
    const first = resolver.getToolsForAgent('work', { includeDeferredTools: false });
    expect(first.map(({ name }) => name)).toEqual(['grep', 'edit', 'ask_code']);
  });

  test('categories alone can be resolved too', () => {
    expect(registry.resolveCategories(['web', 'search', 'none'])).toEqual(['grep', 'web']);
  });
});

test('the ready-made lists give each kind of agent what it is for', () => {
  const registry = registryOf(
    ...['search', 'code_changes', 'terminal', 'todo', 'coordination', 'integration_jira'].map((category) =>
      definition(category, { category }),
    ),
  );
  for (const allowList of readyMadeAllowLists) registry.addAllowList(allowList);
  const names = Object.fromEntries(
    readyMadeAllowLists.map(({ name }) => [name, registry.resolveAllowList(name)]),
  );
  expect(names).toMatchObject({
    code_gen: ['search', 'code_changes', 'terminal', 'todo'],
    execute: ['search', 'code_changes', 'terminal'],
    supervisor: ['search', 'todo', 'coordination'],
    explore: ['search'],
    integration_jira: ['integration_jira'],
    integration_linear: [],
  });
});

describe('populate', () => {
  const service = { listTools: () => registryOf(definition('grep'), definition('extra')).list() };

  test('puts what definitions say on what a service provides, and tells what does not match', () => {
    const { registry, missing, unknown } = populate(
      { grep: { category: 'search', short_description: 'Finds.', tier: 'low' }, ghost: { category: 'x' } },
      service,
    );
    expect(registry.get('grep')).toMatchObject({
      category: 'search',
      shortDescription: 'Finds.',
      tier: 'low',
      description: 'grep.',
      annotations: { readOnly: true },
      permission: 'read_only',
    });
    expect({ missing, unknown }).toEqual({ missing: ['ghost'], unknown: ['extra'] });
  });

  test('strictly, a missing or an unknown tool is a RegistryError', () => {
    expect(() => populate({ grep: {}, extra: {}, ghost: {} }, service, { strict: true })).toThrow('ghost');
    expect(() => populate({ grep: {} }, service, { strict: true })).toThrow('extra');
    expect(populate({ grep: {}, extra: {} }, service, { strict: true }).registry.size).toBe(2);
  });
});
