import { ToolRegistry, ToolService, type Tool } from '@toolcrib/core';
import { expect, test } from 'vitest';
import { run } from '../command.ts';
import { temporaryProject } from '../project.ts';
import { thrownBy } from './thrown-by.ts';

const greet = (version?: string): object => ({
  name: 'greet',
  description: 'Greet.',
  ...(version !== undefined && { version }),
  parameters: { type: 'object' },
  run: () => version ?? 'no version',
});

function serviceWith(...versions: string[]): ToolService {
  const service = new ToolService({ builtins: false });
  for (const version of versions) service.registerTool(greet(version));
  return service;
}

test('A5.1 every tool has a semantic version, 1.0.0 when its definition names none', () => {
  const registry = new ToolRegistry();

  expect(registry.register(greet()).version).toBe('1.0.0');
  expect(registry.register(greet('2.0.0-beta.1')).version).toBe('2.0.0-beta.1');
});

test.each(['1', '1.2', 'latest', '1.02.3', '01.2.3', ''])(
  'A5.1 the version %j is refused: it is not semantic',
  (version) => {
    const error = thrownBy(() => new ToolRegistry().register(greet(version)));

    expect(error).toMatchObject({
      code: 'invalid_definition',
      data: { problems: [{ kind: 'bad_version', field: 'version', value: version }] },
    });
  },
);

test('A5.2 an update keeps the old version and becomes the default', async () => {
  const service = serviceWith('1.0.0', '1.1.0');

  expect(service.registry.versions('greet').map(({ version }: Tool) => version)).toEqual(['1.1.0', '1.0.0']);
  expect(service.getTool('greet')?.version).toBe('1.1.0');
  expect(await service.execute('greet')).toMatchObject({ output: '1.1.0', metadata: { version: '1.1.0' } });
  expect(service.listTools().map(({ id }) => id)).toEqual(['greet@1.1.0']);
});

test('A5.2 versions are compared as numbers, and an older one that comes later does not become the default', () => {
  const { registry } = serviceWith('1.9.0', '1.10.0', '1.2.0');

  expect(registry.get('greet')?.version).toBe('1.10.0');
});

test('A5.2 a pre-release does not replace a release as the default', () => {
  const { registry } = serviceWith('1.0.0', '2.0.0-rc.1');

  expect(registry.get('greet')?.version).toBe('1.0.0');
  registry.register(greet('2.0.0'));
  expect(registry.get('greet')?.version).toBe('2.0.0');
});

test('A5.2 when the newest version is removed the one before it is the default again', async () => {
  const service = serviceWith('1.0.0', '2.0.0');

  service.unregisterTool('greet@2.0.0');

  expect(await service.execute('greet')).toMatchObject({ output: '1.0.0' });
});

test('A5.3 a call uses the default version, or the version or range that it asks for', async () => {
  const service = serviceWith('1.0.0', '1.4.2', '2.0.0');
  const used = async (name: string, version?: string): Promise<unknown> => {
    const { metadata } = await service.execute(name, {}, { version });
    return metadata.version;
  };

  expect(await used('greet')).toBe('2.0.0');
  expect(await used('greet', '1.0.0')).toBe('1.0.0');
  expect(await used('greet', '^1.0.0')).toBe('1.4.2');
  expect(await used('greet', '>=1 <2')).toBe('1.4.2');
  expect(await used('greet@1.0.0')).toBe('1.0.0');
  expect(await used('greet@^1.0.0')).toBe('1.4.2');
});

test.each([
  ['greet', '^3.0.0'],
  ['greet@^3.0.0', undefined],
])('A5.3 a version that does not exist is an error that tells which do: %s %s', async (name, version) => {
  const service = serviceWith('1.0.0', '2.0.0');

  const result = await service.execute(name, {}, { version });

  expect(result).toMatchObject({
    status: 'error',
    errorCode: 'version_not_found',
    station: 'resolve',
    error: 'No version of greet satisfies "^3.0.0". Available: 2.0.0, 1.0.0.',
  });
});

test('A5.3 the command calls the default or the version in the name', async () => {
  const tool = (version: string): object => ({
    name: 'greet',
    description: 'Greet.',
    version,
    type: 'function',
    handler: 'greet',
    parameters: { type: 'object' },
    implementation: { type: 'mock', mock_response: `I am ${version}` },
  });
  const cwd = temporaryProject({ 'toolcrib.json': { tools: [tool('1.0.0'), tool('2.0.0')] } });

  expect((await run(['call', 'greet'], { cwd })).stdout).toBe('I am 2.0.0\n');
  expect((await run(['call', 'greet@1.0.0'], { cwd })).stdout).toBe('I am 1.0.0\n');
});
