import { describe, expect, test } from 'vitest';
import { ToolResolver } from '../registry/tool-resolver.ts';
import { ToolService } from './tool-service.ts';

const agent = 'guest';

/** Versions of one tool, the older first; each says which it is. */
function serviceWith(...versions: readonly object[]): ToolService {
  const service = new ToolService({
    builtins: false,
    allowLists: [{ name: 'search_only', categories: ['search'] }],
    agents: {
      guest: { permission: 'read_only', allowList: 'search_only' },
      worker: { permission: 'admin', allowList: 'search_only' },
    },
  });
  versions.forEach((more, index) => {
    const version = `${index + 1}.0.0`;
    const annotations = { readOnly: true };
    const definition = { name: 'look', version, description: 'Looks.', parameters: { type: 'object' } };
    service.registerTool({ ...definition, annotations, run: () => version, ...more });
  });
  return service;
}

function shown(service: ToolService, to = agent): string[] {
  return service.listTools({ agent: to }).map(({ id }) => id);
}

async function called(service: ToolService, name: string, version?: string): Promise<unknown> {
  const result = await service.execute(name, {}, { agent, version });
  return result.status === 'success' ? result.output : result.errorCode;
}

describe('what an agent is shown is what it calls', () => {
  test('an older version, when the default is not in its scope', async () => {
    const service = serviceWith({ category: 'search' }, { category: 'search' }, { category: 'web' });
    expect(shown(service)).toEqual(['look@2.0.0']);
    expect(service.registry.resolveAllowList('search_only')).toEqual(['look']);
    expect(new ToolResolver(service.registry).getToolsForAgent('search_only')).toMatchObject([
      { id: 'look@2.0.0' },
    ]);
    expect(await called(service, 'look')).toBe('2.0.0');
    expect(await called(service, 'look', '*')).toBe('2.0.0');
    expect(await called(service, 'look@^1')).toBe('1.0.0');
    for (const [name, version] of [['look@3.0.0'], ['look', '3.0.0'], ['look', '>=3']] as const)
      expect(await called(service, name, version)).toBe('not_in_scope');
    expect(await service.execute('look')).toMatchObject({ output: '3.0.0' });
  });

  test('the default, when an older version is not in its scope', async () => {
    const service = serviceWith({ category: 'web' }, { category: 'search' });
    expect(shown(service)).toEqual(['look@2.0.0']);
    expect(await called(service, 'look')).toBe('2.0.0');
    for (const [name, version] of [['look@1.0.0'], ['look', '1.0.0'], ['look', '^1']] as const)
      expect(await called(service, name, version)).toBe('not_in_scope');
  });

  test('a version that its level permits, when the default asks for more', async () => {
    const service = serviceWith({ category: 'search' }, { category: 'search', permission: 'execute' });
    expect([shown(service), shown(service, 'worker')]).toEqual([['look@1.0.0'], ['look@2.0.0']]);
    expect(await called(service, 'look')).toBe('1.0.0');
    expect(await called(service, 'look@2.0.0')).toBe('permission_denied');
  });

  test('nothing, when no version is for it; and the refusal is about the default', async () => {
    const service = serviceWith({ category: 'web' }, { category: 'web' });
    expect(shown(service)).toEqual([]);
    expect(await called(service, 'look')).toBe('not_in_scope');
    const strong = serviceWith({ category: 'search', permission: 'execute' });
    expect(shown(strong)).toEqual([]);
    expect(await called(strong, 'look')).toBe('permission_denied');
  });

  test('the pinned version, when it is in scope', async () => {
    const service = serviceWith({ category: 'search' }, { category: 'search' }, { category: 'web' });
    service.registry.setDefault('look', '1.0.0');
    expect(shown(service)).toEqual(['look@1.0.0']);
    expect(await called(service, 'look')).toBe('1.0.0');
  });

  test('an explanation speaks of the same version', async () => {
    const service = serviceWith({ category: 'search' }, { category: 'web' });
    expect(await service.explain('look', {}, { agent })).toMatchObject({
      tool: 'look@1.0.0',
      outcome: 'run',
    });
  });
});
