import { ToolService } from '@toolcrib/core';
import { executorContract } from '@toolcrib/core/testing';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connecting } from './connect.test-support.ts';
import { createMcpConnector } from './mcp-connector.ts';

const { connectSample } = connecting(onTestFinished);

describe('the contract of executors', () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolcrib-mcp-contract-'));
  const script = join(import.meta.dirname, 'sample-server.test-support.ts');
  const way = {
    type: 'stdio',
    command: process.execPath,
    args: [script, folder, 'modern'],
    env: {},
    cwd: folder,
  } as const;
  const connector = createMcpConnector({
    servers: [{ name: 'sample', way, origin: {}, trust: false, elicitation: false, required: false }],
    project: folder,
    environment: process.env,
    stateFolder: folder,
    locale: 'en',
  });
  afterAll(async () => {
    await connector.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const service = new ToolService();
  service.registerExecutor(connector.executor!);
  for (const name of ['echo', 'fail', 'hang', 'flaky'])
    service.registerTool({
      name,
      description: `${name}.`,
      parameters: {
        type: 'object',
        ...(name === 'echo' && { properties: { value: {} }, required: ['value'] }),
      },
      annotations: { readOnly: true },
      implementation: { kind: 'mcp', server: 'sample', tool: name },
    });
  for (const { title, check } of executorContract({ service: () => service })) test(title, check);
});

test('definitions carry their source, their name inside, and levels that an untrusted server cannot lower', async () => {
  const { register, service } = connectSample([], { server: { timeout: 4000 } });
  const definitions = await register();
  expect(definitions.find(({ name }) => name === 'sample__echo')).toEqual({
    name: 'sample__echo',
    description: 'The tool echo.',
    category: 'mcp',
    tags: ['sample'],
    parameters: { type: 'object', properties: { value: {} }, required: ['value'] },
    timeout: 4000,
    implementation: { kind: 'mcp', server: 'sample', tool: 'echo', claims: { readOnly: true } },
  });
  expect(service.registry.get('sample__echo')).toMatchObject({
    annotations: { readOnly: false, destructive: true, idempotent: false },
    permission: 'read_write',
    approval: 'confirm',
  });
  expect(service.registry.get('sample__remove')).toMatchObject({
    annotations: { readOnly: false, destructive: true, idempotent: false },
    approval: 'confirm',
  });
});

test('a trusted server is believed, and what it does not call harmless can destroy', async () => {
  const { register, service } = connectSample([], { server: { trust: true } });
  await register();
  const safetyOf = (name: string): object => {
    const { annotations, permission, approval } = service.registry.get(name)!;
    return { ...annotations, permission, approval };
  };
  const asked = { requiresConfirmation: false, approval: 'confirm', permission: 'read_write' };
  expect(safetyOf('sample__echo')).toEqual({
    readOnly: true,
    destructive: false,
    idempotent: true,
    requiresConfirmation: false,
    permission: 'read_only',
    approval: 'safe',
  });
  expect(safetyOf('sample__fail')).toEqual({
    ...asked,
    readOnly: false,
    destructive: true,
    idempotent: false,
  });
  expect(safetyOf('sample__remove')).toEqual({
    ...asked,
    readOnly: false,
    destructive: true,
    idempotent: true,
  });
});

test('patterns choose among the tools', async () => {
  const server = { includeTools: ['e*', 'f*'], excludeTools: ['fl?ky'] };
  const definitions = await connectSample([], { server }).register();
  expect(definitions.map(({ name }) => name)).toEqual([
    'sample__echo',
    'sample__fail',
    'sample__environment',
  ]);
});

test('every kind of content is kept', async () => {
  const { service, register } = connectSample();
  await register();
  const outputOf = async (name: string): Promise<unknown> => {
    const result = await service.execute(`sample__${name}`, {});
    return result.status === 'success' ? result.output : result.error;
  };
  expect(await outputOf('right')).toEqual({ n: 1 });
  expect(await outputOf('picture')).toEqual({
    content: [
      { type: 'text', text: 'a dot' },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
      { type: 'resource', resource: { uri: 'file:///a', text: 'inside' } },
      { type: 'resource_link', uri: 'file:///b', name: 'b' },
    ],
  });
  const captioned = await service.execute('sample__captioned', {});
  expect(captioned).toMatchObject({
    output: { n: 1 },
    metadata: { notes: { content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }] } },
  });
});

