import { join } from 'node:path';
import { builtinTools, defineTool, toWire, ToolService, type ToolDefinition } from '@toolcrib/core';
import { executorContract } from '@toolcrib/core/testing';
import { describe, expect, test } from 'vitest';
import { answerJson, startLoopbackServer, type LoopbackServer } from './loopback-server.ts';
import { ProcessExecutor } from './process-executor.ts';
import { temporaryProject } from '../project.ts';
import { thrownBy } from './thrown-by.ts';

function processTool(name: string, script: string, more: Partial<ToolDefinition> = {}): object {
  return {
    name,
    description: `The script ${name}.`,
    parameters: { type: 'object' },
    implementation: { type: 'process', script },
    ...more,
  };
}

function processService(): ToolService {
  const service = new ToolService({ builtins: false });
  service.registerExecutor((surroundings) => new ProcessExecutor(surroundings));
  const count = JSON.stringify(join(temporaryProject(), 'count'));
  service.registerTool(
    processTool('echo', 'console.log(JSON.stringify(input.value))', {
      parameters: { type: 'object', required: ['value'] },
    }),
  );
  service.registerTool(processTool('fail', 'process.stderr.write("broken"); process.exit(1)'));
  service.registerTool(processTool('hang', 'setInterval(() => {}, 1000)'));
  service.registerTool(
    processTool(
      'flaky',
      `const fs = require('node:fs');
       fs.appendFileSync(${count}, '.');
       if (fs.statSync(${count}).size % 3 === 0) console.log('"done"');
       else { process.stderr.write('no route'); process.exit(75); }`,
      { annotations: { readOnly: true } },
    ),
  );
  return service;
}

describe('E2.1 a kind that implements nothing but doExecute', () => {
  let service: ToolService | undefined;
  for (const { title, check } of executorContract({ service: () => (service ??= processService()) })) {
    test(`E2.1 ${title}`, async () => {
      service = undefined;
      await check();
    });
  }
});

test('E2.1 timeout, retry and error conversion are the same for every kind', async () => {
  const server = await startLoopbackServer(() => undefined);
  const never = (): Promise<never> => new Promise(() => undefined);
  const service = new ToolService({ builtins: false, internal: { never } });
  const shape = {
    description: 'Never answers.',
    parameters: { type: 'object' },
    annotations: { readOnly: true },
  };
  service.registerTool({ ...shape, name: 'native', run: never });
  service.registerTool({
    ...shape,
    name: 'internal',
    implementation: { type: 'internal', handler: 'never' },
  });
  service.registerTool({
    ...shape,
    name: 'rest',
    implementation: { type: 'rest', base_url: server.address, method: 'GET', path: '/' },
  });

  for (const name of ['native', 'internal', 'rest']) {
    expect(await service.execute(name, {}, { timeout: 40, retries: 1, retryDelay: 1 }), name).toMatchObject({
      status: 'error',
      errorCode: 'timeout',
      errorType: 'TimeoutError',
      error: `${name} did not finish within 40 ms and was stopped (timeout).`,
      metadata: { attempts: 2 },
    });
  }
});

test('E2.2 calculator, datetime, string, array and object are there from the start', () => {
  const service = new ToolService();

  expect(service.listTools({ type: 'builtin' }).map(({ name }) => name)).toEqual([
    'calculator',
    'datetime',
    'string',
    'array',
    'object',
  ]);
  expect(new ToolService({ builtins: false }).listTools()).toEqual([]);
});

test.each(
  builtinTools.flatMap((tool) =>
    tool.examples.map((example) => [tool.name, example.description, example] as const),
  ),
)('E2.2 %s does what its example says: %s', async (name, _, { arguments: given, output }) => {
  expect(output).toBeDefined();
  expect(await new ToolService().execute(name, given)).toMatchObject({ status: 'success', output });
});

test('E2.2 the built-in tools calculate exactly', async () => {
  const service = new ToolService();
  const output = async (name: string, given: object): Promise<unknown> => {
    const result = await service.execute(name, given);
    return result.status === 'success' ? result.output : result.error;
  };

  expect(await output('calculator', { expression: '0.1 + 0.2' })).toMatchObject({
    result: '0.3',
    exact: true,
  });
  expect(
    await output('datetime', { operation: 'add', date: '2024-01-31', duration: { months: 1 } }),
  ).toMatchObject({ date: '2024-02-29' });
  expect(await output('string', { operation: 'reverse', text: 'añ😀' })).toEqual({ result: '😀ña' });
  expect(await output('array', { operation: 'sum', items: [0.1, 0.2] })).toMatchObject({ result: 0.3 });
  expect(
    await output('object', { operation: 'get', object: { a: [{ b: 7 }] }, path: 'a[0].b' }),
  ).toMatchObject({ result: 7 });
});

