import { MemoryHistory, toDescriptor, ToolService } from '@toolcrib/core';
import { expect, test } from 'vitest';

function countingService(run: () => unknown): ToolService {
  const service = new ToolService({ builtins: false });
  service.registerTool({
    name: 'tick',
    description: 'Tick.',
    annotations: { readOnly: true, idempotent: true },
    parameters: { type: 'object' },
    run,
  });
  return service;
}

test('E7 nothing is cached: the same call twice runs the tool twice', async () => {
  let ran = 0;
  const service = countingService(() => ++ran);

  expect(await service.execute('tick', {}, { callId: 'c1' })).toMatchObject({ output: 1 });
  expect(await service.execute('tick', {}, { callId: 'c1' })).toMatchObject({ output: 2 });
});

test('E7 nothing is limited: 2,000 calls are all under way at once', async () => {
  const go = Promise.withResolvers<void>();
  let running = 0;
  const service = countingService(async () => {
    running++;
    await go.promise;
  });

  const calling = Promise.all(Array.from({ length: 2000 }, () => service.execute('tick')));
  await new Promise((resolve) => setImmediate(resolve));
  expect(running).toBe(2000);
  go.resolve();

  expect((await calling).every(({ status }) => status === 'success')).toBe(true);
});

test('E7 nothing is counted: a tool is described the same before and after its calls', async () => {
  const service = countingService(() => 'tock');
  const describe = (): object[] => service.listTools().map(toDescriptor);
  const before = describe();

  for (let call = 0; call < 10; call++) await service.execute('tick');

  expect(describe()).toEqual(before);
});

test('E7 nothing is kept: another service knows neither the tools nor the grants of the first', async () => {
  const first = countingService(() => 'tock');
  await first.grants.add({ tool: 'tick' });

  const second = new ToolService({ builtins: false });

  expect(second.listTools()).toEqual([]);
  expect(await second.grants.list()).toEqual([]);
});

test('E7 layers around the core can count, keep and limit with what it tells them', async () => {
  const history = new MemoryHistory();
  const service = new ToolService({ history });
  const counts = new Map<string, number>();
  service.on('call-end', ({ tool }) => counts.set(tool, (counts.get(tool) ?? 0) + 1));

  await service.execute('calculator', { expression: '1' });
  await service.execute('calculator', { expression: '2' });

  expect(counts.get('calculator')).toBe(2);
  expect(history.list({ tool: 'calculator' })).toHaveLength(2);
});