test('structured content that is not what was promised is a failure', async () => {
  const { service, register } = connectSample();
  await register();
  const wrong = await service.execute('sample__wrong', {});
  expect(wrong).toMatchObject({ errorCode: 'tool_failed', error: expect.stringContaining('n (type)') });
  const missing = await service.execute('sample__missing', {});
  expect(missing).toMatchObject({ errorCode: 'tool_failed', error: expect.stringContaining('gave none') });
});

test('failures have codes, and a server that died leaves the outcome open', async () => {
  const { service, register, notes } = connectSample([], { env: { API_KEY: 'hush-hush-key' } });
  await register();
  const call = (name: string): Promise<object> =>
    service.execute(`sample__${name}`, {}, { retries: 2, retryDelay: 1 });
  expect(await call('fail')).toMatchObject({ errorCode: 'tool_failed', data: { detail: 'it is broken' } });
  expect(await call('internal')).toMatchObject({
    errorCode: 'server_error',
    metadata: { outcomeUnknown: true },
  });
  expect(await call('unknown')).toMatchObject({
    errorCode: 'tool_failed',
    error: expect.stringMatching(/no such thing \(-32602\)/u),
    cause: expect.objectContaining({ code: -32602 }),
  });
  expect(await call('die')).toMatchObject({
    errorCode: 'network',
    error: expect.stringMatching(/exit code 9\): about to die, with the key \[redacted\]/u),
    metadata: { outcomeUnknown: true, attempts: 1 },
  });
  expect(notes('die')).toEqual(['called']);
  expect(await call('fail')).toMatchObject({ errorCode: 'tool_failed' });
  expect(notes('starts')).toHaveLength(2);
});

test('answers that are too large are refused, and the server goes on', async () => {
  const { service, register } = connectSample();
  await register();
  expect(await service.execute('sample__big', {})).toMatchObject({ errorCode: 'output_too_large' });
  expect(await service.execute('sample__huge', {})).toMatchObject({
    errorCode: 'network',
    error: expect.stringContaining('10000000 bytes'),
  });
  expect(await service.execute('sample__echo', { value: 1 })).toMatchObject({ output: '1' });
});

test('progress is told, and what is given up is cancelled at the server', async () => {
  const { service, register, notes } = connectSample();
  await register();
  const heard: unknown[] = [];
  service.on('call-progress', ({ data }) => heard.push(data));
  await service.execute('sample__progress', {});
  expect(heard).toEqual([
    { progress: 1, total: 2 },
    { progress: 2, total: 2 },
  ]);
  expect(await service.execute('sample__hang', {}, { timeout: 50 })).toMatchObject({ errorCode: 'timeout' });
  await expect.poll(() => notes('cancelled')).toHaveLength(1);
  expect(await service.execute('sample__echo', { value: 'still there' })).toMatchObject({
    output: 'still there',
  });
});

test('a server sees a clean environment and its own part of it', async () => {
  const environment = { ...process.env, OUR_SECRET: 'ours', LC_TIME: 'C' };
  const { service, register } = connectSample([], { env: { THEIRS: 'theirs' }, options: { environment } });
  await register();
  const result = await service.execute('sample__environment', {});
  expect(result).toMatchObject({ output: { THEIRS: 'theirs', LC_TIME: 'C', PATH: process.env['PATH'] } });
  expect(result).not.toHaveProperty('output.OUR_SECRET');
});

test('a tool of a server that is not configured says so', async () => {
  const { service } = connectSample();
  service.registerTool({
    name: 'lost',
    description: 'Lost.',
    parameters: { type: 'object' },
    implementation: { kind: 'mcp', server: 'elsewhere', tool: 'x' },
  });
  expect(await service.execute('lost', {})).toMatchObject({
    errorCode: 'tool_failed',
    error: expect.stringContaining('no MCP server "elsewhere"'),
  });
});
