import {
  defineTool,
  NetworkError,
  RateLimitError,
  ToolService,
  type CallOptions,
  type ToolServiceOptions,
} from '@toolcrib/core';
import { createFakeClock } from '@toolcrib/core/testing';
import { expect, test } from 'vitest';
import { answerJson, refusingAddress, startLoopbackServer, type LoopbackServer } from './loopback-server.ts';

test('E4.1 a call passes look-up, validation and executor in that order, and leaves with its result', async () => {
  const service = new ToolService();

  const { stations, outcome } = await service.explain('calculator', { expression: '1' });

  expect(stations.map(({ station }) => station)).toEqual([
    'resolve',
    'scope',
    'bind',
    'validate',
    'authorize',
    'approve',
    'fence',
    'execute',
  ]);
  expect(stations.every(({ decision }) => decision === 'pass')).toBe(true);
  expect(outcome).toBe('run');
  expect(await service.execute('calculator', { expression: '1' })).toMatchObject({
    status: 'success',
    output: { result: '1' },
  });
});

test('E4.1 what fails at one station never reaches the next', async () => {
  const ran: unknown[] = [];
  const service = new ToolService({ builtins: false, agents: { reader: { permission: 'read_only' } } });
  service.registerTool(
    defineTool({
      name: 'act',
      description: 'Act.',
      parameters: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
      effects: () => {
        ran.push('effects');
        return [];
      },
      run: () => ran.push('run'),
    }),
  );
  const ending = async (name: string, given: unknown, options?: CallOptions): Promise<unknown[]> => {
    const result = await service.execute(name, given, options);
    return result.status === 'success' ? ['success'] : [result.station, result.errorCode];
  };

  expect(await ending('axt', { n: 'x' }, { agent: 'nobody' })).toEqual(['resolve', 'tool_not_found']);
  expect(await ending('act', { n: 'x' }, { agent: 'nobody' })).toEqual(['scope', 'unknown_agent']);
  expect(await ending('act', { n: '{{x}}' }, { agent: 'reader', variables: {} })).toEqual([
    'bind',
    'unknown_variable',
  ]);
  expect(await ending('act', { n: 'x' }, { agent: 'reader' })).toEqual(['validate', 'invalid_arguments']);
  expect(ran).toEqual([]);
  expect(await ending('act', { n: 1 }, { agent: 'reader' })).toEqual(['authorize', 'permission_denied']);
  expect(ran).not.toContain('run');
  expect(await ending('act', { n: 1 })).toEqual(['success']);
  expect(ran.at(-1)).toBe('run');
});

/** Fails as long as it is called, and tells at what time each attempt was made. */
function failing(
  error: () => Error,
  random = 0,
): { attempts: number[]; call: (options: CallOptions) => Promise<unknown> } {
  const clock = createFakeClock({ random });
  const attempts: number[] = [];
  const service = new ToolService({ builtins: false, clock });
  service.registerTool({
    name: 'fail',
    description: 'Fails.',
    parameters: { type: 'object' },
    annotations: { readOnly: true },
    run: () => {
      attempts.push(clock.elapsed());
      throw error();
    },
  });
  return {
    attempts,
    call: async (options) => {
      const calling = service.execute('fail', {}, options);
      await clock.advance(100_000);
      return calling;
    },
  };
}

test('E4.2 retries are made as often as asked, each after twice the delay of the one before', async () => {
  const { attempts, call } = failing(() => new NetworkError('gone'));

  const result = await call({ retries: 3, retryDelay: 1000 });

  expect(attempts).toEqual([0, 1000, 3000, 7000]);
  expect(result).toMatchObject({
    status: 'error',
    errorCode: 'network',
    metadata: { attempts: 4, executionTimeMs: 7000 },
  });
});

test.each([
  [{ retries: 3, retryDelay: 100, backoff: 1 }, [0, 100, 200, 300]],
  [{ retries: 3, retryDelay: 100, backoff: 3 }, [0, 100, 400, 1300]],
  [{ retries: 2, retryDelay: 0 }, [0, 0, 0]],
  [{ retries: 0 }, [0]],
  [{}, [0]],
])('E4.2 the options %j make attempts at %j', async (options, times) => {
  const { attempts, call } = failing(() => new NetworkError('gone'));

  await call(options);

  expect(attempts).toEqual(times);
});

test('E4.2 delays are spread a little, so that many callers do not come back at once', async () => {
  const { attempts, call } = failing(() => new NetworkError('gone'), 0.999);

  await call({ retries: 1, retryDelay: 1000 });

  expect(attempts[1]).toBeGreaterThan(1000);
  expect(attempts[1]).toBeLessThanOrEqual(1250);
});

test('E4.2 a server that says when to come back is not asked before', async () => {
  const { attempts, call } = failing(() => new RateLimitError('slow down', { retryAfterSeconds: 7 }));

  await call({ retries: 1, retryDelay: 10 });

  expect(attempts).toEqual([0, 7000]);
});

test('E4.2 a success ends the retrying', async () => {
  let attempt = 0;
  const service = new ToolService({ builtins: false });
  service.registerTool({
    name: 'flaky',
    description: 'Works the third time.',
    parameters: { type: 'object' },
    annotations: { idempotent: true },
    run: () => {
      if (++attempt < 3) throw new NetworkError('gone');
      return attempt;
    },
  });

  expect(await service.execute('flaky', {}, { retries: 9, retryDelay: 1 })).toMatchObject({
    status: 'success',
    output: 3,
    metadata: { attempts: 3 },
  });
});

