import { ToolRegistry, ToolService } from '@toolcrib/core';
import { expect, test, vi } from 'vitest';

const tool = (name: string): object => ({
  name,
  description: `The tool ${name}.`,
  parameters: { type: 'object' },
  run: () => name,
});

function registryOf(count: number): ToolRegistry {
  const registry = new ToolRegistry();
  for (let number = 0; number < count; number++) registry.register(tool(`tool_${number}`));
  return registry;
}

test('C2.1 a registered tool is found by its name', () => {
  const registry = registryOf(3);

  expect(registry.get('tool_1')).toMatchObject({ name: 'tool_1', description: 'The tool tool_1.' });
  expect(registry.get('tool_1')).toBe(registry.list()[1]);
});

/** A registry whose own maps, and no others, count how often they are asked and walked. */
function watchedRegistry(): {
  readonly registry: ToolRegistry;
  readonly seen: { asked: number; walked: number };
} {
  const seen = { asked: 0, walked: 0 };
  class WatchedMap<K, V> extends Map<K, V> {
    override get(key: K): V | undefined {
      seen.asked++;
      return super.get(key);
    }
    override has(key: K): boolean {
      seen.asked++;
      return super.has(key);
    }
    override [Symbol.iterator](): MapIterator<[K, V]> {
      return this.entries();
    }
    override entries(): MapIterator<[K, V]> {
      seen.walked++;
      return super.entries();
    }
    override keys(): MapIterator<K> {
      seen.walked++;
      return super.keys();
    }
    override values(): MapIterator<V> {
      seen.walked++;
      return super.values();
    }
    override forEach(...given: Parameters<Map<K, V>['forEach']>): void {
      seen.walked++;
      super.forEach(...given);
    }
  }
  vi.stubGlobal('Map', WatchedMap);
  try {
    return { registry: new ToolRegistry(), seen };
  } finally {
    vi.unstubAllGlobals();
  }
}

test('C2.1 a look-up asks as few maps among 5,000 tools as among 5, and walks none', () => {
  const steps = (count: number): { asked: number; walked: number } => {
    const { registry, seen } = watchedRegistry();
    for (let number = 0; number < count; number++) registry.register(tool(`tool_${number}`));
    registry.list();
    expect(seen.walked).toBeGreaterThan(0);
    Object.assign(seen, { asked: 0, walked: 0 });
    registry.get(`tool_${count - 1}`);
    registry.get('no_such_tool');
    registry.get(`tool_${count - 1}@1.0.0`);
    return seen;
  };

  const few = steps(5);
  expect(few).toEqual({ asked: expect.any(Number), walked: 0 });
  expect(few.asked).toBeGreaterThanOrEqual(3);
  expect(steps(5000)).toEqual(few);
});

test.each(['no_such_tool', '', '@', 'tool_0@9.9.9', 'constructor', '__proto__', 'toString'])(
  'C2.2 the unknown name %j gives undefined, and nothing is thrown',
  (name) => {
    expect(registryOf(1).get(name)).toBeUndefined();
    expect(new ToolService().getTool(name)).toBeUndefined();
  },
);

test('C2.2 a call of an unknown tool is a result that suggests the name that was meant', async () => {
  const service = new ToolService({ builtins: false });
  service.registerTool(tool('Grep'));

  expect(await service.execute('grpe')).toMatchObject({
    status: 'error',
    errorCode: 'tool_not_found',
    error: 'No tool "grpe". Did you mean Grep?',
  });
});

test('C2.3 a list is an array of all definitions, in the order of registration', () => {
  const registry = registryOf(3);

  const list = registry.list();

  expect(Array.isArray(list)).toBe(true);
  expect(list.map(({ name, description, parameters }) => ({ name, description, parameters }))).toEqual(
    ['tool_0', 'tool_1', 'tool_2'].map((name) => ({
      name,
      description: `The tool ${name}.`,
      parameters: { type: 'object' },
    })),
  );
  list.pop();
  expect(registry.list()).toHaveLength(3);
});

test('C2.3 an empty registry gives an empty array', () => {
  expect(new ToolRegistry().list()).toEqual([]);
});
