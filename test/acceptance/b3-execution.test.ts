import { spawn } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defineTool, toWire, ToolService, type Locale, type Tool, type WireResult } from '@toolcrib/core';
import { createFakeClock } from '@toolcrib/core/testing';
import { expect, test } from 'vitest';
import { startLoopbackServer } from './loopback-server.ts';
import { run } from '../command.ts';
import { temporaryProject } from '../project.ts';

const read = defineTool({
  name: 'Read',
  aliases: ['read'],
  description: 'Read a file.',
  category: 'read',
  parameters: { type: 'object', properties: { file_path: { type: 'string' } }, required: ['file_path'] },
  run: async ({ file_path }, context) => {
    context.note('file_size_bytes', (await stat(file_path)).size);
    return readFile(file_path, 'utf8');
  },
});

const configuredRead = {
  name: 'Read',
  aliases: ['read'],
  description: 'Read a file.',
  type: 'function',
  handler: 'read',
  parameters: read.parameters,
  implementation: { type: 'mock', mock_response: '文件内容...' },
};

test('B3.1 a call is answered with its id, the status, the output and the time it took', async () => {
  const file = join(temporaryProject(), 'main.rs');
  await writeFile(file, 'fn main() {}');
  const service = new ToolService();
  service.registerTool(read);

  const result = toWire(await service.execute('read', { file_path: file }, { callId: 'call_123' }));

  expect(result).toEqual({
    call_id: 'call_123',
    status: 'success',
    output: 'fn main() {}',
    metadata: {
      tool_name: 'Read',
      tool_version: '1.0.0',
      execution_time_ms: expect.any(Number),
      file_size_bytes: 12,
      sandbox: 'none',
    },
  });
  expect(result.metadata['execution_time_ms']).toBeGreaterThanOrEqual(0);
});

test('B3.1 the time it took is that of the work, not that of the person who was asked', async () => {
  const clock = createFakeClock();
  const after = <T>(milliseconds: number, value: T): Promise<T> =>
    new Promise((resolve) => clock.setTimeout(() => resolve(value), milliseconds));
  const service = new ToolService({ clock, approver: () => after(60_000, { decision: 'allow_once' }) });
  service.registerTool({
    name: 'act',
    description: 'Act.',
    approval: 'confirm',
    parameters: { type: 'object' },
    run: () => after(15, 'done'),
  });

  const calling = service.execute('act');
  await clock.advance(61_000);

  expect(toWire(await calling)).toMatchObject({ status: 'success', metadata: { execution_time_ms: 15 } });
});

test('B3.1 the command execute_tool takes {id, tool_name, arguments} and answers with one line of JSON', async () => {
  const cwd = temporaryProject({ 'toolcrib.json': { tools: [configuredRead] } });
  const call = {
    id: 'call_123',
    tool_name: 'read',
    arguments: { file_path: '/Users/user/project/src/main.rs' },
  };

  const { code, stdout, stderr } = await run(['execute_tool', JSON.stringify(call)], { cwd });

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.trimEnd().split('\n')).toHaveLength(1);
  expect(JSON.parse(stdout)).toMatchObject({
    call_id: 'call_123',
    status: 'success',
    output: '文件内容...',
    metadata: { execution_time_ms: expect.any(Number) },
  });
});

test('B3.1 calls that come in as lines are answered in their order', async () => {
  const calls = [
    { id: 'a', tool_name: 'calculator', arguments: { expression: '6*7' } },
    { id: 'b', tool_name: 'no_such_tool', arguments: {} },
    { id: 'c', tool_name: 'string', arguments: { operation: 'upper', text: 'x' } },
  ];

  const { code, stdout } = await run(['execute_tool'], {
    cwd: temporaryProject(),
    input: calls.map((call) => JSON.stringify(call)).join('\n'),
  });
  const results = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as WireResult);

  expect(code).toBe(1);
  expect(results).toMatchObject([
    { call_id: 'a', status: 'success', output: { result: '42' } },
    { call_id: 'b', status: 'error', error_code: 'tool_not_found' },
    { call_id: 'c', status: 'success', output: { result: 'X' } },
  ]);
});

test.each([
  ['zh-CN', '缺少必需参数: file_path'],
  ['en', 'Missing required parameter: file_path'],
] as const)('B3.2 a missing parameter is an error that names it, in %s', async (locale: Locale, error) => {
  const service = new ToolService({ locale });
  service.registerTool(read);

  const result = toWire(await service.execute('Read', {}, { callId: 'call_456' }));

  expect(result).toMatchObject({
    call_id: 'call_456',
    status: 'error',
    error,
    error_code: 'invalid_arguments',
    error_type: 'ValidationError',
    station: 'validate',
  });
});

