import { ToolService, ToolType } from '@toolcrib/core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { answerJson, startLoopbackServer } from './loopback-server.ts';

/** As the specification writes it. */
const myTool = {
  id: 'my-tool',
  name: 'my-tool',
  type: ToolType.NATIVE,
  description: 'My custom tool',
  parameters: {
    type: 'object',
    properties: {
      input: { type: 'string' },
    },
    required: ['input'],
  },
  metadata: {
    executor: async (params: { input: string }) => {
      return { result: `processed: ${params.input}` };
    },
  },
};

test('E1 the example of the specification runs as it is written', async () => {
  const toolService = new ToolService();
  toolService.registerTool(myTool);

  const result = await toolService.execute(
    'my-tool',
    { input: 'test' },
    { timeout: 5000, retries: 3, retryDelay: 1000 },
  );

  expect(result).toMatchObject({
    status: 'success',
    output: { result: 'processed: test' },
    metadata: { tool: 'my-tool', attempts: 1 },
  });
});

test('E1 the REST example of the specification runs as it is written', async () => {
  const server = await startLoopbackServer(({ method, url, headers, body }, response) => {
    answerJson(response, 200, { method, url, authorization: headers.authorization, body });
  });
  const toolService = new ToolService();
  toolService.registerTool({
    id: 'rest-api',
    name: 'rest-api',
    type: ToolType.REST,
    description: 'REST API tool',
    parameters: {
      type: 'object',
      properties: { url: { type: 'string' }, method: { type: 'string' }, body: { type: 'object' } },
      required: ['url', 'method'],
    },
    metadata: { baseUrl: server.address, headers: { Authorization: 'Bearer token' } },
  });

  const result = await toolService.execute('rest-api', { url: '/items?x=1', method: 'POST', body: { a: 1 } });

  expect(result).toMatchObject({
    status: 'success',
    output: { method: 'POST', url: '/items?x=1', authorization: 'Bearer token', body: '{"a":1}' },
  });
});

test('E1 registerTool, getTool, listTools and unregisterTool keep the tools', () => {
  const service = new ToolService();
  const before = service.listTools().map(({ name }) => name);

  service.registerTool(myTool);

  expect(service.getTool('my-tool')).toMatchObject({
    name: 'my-tool',
    type: 'native',
    description: 'My custom tool',
  });
  expect(service.listTools().map(({ name }) => name)).toEqual([...before, 'my-tool']);
  service.unregisterTool('my-tool');
  expect(service.getTool('my-tool')).toBeUndefined();
  expect(service.listTools().map(({ name }) => name)).toEqual(before);
});

test('E1 validateParameters tells whether parameters fit, and what does not, without a call', () => {
  let ran = false;
  const service = new ToolService();
  const tool = service.registerTool({
    ...myTool,
    metadata: {
      executor: () => {
        ran = true;
      },
    },
  });
  const given = { input: 'x' };

  expect(service.validateParameters(tool, given)).toEqual({ valid: true, problems: [] });
  expect(service.validateParameters(tool, {})).toMatchObject({
    valid: false,
    problems: [{ path: '', keyword: 'required', expected: 'input' }],
  });
  expect(service.validateParameters(tool, { input: 1 })).toMatchObject({
    valid: false,
    problems: [{ path: 'input', keyword: 'type' }],
  });
  expect(service.validateParameters(tool, 'text')).toMatchObject({
    valid: false,
    problems: [{ path: '', keyword: 'type' }],
  });
  expect(given).toEqual({ input: 'x' });
  expect(ran).toBe(false);
});

test('E1 validateParameters and execute agree, also about the schema of a library', async () => {
  const service = new ToolService();
  const parameters = z.object({ count: z.number().refine((count) => count % 2 === 0, 'must be even') });
  const tool = service.registerTool({
    name: 'pair',
    description: 'Pair up.',
    parameters,
    run: () => 'paired',
  });

  expect(await service.execute('pair', { count: 2 })).toMatchObject({ status: 'success' });
  expect(service.validateParameters(tool, { count: 2 })).toMatchObject({ valid: true });
  expect(await service.execute('pair', { count: 3 })).toMatchObject({
    status: 'error',
    errorCode: 'invalid_arguments',
  });
  expect(service.validateParameters(tool, { count: 3 })).toMatchObject({ valid: false });
});

test('E1 execute answers every expected ending with a result and rejects for none', async () => {
  const service = new ToolService();
  service.registerTool(myTool);

  const results = await Promise.all([
    service.execute('nobody', {}),
    service.execute('my-tool', {}),
    service.execute('my-tool', null),
    service.execute(undefined as never, {}),
    service.execute('my-tool', { input: 'x' }, { timeout: -1 }),
    service.execute('my-tool', { input: 'x' }, { agent: 'nobody' }),
  ]);

  expect(results.map((result) => (result.status === 'success' ? 'success' : result.errorCode))).toEqual([
    'tool_not_found',
    'invalid_arguments',
    'invalid_arguments',
    'tool_not_found',
    'invalid_options',
    'unknown_agent',
  ]);
});
