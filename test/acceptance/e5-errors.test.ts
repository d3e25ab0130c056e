import {
  AuthenticationError,
  NetworkError,
  RateLimitError,
  ServerError,
  TimeoutError,
  ToolcribError,
  ToolExecutionError,
  ToolService,
  toWire,
  unwrap,
  ValidationError,
  type Locale,
  type ToolResult,
} from '@toolcrib/core';
import { expect, test } from 'vitest';

async function failWith(thrown: unknown, locale: Locale = 'en'): Promise<ToolResult> {
  const service = new ToolService({ builtins: false, locale });
  service.registerTool({
    name: 'tool',
    description: 'Fails.',
    parameters: { type: 'object' },
    run: () => Promise.reject(thrown),
  });
  return service.execute('tool');
}

function errorOf(result: ToolResult): ToolcribError {
  try {
    unwrap(result);
  } catch (error) {
    if (error instanceof ToolcribError) return error;
  }
  throw new Error('unwrap did not throw one of our errors');
}

const withStatus = (status: number): Error => Object.assign(new Error(`status ${status}`), { status });
const withCode = (code: string): Error =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('socket'), { code }) });

test.each([
  ['NetworkError', NetworkError, 'network', withCode('ECONNRESET')],
  ['NetworkError', NetworkError, 'network', withCode('ENOTFOUND')],
  ['TimeoutError', TimeoutError, 'timeout', new DOMException('late', 'TimeoutError')],
  ['ValidationError', ValidationError, 'bad_request', withStatus(400)],
  ['AuthenticationError', AuthenticationError, 'unauthorized', withStatus(401)],
  ['AuthenticationError', AuthenticationError, 'forbidden', withStatus(403)],
  ['RateLimitError', RateLimitError, 'rate_limited', withStatus(429)],
  ['ServerError', ServerError, 'server_error', withStatus(502)],
  ['ToolExecutionError', ToolExecutionError, 'not_found', withStatus(404)],
  ['ToolExecutionError', ToolExecutionError, 'tool_failed', new RangeError('off the end')],
] as const)(
  'E5 a foreign error becomes a %s, with the original as its cause',
  async (errorType, type, code, thrown) => {
    const result = await failWith(thrown);
    const error = errorOf(result);

    expect(result).toMatchObject({ status: 'error', errorType, errorCode: code });
    expect(result.status !== 'success' && result.cause).toBe(thrown);
    expect(error).toBeInstanceOf(type);
    expect(error).toMatchObject({ name: errorType, code });
    expect(error.cause).toBe(thrown);
  },
);

test.each(['a text', 7, null, undefined, { odd: true }])(
  'E5 what is no error at all becomes a ToolExecutionError: %j',
  async (thrown) => {
    expect(await failWith(thrown)).toMatchObject({
      status: 'error',
      errorType: 'ToolExecutionError',
      errorCode: 'tool_failed',
    });
  },
);

const own = [
  ['network', NetworkError],
  ['timeout', TimeoutError],
  ['invalid_arguments', ValidationError],
  ['unauthorized', AuthenticationError],
  ['rate_limited', RateLimitError],
  ['server_error', ServerError],
  ['tool_failed', ToolExecutionError],
] as const;

test.each(own)('E5 a tool may throw the error for %s itself', async (code, type) => {
  const thrown = new type('replica set has no primary');
  const result = await failWith(thrown);

  expect(result).toMatchObject({ status: 'error', errorCode: code, errorType: type.name });
  expect(result.status !== 'success' && result.cause).toBe(thrown);
  expect(errorOf(result)).toBeInstanceOf(type);
});

test.each(own)(
  'E5 the words of an error for %s that a tool throws reach the caller, also over a wire',
  async (_, type) => {
    const { error } = toWire(await failWith(new type('replica set has no primary')));

    expect(error).toContain('replica set has no primary');
  },
);

test.each([
  ['en', 'tool failed: off the end'],
  ['zh-CN', 'tool 执行失败：off the end'],
] as const)('E5 the message is clear and in the language of the service: %s', async (locale, message) => {
  const result = await failWith(new Error('off the end'), locale);

  expect(result).toMatchObject({ error: message, errorCode: 'tool_failed' });
  expect(errorOf(result).message).toBe(message);
});

test('E5 a rate limit tells when to come back', async () => {
  const result = await failWith(new RateLimitError('slow', { retryAfterSeconds: 12 }));

  expect(errorOf(result)).toMatchObject({ retryAfterSeconds: 12 });
  expect(result).toMatchObject({ error: expect.stringContaining('Try again in 12 s.') });
});

test('E5 causes and stacks stay inside: a wire carries neither', async () => {
  const wire = JSON.stringify(toWire(await failWith(new Error('off the end'))));

  expect(wire).not.toContain('stack');
  expect(wire).not.toContain(import.meta.filename);
});
