import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, test } from 'vitest';
import type { CallEnding, CallObserver, ObservedCall } from './call-observer.ts';
import { ToolService } from './tool-service.ts';

/** A service whose tool counts how often it ran. */
function observed(observer: CallObserver, run: () => unknown = () => 'done'): ToolService {
  const service = new ToolService({ builtins: false, observer });
  service.registerTool({
    name: 'act',
    description: 'Acts.',
    parameters: { type: 'object' },
    aliases: ['do'],
    run,
  });
  return service;
}

test('an observer is told of the call before, and how it ended after', async () => {
  const seen: (ObservedCall | CallEnding)[] = [];
  const service = observed((call, run) => {
    seen.push(call);
    run();
    return (ending) => seen.push(ending);
  });

  await service.execute('do', {}, { callId: 'c1', requestId: 'r1', parentCallId: 'p1' });

  expect(seen).toEqual([
    {
      callId: 'c1',
      name: 'do',
      agent: undefined,
      requestId: 'r1',
      parentCallId: 'p1',
      traceContext: undefined,
    },
    expect.objectContaining({
      status: 'success',
      tool: service.getTool('act'),
      error: undefined,
      approval: { kind: 'not_needed' },
      attempts: 1,
    }),
  ]);
});

test('a refusal is told with its code, its place and its rule', async () => {
  const endings: CallEnding[] = [];
  const service = observed(() => (ending) => endings.push(ending));

  await service.execute('act', {}, { agent: 'stranger' });
  await service.execute('nothing');

  expect(endings).toMatchObject([
    {
      status: 'blocked',
      errorCode: 'unknown_agent',
      station: 'scope',
      rule: 'agents',
      tool: { name: 'act' },
    },
    { status: 'error', errorCode: 'tool_not_found', errorType: 'RegistryError', station: 'resolve' },
  ]);
  expect(endings[1]?.tool).toBeUndefined();
});

test('what a call does happens in the context that the observer made, also after waiting', async () => {
  const context = new AsyncLocalStorage<string>();
  const found: unknown[] = [];
  const service = observed(
    ({ callId }, run) => {
      context.run(callId, run);
      return undefined;
    },
    async () => {
      await new Promise((resolve) => setImmediate(resolve));
      found.push(context.getStore());
    },
  );

  await Promise.all(['c1', 'c2'].map((callId) => service.execute('act', {}, { callId })));

  expect(found).toEqual(['c1', 'c2']);
  expect(context.getStore()).toBeUndefined();
});

test.each<[string, CallObserver]>([
  ['does nothing', () => undefined],
  [
    'throws',
    () => {
      throw new Error('broken');
    },
  ],
  [
    'throws after it has started the call',
    (_, run) => {
      run();
      throw new Error('broken');
    },
  ],
  [
    'starts the call twice, and again when it has ended',
    (_, run) => {
      run();
      run();
      return run;
    },
  ],
  [
    'throws at the end',
    () => () => {
      throw new Error('broken');
    },
  ],
  ['gives back what is no function', () => 'no function' as never],
])('an observer that %s leaves the call as it is, and made once', async (_, observer) => {
  let ran = 0;
  const result = await observed(observer, () => ++ran).execute('act');
  expect(result).toMatchObject({ status: 'success', output: 1 });
  expect(ran).toBe(1);
});

test('the call cannot be started from within itself', async () => {
  let again: () => void = () => undefined;
  let ran = 0;
  const service = observed(
    (_, run) => {
      again = run;
      run();
      return undefined;
    },
    () => {
      again();
      return ++ran;
    },
  );
  expect(await service.execute('act')).toMatchObject({ output: 1 });
});

test('what an observer does with the ending does not reach the result', async () => {
  const service = observed(() => (ending) => {
    (ending.approval as { kind: string }).kind = 'answered';
  });
  expect((await service.execute('act')).metadata.approval).toEqual({ kind: 'not_needed' });
});

test('each of many calls is observed', async () => {
  const ids: string[] = [];
  const service = observed(({ callId }) => {
    ids.push(callId);
    return undefined;
  });
  await service.executeAll([
    { id: 'a', toolName: 'act' },
    { id: 'b', toolName: 'act' },
  ]);
  expect(new Set(ids).size).toBe(2);
});

const trace = '0af7651916cd43dd8448eb211c80319c';
const span = 'b7ad6b7169203331';

test.each<[string, unknown, unknown, unknown]>([
  ['a span', `00-${trace}-${span}-01`, undefined, undefined],
  ['a span with its state', `00-${trace}-${span}-01`, 'a=1,b=2', 'a=1,b=2'],
  ['a later version, which may say more', `cc-${trace}-${span}-01-what-comes-then`, undefined, undefined],
  ['a state that cannot be read', `00-${trace}-${span}-01`, 'a=1\n', undefined],
  ['a state that is no text', `00-${trace}-${span}-01`, 1, undefined],
])('the trace of the caller is handed on: %s', async (_, traceparent, tracestate, expected) => {
  const seen: unknown[] = [];
  const service = observed(({ traceContext }) => void seen.push(traceContext));
  await service.execute('act', {}, { traceparent, tracestate } as object);
  expect(seen).toEqual([{ traceparent, tracestate: expected }]);
});

test.each<[string, unknown]>([
  ['capital letters', `00-${trace.toUpperCase()}-${span}-01`],
  ['no trace', `00-${'0'.repeat(32)}-${span}-01`],
  ['no span', `00-${trace}-${'0'.repeat(16)}-01`],
  ['a version that never will be', `ff-${trace}-${span}-01`],
  ['more than this version has', `00-${trace}-${span}-01-more`],
  ['a line more', `00-${trace}-${span}-01\n`],
  ['no text', 42],
])('a trace that cannot be read is ignored, and the call is made: %s', async (_, traceparent) => {
  const seen: unknown[] = [];
  const service = observed(({ traceContext }) => void seen.push(traceContext));
  expect(await service.execute('act', {}, { traceparent } as object)).toMatchObject({ status: 'success' });
  expect(seen).toEqual([undefined]);
});

test('a secret that came through a variable is not told with the error', async () => {
  const errors: (string | undefined)[] = [];
  const service = observed(
    () =>
      ({ error }) =>
        errors.push(error),
  );
  service.registerTool({
    name: 'login',
    description: 'Fails.',
    parameters: { type: 'object', properties: { key: { type: 'string' } } },
    run: ({ key }: { key?: string }) => {
      throw new Error(`cannot log in with ${key}`);
    },
  });
  await service.execute(
    'login',
    { key: '{{secrets.door}}' },
    { variables: { secrets: { door: 'open-sesame' } } },
  );
  expect(errors[0]).toContain('cannot log in with [redacted]');
});
