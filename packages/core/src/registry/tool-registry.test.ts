import { describe, expect, test } from 'vitest';
import { RegistryError } from '../tool/errors.ts';
import type { Tool } from '../tool/tool.ts';
import { definition, registryOf } from './registry-of.test-support.ts';
import { ToolRegistry, type RegistryChange } from './tool-registry.ts';

describe('names', () => {
  test('a tool is found by name, alias and id; an unknown one is undefined', () => {
    const registry = registryOf(definition('Read', { version: '1.2.0', aliases: ['read', 'cat'] }));
    const tool = registry.get('Read');
    expect(['read', 'cat', 'Read@1.2.0', 'Read@^1'].map((name) => registry.get(name))).toEqual([
      tool,
      tool,
      tool,
      tool,
    ]);
    for (const name of ['write', 'Read@2', '', 'constructor', '__proto__', '@', 'Read@', 'Read@ ']) {
      expect(registry.get(name)).toBeUndefined();
    }
    for (const version of ['', ' ', '2']) expect(registry.get('Read', version)).toBeUndefined();
  });

  test('a name that is held back gives no tool but the reason, until one is registered or it is removed', () => {
    const registry = registryOf(definition('github__star'));
    registry.holdBack('github__star', { source: 'github', reason: 'changed' });
    expect(registry.get('github__star')).toBeUndefined();
    expect(registry.heldBack('github__star')).toEqual({ source: 'github', reason: 'changed' });
    registry.register(definition('github__star', { version: '2.0.0' }));
    expect(registry.heldBack('github__star')).toBeUndefined();
    registry.holdBack('github__star', { source: 'github', reason: 'gone' });
    registry.unregister('github__star');
    expect(registry.heldBack('github__star')).toBeUndefined();
  });

  test('a second tool of the same name and version is refused, and the first stays', () => {
    const registry = registryOf(definition('a'));
    const first = registry.get('a');
    expect(() => registry.register(definition('a'))).toThrow(RegistryError);
    expect(registry.get('a')).toBe(first);
    expect(registry.size).toBe(1);
  });

  test('an alias cannot take the name of another tool, nor a name an alias', () => {
    const registry = registryOf(definition('a', { aliases: ['b'] }));
    expect(() => registry.register(definition('b'))).toThrow('already belongs to a');
    expect(() => registry.register(definition('c', { aliases: ['a'] }))).toThrow('already belongs to a');
    expect(registry.allPrimaryNames()).toEqual(['a']);
    expect(registry.get('c')).toBeUndefined();
  });

  test('a slip of the pen is met with names that are near', () => {
    const registry = registryOf(definition('Grep'), definition('Glob'), definition('Read'));
    expect(registry.suggest('grpe')).toEqual(['Grep']);
    expect(registry.suggest('xyz')).toEqual([]);
    expect(registry.suggest('x'.repeat(10_000))).toEqual([]);
  });
});

