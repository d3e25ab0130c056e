import { execFileSync } from 'node:child_process';
import { defineTool, MemoryHistory, ToolService, toWire } from '@toolcrib/core';
import { expect, test } from 'vitest';
import { run } from '../command.ts';
import { mockTool, temporaryProject } from '../project.ts';
import { openProject } from './workbench.ts';

test('A7.1 each call is in the history and in the log: tool, arguments, duration, result', async () => {
  const config = {
    store: 'memory',
    tools: [mockTool('ping')],
    telemetry: { content: true, log: { level: 'debug' } },
  };
  const call = JSON.stringify({ tool_name: 'ping', arguments: { host: 'example.org' } });
  const options = { cwd: temporaryProject({ 'toolcrib.json': config }), env: { TOOLCRIB_LOG: '' } };
  const { stderr } = await run(['execute_tool', call], options);
  const lines = stderr.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown).at(-1)).toMatchObject({
    event: 'call_end',
    tool: 'ping',
    arguments: { host: 'example.org' },
    duration_ms: expect.any(Number),
    status: 'success',
    output: 'ping',
  });

  const history = new MemoryHistory();
  await new ToolService({ history }).execute('string', { operation: 'upper', text: 'a' });
  expect(history.list()).toMatchObject([
    {
      tool: 'string',
      arguments: { operation: 'upper', text: 'a' },
      executionTimeMs: expect.any(Number),
      status: 'success',
      output: { result: 'A' },
    },
  ]);
});

test('A7.2 duration, CPU and memory are told of a call that needs no process, with who measured them', async () => {
  const { service } = await openProject({});
  const { metadata } = await service.execute('string', { operation: 'upper', text: 'a' });
  expect(metadata.executionTimeMs).toBeGreaterThan(0);
  expect(metadata.usage).toEqual({
    source: expect.stringMatching(/^(?:thread|process_delta)$/u),
    cpuMs: expect.any(Number),
    memoryBytes: expect.any(Number),
  });
});

test('A7.3 of a failure the type, the message and the stack are recorded, told and logged', async () => {
  const history = new MemoryHistory();
  const service = new ToolService({ history });
  const told: unknown[] = [];
  service.on('call-fail', ({ errorType, error, stack }) => told.push({ errorType, error, stack }));
  service.registerTool(
    defineTool({
      name: 'divide',
      description: 'Divides.',
      parameters: { type: 'object' },
      run: () => {
        throw new RangeError('by zero');
      },
    }),
  );

  await service.execute('divide');

  const failure = {
    errorType: 'ToolExecutionError',
    error: expect.stringContaining('by zero'),
    stack: expect.stringMatching(/^RangeError: by zero\n {4}at /u),
  };
  expect(told).toEqual([failure]);
  expect(history.list()).toMatchObject([
    { ...failure, causes: [{ type: 'RangeError', message: 'by zero' }] },
  ]);
});

test('A7.3 the line about a failure has its type, message and stack', async () => {
  const tool = mockTool('reach', {
    implementation: { type: 'rest', base_url: 'http://127.0.0.1:9', path: '/', method: 'GET' },
  });
  const { stderr } = await run(['execute_tool', '{"tool_name": "reach"}'], {
    cwd: temporaryProject({ 'toolcrib.json': { store: 'memory', tools: [tool] } }),
    env: { TOOLCRIB_LOG: 'info' },
  });
  expect(JSON.parse(stderr)).toMatchObject({
    level: 'info',
    event: 'call_failed',
    error_type: 'NetworkError',
    message: expect.stringContaining('reach failed: '),
    stack: expect.stringMatching(/Error: .*\n {4}at /u),
  });
});

test('A7.2 duration, CPU and memory of a process are told with its result', async () => {
  const { service } = await openProject({});

  const result = toWire(await service.execute('Bash', { command: 'seq 200000 | sort -n | tail -1' }));
  expect(result).toMatchObject({ status: 'success', output: { duration_ms: expect.any(Number) } });
  expect(result.metadata['execution_time_ms']).toBeGreaterThan(0);
  expect(result.metadata).toMatchObject({
    usage: { source: 'process_tree', cpu_ms: expect.any(Number), memory_bytes: expect.any(Number) },
    sandbox: expect.stringMatching(/^(?:checks|namespaces|bubblewrap)$/u),
  });
});

test('A7.2 what the processes of Git took is told', async () => {
  const { service, project } = await openProject({ 'a.txt': 'a\n' });
  execFileSync('git', ['init', '--quiet', project]);
  expect((await service.execute('Git', { operation: 'status' })).metadata.usage).toEqual({
    source: 'process_tree',
    cpuMs: expect.any(Number),
    memoryBytes: expect.any(Number),
  });
});