test('E2.3 a function that answers at once and one that answers later are both called', async () => {
  const service = new ToolService({ builtins: false });
  const parameters = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] } as const;
  service.registerTool(
    defineTool({ name: 'sync', description: 'At once.', parameters, run: ({ a }) => a + 1 }),
  );
  service.registerTool(
    defineTool({
      name: 'async',
      description: 'Later.',
      parameters,
      run: async ({ a }) => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        return a + 2;
      },
    }),
  );

  expect(await service.execute('sync', { a: 1 })).toMatchObject({ status: 'success', output: 2 });
  expect(await service.execute('async', { a: 1 })).toMatchObject({ status: 'success', output: 3 });
});

test('E2.3 a function that throws and one that rejects end the same way', async () => {
  const service = new ToolService({ builtins: false });
  const broken = new Error('broken');
  const parameters = { type: 'object' };
  service.registerTool({
    name: 'throws',
    description: 'Throws.',
    parameters,
    run: () => {
      throw broken;
    },
  });
  service.registerTool({
    name: 'rejects',
    description: 'Rejects.',
    parameters,
    run: () => Promise.reject(broken),
  });

  for (const name of ['throws', 'rejects']) {
    expect(await service.execute(name)).toMatchObject({
      status: 'error',
      errorCode: 'tool_failed',
      errorType: 'ToolExecutionError',
      error: `${name} failed: broken`,
      cause: broken,
    });
  }
});

test('E2.3 a function gets its arguments, the signal, the call id and the agent', async () => {
  const service = new ToolService({ builtins: false, agents: { ada: { permission: 'admin' } } });
  service.registerTool(
    defineTool({
      name: 'tell',
      description: 'Tell what was given.',
      parameters: { type: 'object', properties: { x: { type: 'number' } } },
      run: (input, { callId, agent, attempt, idempotencyKey, signal }) => ({
        input,
        callId,
        agent,
        attempt,
        idempotencyKey,
        aborted: signal.aborted,
      }),
    }),
  );

  expect(await service.execute('tell', { x: 1 }, { callId: 'c7', agent: 'ada' })).toMatchObject({
    output: { input: { x: 1 }, callId: 'c7', agent: 'ada', attempt: 1, idempotencyKey: 'c7', aborted: false },
  });
});

async function echoing(): Promise<{ service: ToolService; address: string; server: LoopbackServer }> {
  const server = await startLoopbackServer(({ method, url, headers, body }, response) => {
    const { authorization, 'x-fixed': fixed, 'x-key': key, 'x-trace': trace, 'content-type': type } = headers;
    answerJson(response, 200, { method, url, body, authorization, fixed, key, trace, type });
  });
  return {
    service: new ToolService({ builtins: false, secrets: (name) => ({ TOKEN: 's3cret' })[name] }),
    address: server.address,
    server,
  };
}

const open = { description: 'A request.', approval: 'safe', parameters: { type: 'object' } };

test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])(
  'E2.4 a REST tool makes a %s request, with path, query or body from the arguments',
  async (method) => {
    const { service, address } = await echoing();
    service.registerTool({
      ...open,
      name: 'rest',
      implementation: { type: 'rest', base_url: `${address}/v1/`, method, path: '/users/{id}' },
    });

    const result = await service.execute('rest', { id: 'a/b', q: 'ü' });

    const withBody = method !== 'GET';
    expect(result).toMatchObject({
      status: 'success',
      output: {
        method,
        url: withBody ? '/v1/users/a%2Fb' : '/v1/users/a%2Fb?q=%C3%BC',
        body: withBody ? '{"q":"ü"}' : '',
        ...(withBody && { type: 'application/json' }),
      },
    });
    expect(toWire(result).metadata).toMatchObject({ http_status: 200 });
  },
);

test('E2.4 HEAD and OPTIONS are made too', async () => {
  const { service, address } = await echoing();
  const at = { type: 'rest', base_url: address, path: '/' };
  service.registerTool({ ...open, name: 'head', implementation: { ...at, method: 'HEAD' } });
  service.registerTool({ ...open, name: 'options', implementation: { ...at, method: 'OPTIONS' } });

  expect(await service.execute('head')).toMatchObject({ status: 'success', output: null });
  expect(await service.execute('options')).toMatchObject({
    status: 'success',
    output: { method: 'OPTIONS' },
  });
});

test('E2.4 a REST tool sends its own headers and those that arguments fill', async () => {
  const { service, address } = await echoing();
  const implementation = {
    type: 'rest',
    base_url: address,
    method: 'GET',
    path: '/',
    headers: { 'X-Fixed': 'always' },
    header_arguments: { 'X-Trace': 'trace' },
  };
  service.registerTool({ ...open, name: 'rest', implementation });

  expect(await service.execute('rest', { trace: 't1' })).toMatchObject({
    output: { fixed: 'always', trace: 't1', url: '/' },
  });
});