test('B3.2 the command answers a missing parameter with the sentence of the specification', async () => {
  const call = JSON.stringify({ id: 'call_456', tool_name: 'Read', arguments: {} });

  const { code, stdout } = await run(['execute_tool', call, '--locale', 'zh-CN'], {
    cwd: temporaryProject({ 'toolcrib.json': { tools: [configuredRead] } }),
  });

  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    call_id: 'call_456',
    status: 'error',
    error: '缺少必需参数: file_path',
  });
});

test('B3.2 a parameter of the wrong type is named too', async () => {
  const service = new ToolService();
  service.registerTool(read);

  expect(await service.execute('Read', { file_path: 7 })).toMatchObject({
    status: 'error',
    error: expect.stringMatching(/^Parameter file_path must be string, received /u),
  });
});

function hanging(aborted: (reason: unknown) => void): Tool {
  return defineTool({
    name: 'hang',
    description: 'Never answers.',
    parameters: { type: 'object' },
    run: (_, { signal }) =>
      new Promise(() => {
        signal.addEventListener('abort', () => aborted(signal.reason));
      }),
  });
}

test.each([
  ['en', 'hang did not finish within 10000 ms and was stopped (timeout).'],
  ['zh-CN', 'hang 在 10000 毫秒内没有完成，已被终止（执行超时）。'],
] as const)(
  'B3.3 after 10 seconds the work is stopped and the result says timeout, in %s',
  async (locale: Locale, error) => {
    const clock = createFakeClock();
    const stopped: unknown[] = [];
    const service = new ToolService({ clock, locale });
    service.registerTool(hanging((reason) => stopped.push(reason)));

    const calling = service.execute('hang');
    await clock.advance(9_999);
    expect(stopped).toEqual([]);
    await clock.advance(1);

    expect(stopped).toMatchObject([{ name: 'TimeoutError', code: 'timeout' }]);
    expect(toWire(await calling)).toMatchObject({
      status: 'error',
      error,
      error_code: 'timeout',
      error_type: 'TimeoutError',
      station: 'execute',
      metadata: { execution_time_ms: 10_000 },
    });
  },
);

test('B3.3 the limit of a call goes before that of the tool, and that before that of the service', async () => {
  const clock = createFakeClock();
  const service = new ToolService({ clock, builtins: false, defaults: { timeout: 3000 } });
  service.registerTool({ ...hanging(() => undefined), id: undefined, name: 'slow', timeout: 2000 });
  service.registerTool(hanging(() => undefined));
  const timeOf = async (name: string, timeout?: number): Promise<number> => {
    const calling = service.execute(name, {}, { timeout });
    await clock.advance(5000);
    return (await calling).metadata.executionTimeMs;
  };

  expect(await timeOf('hang')).toBe(3000);
  expect(await timeOf('slow')).toBe(2000);
  expect(await timeOf('slow', 1000)).toBe(1000);
});

test('B3.3 a process that the tool has started with its signal is really ended', async () => {
  const ended = Promise.withResolvers<NodeJS.Signals | null>();
  const service = new ToolService();
  service.registerTool(
    defineTool({
      name: 'sleep',
      description: 'Runs for a minute.',
      parameters: { type: 'object' },
      run: (_, { signal }) => {
        const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { signal });
        child.on('error', () => undefined);
        child.on('exit', (_code, killedBy) => ended.resolve(killedBy));
        return new Promise(() => undefined);
      },
    }),
  );

  expect(await service.execute('sleep', {}, { timeout: 80 })).toMatchObject({
    status: 'error',
    errorCode: 'timeout',
  });
  expect(await ended.promise).toBe('SIGTERM');
});

test('B3.3 the command stops a request that takes too long', async () => {
  const server = await startLoopbackServer(() => undefined);
  const rest = {
    name: 'slow',
    description: 'Never answers.',
    type: 'function',
    handler: 'slow',
    parameters: { type: 'object' },
    implementation: { type: 'rest', base_url: server.address, method: 'GET', path: '/' },
  };
  const cwd = temporaryProject({ 'toolcrib.json': { tools: [rest] } });

  const { code, stdout } = await run(['call', 'slow', '--timeout', '80', '--json'], { cwd });

  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    status: 'error',
    error: 'slow did not finish within 80 ms and was stopped (timeout).',
    error_code: 'timeout',
  });
});
