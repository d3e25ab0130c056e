import { parseTool, type ToolcribError } from '@toolcrib/core';
import { expect, onTestFinished, test } from 'vitest';
import type { SourceDefinition } from '../tool-source.ts';
import { connecting } from './connect.test-support.ts';

const { connectSample } = connecting(onTestFinished);

const never = new AbortController().signal;

test('a word of welcome on standard output is passed over', async () => {
  const { service, register } = connectSample(['chatty']);
  await register();
  expect(await service.execute('sample__echo', { value: 'hello' })).toMatchObject({ output: 'hello' });
});

test.each([
  ['garbage', '1000000 bytes that are no messages'],
  ['line deaf', 'a message of more than 10000000 bytes'],
  ['storm', '50000 messages that nobody asked for'],
])('a server that floods standard output with %s is ended', async (way, words) => {
  const { service, register, notes } = connectSample(way.split(' '));
  await register().catch(() => undefined);
  service.registerTool({
    name: 'hang',
    description: 'Hang.',
    parameters: { type: 'object' },
    approval: 'safe',
    implementation: { kind: 'mcp', server: 'sample', tool: 'hang' },
  });
  const result = await service.execute('hang', {}, { timeout: 25_000 });
  expect(result).toMatchObject({ errorCode: 'network', error: expect.stringContaining(words) });
  const last = Number(notes('starts').at(-1));
  await expect.poll(() => isAlive(last)).toBe(false);
});

test('a flood on standard error does no harm', async () => {
  const { service, register } = connectSample(['stderr']);
  await register();
  for (let i = 0; i < 50; i++)
    expect(await service.execute('sample__echo', { value: { i } })).toMatchObject({ output: { i } });
});

test('a server that never answers is given up, and does not hold up another', async () => {
  const deaf = connectSample(['deaf'], { options: { startTimeout: 300 } });
  const asked = deaf.source.definitions(never);
  const { service, register } = connectSample();
  await register();
  expect(await service.execute('sample__echo', { value: 'fine' })).toMatchObject({ output: 'fine' });
  await expect(asked).rejects.toMatchObject({ code: 'source_timeout' });
});

test('who closes does not wait for a server that never answers', async () => {
  const { source, connector, notes } = connectSample(['deaf'], { options: { startTimeout: 600_000 } });
  const asked = source.definitions(never);
  await expect.poll(() => notes('starts')).toHaveLength(1);
  await connector.close();
  await expect(asked).rejects.toMatchObject({ code: 'source_unreachable' });
  expect(isAlive(Number(notes('starts')[0]))).toBe(false);
});

test('a server that says nothing to a question it does not know is an old one', async () => {
  const { service, register } = connectSample(['silent'], { options: { startTimeout: 1000 } });
  await register();
  expect(await service.execute('sample__echo', { value: 'old' })).toMatchObject({ output: 'old' });
});

test('a list that never ends is not used', async () => {
  const { source } = connectSample(['endless']);
  await expect(source.definitions(never)).rejects.toMatchObject({ code: 'source_invalid' });
});

test('ten thousand tools come whole', async () => {
  const definitions = await connectSample(['many']).source.definitions(never);
  expect(definitions).toHaveLength(10_000);
  expect(new Set(definitions.map(({ name }) => name)).size).toBe(10_000);
});

test('bad tools among good ones are bad alone: names are made legal and kept apart, schemas are judged one by one', async () => {
  const { source } = connectSample(['odd']);
  const definitions = await source.definitions(never);
  const names = definitions.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !/^[a-zA-Z0-9_-]{1,64}$/u.test(name))).toEqual([]);
  const inside = (tool: string): SourceDefinition | undefined =>
    definitions.find(({ implementation }) => (implementation as { tool: string }).tool === tool);
  expect(inside('a_b')?.name).toBe('sample__a_b');
  for (const rival of ['a b', 'a.b']) expect(inside(rival)?.name).toMatch(/^sample__a_b_[0-9a-f]{8}$/u);
  expect(inside('echo')?.['description']).toBe('The tool echo.');
  expect(inside('y'.repeat(2000))).toBeUndefined();
  const unusable = definitions.flatMap((definition) => {
    try {
      parseTool(definition);
      return [];
    } catch (error) {
      return [`${(definition['implementation'] as { tool: string }).tool} ${(error as ToolcribError).code}`];
    }
  });
  expect(unusable).toEqual(
    ['no_schema', 'bad_schema', 'remote', 'deep', 'wide'].map((name) => `${name} invalid_definition`),
  );
});

test('tools that a server changes are told with what is held back, and that is not called', async () => {
  const { service, source, register, notes } = connectSample();
  await register();
  const heard: number[] = [];
  let before: readonly SourceDefinition[] | undefined;
  source.watch?.((definitions) => {
    heard.push(definitions.length);
    const known = new Map(before?.map((definition) => [definition.name, JSON.stringify(definition)]));
    const changed = definitions.filter(
      (definition) => before !== undefined && known.get(definition.name) !== JSON.stringify(definition),
    );
    before ??= definitions;
    // Whoever listens holds them back in the registry too: a call that begins later does not get as far as the server.
    for (const { name } of changed) service.registry.holdBack(name, { source: 'sample', reason: 'changed' });
    return new Set(changed.map(({ name }) => name));
  });
  await service.execute('sample__die', {});
  expect(await service.execute('sample__echo', { value: 'right' })).toMatchObject({ output: 'right' });
  expect(await service.execute('sample__grow', {})).toMatchObject({ output: 'I have grown' });
  await expect.poll(() => heard).toEqual([before?.length, Number(before?.length) + 1]);
  expect(await service.execute('sample__change', {})).toMatchObject({ status: 'success' });
  expect(await service.execute('sample__echo', { value: 'secret' })).toMatchObject({
    status: 'blocked',
    errorCode: 'tool_held_back',
  });
  expect(await service.execute('sample__right', {})).toMatchObject({ output: { n: 1 } });
  expect(notes('starts')).toHaveLength(2);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