describe('versions', () => {
  test('the highest release is the default; a pre-release only when there is nothing else', () => {
    const registry = registryOf(
      definition('a', { version: '1.0.0' }),
      definition('a', { version: '2.0.0-beta.1' }),
    );
    expect(registry.get('a')?.version).toBe('1.0.0');
    registry.register(definition('a', { version: '1.10.0' }));
    registry.register(definition('a', { version: '1.9.0' }));
    expect(registry.get('a')?.version).toBe('1.10.0');
    expect(registry.versions('a').map(({ version }) => version)).toEqual([
      '2.0.0-beta.1',
      '1.10.0',
      '1.9.0',
      '1.0.0',
    ]);
    expect(registryOf(definition('b', { version: '0.1.0-alpha' })).get('b')?.version).toBe('0.1.0-alpha');
  });

  test('a range takes the highest version that satisfies it', () => {
    const registry = registryOf(
      ...['1.0.0', '1.4.2', '2.0.0'].map((version) => definition('a', { version })),
    );
    expect(registry.get('a', '^1.0.0')?.version).toBe('1.4.2');
    expect(registry.get('a', '1.0.0')?.version).toBe('1.0.0');
    expect(registry.get('a', '>=3')).toBeUndefined();
    expect(registry.get('a', 'not a range')).toBeUndefined();
  });

  test('the error for what is not found tells near names, or the versions that there are', () => {
    const registry = registryOf(definition('Read', { version: '1.0.0', aliases: ['cat'] }));
    const suggestions = ['Read'];
    expect(registry.notFound('Raed')).toMatchObject({
      code: 'tool_not_found',
      data: { name: 'Raed', suggestions },
    });
    const available = ['1.0.0'];
    for (const [name, version] of [['cat@^2'], ['cat', '^2']] as const)
      expect(registry.notFound(name, version)).toMatchObject({
        code: 'version_not_found',
        data: { tool: 'cat', version: '^2', available },
      });
    expect(registry.notFound('Read@')).toMatchObject({ code: 'version_not_found', data: { version: '' } });
  });

  test('among some of the versions, name, range and list agree', () => {
    const registry = registryOf(
      ...['1.0.0', '1.4.2', '2.0.0', '3.0.0-rc.1'].map((version) => definition('a', { version })),
    );
    const old = ({ version }: Tool): boolean => version.startsWith('1.') || version.startsWith('3.');
    expect(registry.get('a', undefined, old)?.version).toBe('1.4.2');
    expect(registry.list({}, old).map(({ version }) => version)).toEqual(['1.4.2']);
    expect(registry.get('a', '*', old)?.version).toBe('1.4.2');
    expect(registry.get('a', '2.0.0', old)).toBeUndefined();
    expect(registry.get('a@2.0.0', undefined, old)).toBeUndefined();
    expect(registry.get('a@1.0.0', undefined, old)?.version).toBe('1.0.0');
    registry.setDefault('a', '1.0.0');
    expect(registry.get('a', undefined, old)?.version).toBe('1.0.0');
    expect(registry.list({}, () => false)).toEqual([]);
  });

  test('setDefault pins a version until it is removed', () => {
    const registry = registryOf(definition('a', { version: '1.0.0' }), definition('a', { version: '2.0.0' }));
    registry.setDefault('a', '1.0.0');
    registry.register(definition('a', { version: '3.0.0' }));
    expect(registry.get('a')?.version).toBe('1.0.0');
    registry.unregister('a@1.0.0');
    expect(registry.get('a')?.version).toBe('3.0.0');
    expect(() => registry.setDefault('a', '9.9.9')).toThrow('No version of a satisfies');
    expect(() => registry.setDefault('nobody', '1.0.0')).toThrow(RegistryError);
  });

  test('removing a version reveals the one before, removing a name removes all', () => {
    const registry = registryOf(
      definition('a', { version: '1.0.0', aliases: ['old'] }),
      definition('a', { version: '2.0.0' }),
    );
    expect(registry.unregister('a@2.0.0')).toBe(true);
    expect(registry.get('a')?.version).toBe('1.0.0');
    expect(registry.unregister('old')).toBe(true);
    expect([registry.get('a'), registry.get('old'), registry.get('a@1.0.0')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(registry.unregister('a')).toBe(false);
  });

  test('an alias goes with the last version that had it', () => {
    const registry = registryOf(
      definition('a', { version: '1.0.0', aliases: ['x'] }),
      definition('a', { version: '2.0.0', aliases: ['y'] }),
    );
    registry.unregister('a@1.0.0');
    expect(registry.get('x')).toBeUndefined();
    expect(registry.get('y')?.version).toBe('2.0.0');
    registry.register(definition('x'));
    expect(registry.get('x')?.name).toBe('x');
  });
});

test('list filters by category, tag, tier and type, in registration order', () => {
  const registry = registryOf(
    definition('b', { category: 'search', tags: ['files'] }),
    definition('a', { category: 'search', tier: 'high' }),
    definition('c', { tags: ['files', 'safe'] }),
  );
  const names = (...given: Parameters<ToolRegistry['list']>): string[] =>
    registry.list(...given).map(({ name }) => name);
  expect(names()).toEqual(['b', 'a', 'c']);
  expect(names({ category: 'search' })).toEqual(['b', 'a']);
  expect(names({ tag: 'files' })).toEqual(['b', 'c']);
  expect(names({ tier: 'high' })).toEqual(['a']);
  expect(names({ type: 'rest' })).toEqual([]);
});

test('whoever watches hears of every tool that comes or goes, until they stop', () => {
  const registry = new ToolRegistry();
  const heard: string[] = [];
  const stop = registry.watch(({ kind, tool }: RegistryChange) => heard.push(`${kind} ${tool.id}`));
  registry.register(definition('a', { version: '1.0.0' }));
  registry.register(definition('a', { version: '2.0.0' }));
  registry.unregister('a');
  stop();
  registry.register(definition('b'));
  expect(heard).toEqual(['registered a@1.0.0', 'registered a@2.0.0', 'removed a@2.0.0', 'removed a@1.0.0']);
});

test('a name that is refused leaves nothing behind', () => {
  const registry = registryOf(definition('a'));
  const before = registry.revision;
  expect(() => registry.register(definition('b', { aliases: ['fresh', 'a'] }))).toThrow(RegistryError);
  expect(registry.get('fresh')).toBeUndefined();
  expect(registry.revision).toBe(before);
});