const patient = { retries: 2, retryDelay: 1 };

function restService(
  { address }: Pick<LoopbackServer, 'address'>,
  method: string,
  options: ToolServiceOptions = {},
): ToolService {
  const service = new ToolService({ builtins: false, ...options });
  service.registerTool({
    name: 'rest',
    description: 'A request.',
    approval: 'safe',
    parameters: { type: 'object' },
    implementation: { type: 'rest', base_url: address, method, path: '/' },
  });
  return service;
}

test.each([429, 500, 502, 503, 504])('E4.3 the status %i is tried again', async (status) => {
  const server = await startLoopbackServer((_, response, nth) => {
    if (nth < 3) answerJson(response, status, {});
    else answerJson(response, 200, { nth });
  });

  expect(await restService(server, 'GET').execute('rest', {}, patient)).toMatchObject({
    status: 'success',
    output: { nth: 3 },
    metadata: { attempts: 3 },
  });
  expect(server.requests).toHaveLength(3);
});

test('E4.3 a connection that breaks is tried again', async () => {
  const server = await startLoopbackServer((_, response, nth) => {
    if (nth < 3) response.destroy();
    else answerJson(response, 200, { nth });
  });

  expect(await restService(server, 'GET').execute('rest', {}, patient)).toMatchObject({
    status: 'success',
    output: { nth: 3 },
  });
});

test('E4.3 a server that nobody runs is tried again, and the last failure is a NetworkError', async () => {
  const service = restService({ address: await refusingAddress() }, 'GET');

  expect(await service.execute('rest', {}, patient)).toMatchObject({
    status: 'error',
    errorCode: 'network',
    errorType: 'NetworkError',
    error: expect.stringContaining('ECONNREFUSED'),
    metadata: { attempts: 3 },
  });
});

test('E4.3 an attempt that takes too long is tried again', async () => {
  const server = await startLoopbackServer((_, response, nth) => {
    if (nth === 2) answerJson(response, 200, { nth });
  });

  expect(await restService(server, 'GET').execute('rest', {}, { ...patient, timeout: 60 })).toMatchObject({
    status: 'success',
    output: { nth: 2 },
  });
});

test('E4.3 what is neither read-only nor idempotent is tried again only when nothing was done', async () => {
  const server = await startLoopbackServer((_, response, nth) =>
    answerJson(response, nth === 1 ? 429 : 503, {}),
  );
  const service = restService(server, 'POST');

  // 429 turned the request away at the door; 503 may have come after the work.
  expect(await service.execute('rest', {}, { retries: 5, retryDelay: 1 })).toMatchObject({
    status: 'error',
    errorCode: 'server_error',
    metadata: { attempts: 2, outcomeUnknown: true },
  });
  expect(server.requests).toHaveLength(2);

  const nobody = restService({ address: await refusingAddress() }, 'POST');
  expect(await nobody.execute('rest', {}, patient)).toMatchObject({
    metadata: { attempts: 3, outcomeUnknown: false },
  });
});

test('E4.3 a tool whose method the caller chooses is tried again when that method changes nothing', async () => {
  const server = await startLoopbackServer((_, response, nth) =>
    answerJson(response, nth < 3 ? 503 : 200, { nth }),
  );
  const service = new ToolService({ builtins: false });
  service.registerTool({
    name: 'rest-api',
    type: 'REST',
    description: 'REST API tool',
    parameters: {
      type: 'object',
      properties: { url: { type: 'string' }, method: { type: 'string' } },
      required: ['url', 'method'],
    },
    metadata: { baseUrl: server.address },
  });

  expect(await service.execute('rest-api', { url: '/', method: 'GET' }, patient)).toMatchObject({
    status: 'success',
    output: { nth: 3 },
  });
});

test('E4.3 every attempt of one call carries the same idempotency key', async () => {
  const server = await startLoopbackServer((_, response, nth) =>
    answerJson(response, nth < 3 ? 503 : 200, {}),
  );
  const service = new ToolService({ builtins: false });
  service.registerTool({
    name: 'pay',
    description: 'Pay.',
    parameters: { type: 'object' },
    implementation: {
      type: 'rest',
      base_url: server.address,
      method: 'POST',
      path: '/',
      idempotency_header: 'Idempotency-Key',
    },
  });

  expect(await service.execute('pay', {}, { ...patient, callId: 'c1' })).toMatchObject({
    status: 'success',
    metadata: { attempts: 3 },
  });
  expect(server.requests.map(({ headers }) => headers['idempotency-key'])).toEqual(['c1', 'c1', 'c1']);
});

test.each([400, 401, 403, 404])('E4.4 the status %i is not tried again', async (status) => {
  const server = await startLoopbackServer((_, response) => answerJson(response, status, {}));

  expect(await restService(server, 'GET').execute('rest', {}, patient)).toMatchObject({
    status: 'error',
    metadata: { attempts: 1, outcomeUnknown: false },
  });
  expect(server.requests).toHaveLength(1);
});

test('E4.4 a failure of the tool itself is not tried again', async () => {
  const { attempts, call } = failing(() => new Error('a mistake'));

  expect(await call({ retries: 5, retryDelay: 1 })).toMatchObject({
    errorCode: 'tool_failed',
    metadata: { attempts: 1 },
  });
  expect(attempts).toEqual([0]);
});