test.each<[string, object, object]>([
  ['bearer', { type: 'bearer', secret: 'TOKEN' }, { headers: { authorization: 'Bearer s3cret' } }],
  [
    'basic',
    { type: 'basic', username: 'ada', secret: 'TOKEN' },
    { headers: { authorization: `Basic ${btoa('ada:s3cret')}` } },
  ],
  [
    'api_key in a header',
    { type: 'api_key', name: 'X-Key', secret: 'TOKEN' },
    { headers: { 'x-key': 's3cret' } },
  ],
  [
    'api_key in the query',
    { type: 'api_key', name: 'key', in: 'query', secret: 'TOKEN' },
    { url: '/?key=s3cret' },
  ],
])(
  'E2.4 a REST tool authenticates with %s, and the secret stands in no definition and no result',
  async (_, auth, received) => {
    const { service, address, server } = await echoing();
    const tool = service.registerTool({
      ...open,
      name: 'rest',
      implementation: { type: 'rest', base_url: address, method: 'GET', path: '/', auth },
    });

    const result = await service.execute('rest');
    expect(result.status).toBe('success');
    expect(server.requests).toMatchObject([received]);
    const told = JSON.stringify([tool, result]);
    expect(told).toContain('[redacted]');
    for (const secret of ['s3cret', btoa('ada:s3cret')]) expect(told).not.toContain(secret);
  },
);

test('E2.4 a secret that is not set is an authentication error, and no request is made', async () => {
  const server = await startLoopbackServer((_, response) => answerJson(response, 200, {}));
  const service = new ToolService({ builtins: false });
  const auth = { type: 'bearer', secret: 'TOKEN' };
  service.registerTool({
    ...open,
    name: 'rest',
    implementation: { type: 'rest', base_url: server.address, method: 'GET', path: '/', auth },
  });

  expect(await service.execute('rest')).toMatchObject({
    errorCode: 'secret_missing',
    errorType: 'AuthenticationError',
  });
  expect(server.requests).toEqual([]);
});

test('E2.4 an argument cannot send the credentials of a tool to another server', async () => {
  const other = await startLoopbackServer((_, response) => answerJson(response, 200, 'caught'));
  const { service, address } = await echoing();
  const auth = { type: 'bearer', secret: 'TOKEN' };
  service.registerTool({
    ...open,
    name: 'rest',
    implementation: { type: 'rest', base_url: address, method: 'GET', auth },
  });

  for (const url of [`${other.address}/steal`, `//${other.host}/steal`, `\\\\${other.host}/steal`])
    await service.execute('rest', { url });

  expect(await service.execute('rest', { url: `${other.address}/steal` })).toMatchObject({
    errorCode: 'invalid_arguments',
  });
  expect(other.requests).toEqual([]);
});

test.each([
  [400, 'bad_request', 'ValidationError'],
  [401, 'unauthorized', 'AuthenticationError'],
  [403, 'forbidden', 'AuthenticationError'],
  [404, 'not_found', 'ToolExecutionError'],
  [418, 'http_error', 'ToolExecutionError'],
  [422, 'bad_request', 'ValidationError'],
  [429, 'rate_limited', 'RateLimitError'],
  [500, 'server_error', 'ServerError'],
  [503, 'server_error', 'ServerError'],
])('E2.4 the status %i becomes %s, a %s', async (status, errorCode, errorType) => {
  const { address } = await startLoopbackServer((_, response) =>
    answerJson(response, status, { why: 'because' }),
  );
  const service = new ToolService({ builtins: false });
  service.registerTool({
    ...open,
    name: 'rest',
    implementation: { type: 'rest', base_url: address, method: 'GET', path: '/' },
  });

  const result = await service.execute('rest');

  expect(result).toMatchObject({
    status: 'error',
    errorCode,
    errorType,
    station: 'execute',
    metadata: { notes: { http_status: status } },
  });
  expect(result.status !== 'success' && result.error).toContain(`${status}`);
});

test('E2.6 a new kind is one file and one registration', async () => {
  const tool = processTool('double', 'console.log(input.n * 2)', {
    parameters: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
  });
  const service = new ToolService({ builtins: false, agents: { reader: { permission: 'read_only' } } });
  expect(thrownBy(() => service.registerTool(tool))).toMatchObject({
    code: 'no_executor',
    data: { kind: 'process' },
  });

  service.registerExecutor((surroundings) => new ProcessExecutor(surroundings));
  service.registerTool(tool);

  expect(service.getTool('double')?.type).toBe('process');
  expect(await service.execute('double', { n: 21 })).toMatchObject({ status: 'success', output: 42 });
  // The corridor holds for it like for every other.
  expect(await service.execute('double', { n: 'x' })).toMatchObject({
    errorCode: 'invalid_arguments',
    station: 'validate',
  });
  expect(await service.execute('double', { n: 1 }, { agent: 'reader' })).toMatchObject({
    errorCode: 'permission_denied',
  });
});
