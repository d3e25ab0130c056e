import { describe, expect, test } from 'vitest';
import { ToolService } from '../call/tool-service.ts';
import { createFakeClock, type FakeClock } from '../testing/fake-clock.ts';
import type { CallOptions } from '../tool/call.ts';
import {
  AuthenticationError,
  NetworkError,
  RateLimitError,
  ServerError,
  TimeoutError,
  ValidationError,
} from '../tool/errors.ts';
import type { ToolResult } from '../tool/result.ts';

const refused = (): Error =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }) });
const reset = (): Error => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });

interface Run {
  readonly result: ToolResult;
  /** When each attempt began. */
  readonly attempts: readonly number[];
}

/** Calls a tool that fails as told and then answers, on a clock that nobody has to wait for. */
async function run(
  failures: readonly (() => Error)[],
  tool: object,
  options: CallOptions,
  random = 0,
): Promise<Run> {
  const clock: FakeClock = createFakeClock({ random });
  const service = new ToolService({ clock });
  const attempts: number[] = [];
  service.registerTool({
    name: 'shaky',
    description: 'Fails at first.',
    parameters: { type: 'object' },
    run: () => {
      const failure = failures[attempts.length];
      attempts.push(clock.elapsed());
      if (failure !== undefined) throw failure();
      return 'done';
    },
    ...tool,
  });
  const calling = service.execute('shaky', {}, options);
  await clock.advance(600_000);
  return { result: await calling, attempts };
}

const readOnly = { annotations: { readOnly: true } };

describe('what is retried', () => {
  test.each([
    ['a refused connection', refused],
    ['a broken connection', reset],
    ['a NetworkError of the tool', () => new NetworkError('gone')],
    ['a TimeoutError of the tool', () => new TimeoutError('slow')],
    ['429', () => new RateLimitError('busy')],
    ['5xx', () => new ServerError('broken')],
    ['an error with a status of 503', () => Object.assign(new Error('unavailable'), { status: 503 })],
  ])('%s, as often as the caller allows', async (_, failure) => {
    const { result, attempts } = await run([failure, failure], readOnly, { retries: 2 });
    expect(result).toMatchObject({ status: 'success', output: 'done', metadata: { attempts: 3 } });
    expect(attempts).toHaveLength(3);
  });

  test.each([
    ['an ordinary error', () => new Error('bug'), 'tool_failed', 'ToolExecutionError'],
    ['401', () => new AuthenticationError('who?'), 'unauthorized', 'AuthenticationError'],
    ['403', () => Object.assign(new Error('no'), { statusCode: 403 }), 'forbidden', 'AuthenticationError'],
    ['404', () => Object.assign(new Error('none'), { status: 404 }), 'not_found', 'ToolExecutionError'],
    ['400', () => new ValidationError('bad input'), 'invalid_arguments', 'ValidationError'],
  ])('not %s', async (_, failure, errorCode, errorType) => {
    const { result } = await run([failure], readOnly, { retries: 5 });
    expect(result).toMatchObject({ status: 'error', errorCode, errorType, metadata: { attempts: 1 } });
  });

  test('nothing, when the caller allows none', async () => {
    const { result } = await run([refused], readOnly, {});
    expect(result).toMatchObject({ status: 'error', errorCode: 'network', metadata: { attempts: 1 } });
  });
});

describe('a tool that may not be repeated', () => {
  test('is tried again only when the failure proves that nothing was done', async () => {
    expect((await run([refused], {}, { retries: 3 })).result).toMatchObject({ status: 'success' });
    expect((await run([() => new RateLimitError('busy')], {}, { retries: 3 })).result).toMatchObject({
      status: 'success',
    });
  });

  test('otherwise the result says that the outcome is unknown', async () => {
    const { result, attempts } = await run([reset], {}, { retries: 3 });
    expect(result).toMatchObject({
      status: 'error',
      errorCode: 'network',
      metadata: { attempts: 1, outcomeUnknown: true },
    });
    expect(attempts).toHaveLength(1);
  });

  test('is repeated when it is idempotent or takes the idempotency key', async () => {
    for (const tool of [{ idempotent: true }, { takesIdempotencyKey: true }]) {
      expect((await run([reset], tool, { retries: 1 })).result).toMatchObject({
        status: 'success',
        metadata: { outcomeUnknown: false },
      });
    }
  });
});

describe('the delay', () => {
  test('grows exponentially', async () => {
    const { attempts } = await run([refused, refused, refused], readOnly, {
      retries: 3,
      retryDelay: 100,
      backoff: 3,
    });
    expect(attempts).toEqual([0, 100, 400, 1300]);
  });

  test('is spread, never shortened', async () => {
    const { attempts } = await run([refused], readOnly, { retries: 1, retryDelay: 1000 }, 0.8);
    expect(attempts).toEqual([0, 1200]);
  });

  test('is not shorter than the server asks for', async () => {
    const busy = (): Error => new RateLimitError('busy', { retryAfterSeconds: 30 });
    const { attempts } = await run([busy], readOnly, { retries: 1, retryDelay: 10 });
    expect(attempts).toEqual([0, 30_000]);
  });

  test('a server that asks for more than a minute is not waited for', async () => {
    const busy = (): Error => new RateLimitError('busy', { retryAfterSeconds: 3600 });
    const { result, attempts } = await run([busy], readOnly, { retries: 1 });
    expect(result).toMatchObject({ errorCode: 'rate_limited', data: { retryAfterSeconds: 3600 } });
    expect(attempts).toEqual([0]);
  });

  test('ends when the caller cancels', async () => {
    const clock = createFakeClock();
    const controller = new AbortController();
    const service = new ToolService({ clock });
    service.registerTool({
      name: 'down',
      description: 'Is down.',
      parameters: { type: 'object' },
      run: () => {
        throw refused();
      },
    });
    const calling = service.execute('down', {}, { retries: 5, retryDelay: 1000, signal: controller.signal });
    await clock.advance(1500);
    controller.abort();
    expect(await calling).toMatchObject({
      status: 'error',
      errorCode: 'cancelled',
      errorType: 'CancelledError',
      cause: controller.signal.reason as unknown,
      metadata: { attempts: 2, outcomeUnknown: false },
    });
  });
});

test('the cause is kept through every translation', async () => {
  const origin = new Error('bug');
  const { result } = await run([() => origin], {}, {});
  expect(result).toMatchObject({ cause: origin, error: 'shaky failed: bug' });
});

test('every attempt starts from the same arguments, whatever the one before did to them', async () => {
  const seen: unknown[] = [];
  const service = new ToolService({ builtins: false });
  service.registerTool({
    name: 'greedy',
    description: 'Eats its arguments.',
    parameters: { type: 'object' },
    annotations: { idempotent: true },
    run: ({ list }: { list: number[] }) => {
      seen.push([...list]);
      list.shift();
      throw reset();
    },
  });
  await service.execute('greedy', { list: [1, 2] }, { retries: 2, retryDelay: 1 });
  expect(seen).toEqual([
    [1, 2],
    [1, 2],
    [1, 2],
  ]);
});
