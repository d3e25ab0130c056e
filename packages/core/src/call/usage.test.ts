import { expect, test } from 'vitest';
import type { Meter } from '../executors/meter.ts';
import { MemoryHistory } from '../history/memory-history.ts';
import type { Usage } from '../tool/usage.ts';
import type { ToolContext } from '../tool/tool-context.ts';
import { toWire } from '../tool/wire.ts';
import { ToolService } from './tool-service.ts';

const measured: Usage = { source: 'thread', cpuMs: 2, memoryBytes: 300 };
const tree = (cpuMs: number, memoryBytes: number | undefined): Usage => ({
  source: 'process_tree',
  cpuMs,
  memoryBytes,
});

/** Counts how often it was started and asked. */
function countingMeter(): Meter & { readonly started: () => number; readonly asked: () => number } {
  let [starts, asks] = [0, 0];
  return {
    start: () => {
      starts++;
      return () => {
        asks++;
        return measured;
      };
    },
    started: () => starts,
    asked: () => asks,
  };
}

function serviceWith(run: (input: unknown, context: ToolContext) => unknown, meter?: Meter): ToolService {
  const service = new ToolService({ builtins: false, ...(meter && { meter }) });
  service.registerTool({
    name: 'work',
    description: 'Works.',
    parameters: { type: 'object', properties: { n: { type: 'number' } } },
    annotations: { readOnly: true },
    run,
  });
  return service;
}

test.each<[string, () => unknown]>([
  ['at once', () => 'done'],
  ['later', async () => 'done'],
  ['with an error', () => Promise.reject(new Error('broken'))],
])('what an execution takes is measured when it ends %s', async (_, run) => {
  expect((await serviceWith(run, countingMeter()).execute('work')).metadata.usage).toEqual(measured);
});

test('what is never executed is not measured', async () => {
  const meter = countingMeter();
  const result = await serviceWith(() => 'done', meter).execute('work', { n: 'no number' });
  expect(result).toMatchObject({ station: 'validate', metadata: { usage: undefined } });
  expect(meter.started()).toBe(0);
});

test('without a meter nothing is told', async () => {
  expect((await serviceWith(() => 'done').execute('work')).metadata.usage).toBeUndefined();
});

test('what the tool tells counts, and the meter is not asked', async () => {
  const meter = countingMeter();
  const service = serviceWith((_, { usage }) => usage(tree(7, 9)), meter);
  expect((await service.execute('work')).metadata.usage).toEqual(tree(7, 9));
  expect(meter.asked()).toBe(0);
});

test('told more than once, CPU time is added up and the largest memory counts, over all attempts', async () => {
  const service = serviceWith((_, { usage, attempt }) => {
    usage(tree(5, 100 * attempt));
    usage(tree(1, undefined));
    usage(tree(Number.NaN, -1));
    if (attempt === 1) throw Object.assign(new Error('gone'), { code: 'ECONNRESET' });
    return 'done';
  });
  const result = await service.execute('work', {}, { retries: 1, retryDelay: 0 });
  expect(result).toMatchObject({ status: 'success', metadata: { attempts: 2, usage: tree(12, 200) } });
});

test.each<[string, Meter]>([
  [
    'at its start',
    {
      start: () => {
        throw new Error('broken');
      },
    },
  ],
  [
    'at its end',
    {
      start: () => () => {
        throw new Error('broken');
      },
    },
  ],
])('a meter that breaks %s measures nothing, and the call goes on', async (_, meter) => {
  expect(await serviceWith(() => 'done', meter).execute('work')).toMatchObject({
    status: 'success',
    output: 'done',
    metadata: { usage: undefined },
  });
});

test('the record, the events and the wire tell it too', async () => {
  const history = new MemoryHistory();
  const service = new ToolService({ history, meter: countingMeter() });
  const told: unknown[] = [];
  service.on('call-end', ({ usage }) => told.push(usage));

  const result = await service.execute('calculator', { expression: '1 + 1' });

  expect(history.list()).toMatchObject([{ usage: measured }]);
  expect(told).toEqual([measured]);
  expect(toWire(result).metadata['usage']).toEqual({ source: 'thread', cpu_ms: 2, memory_bytes: 300 });
});

test('a note of that name does not pass for what was measured', async () => {
  const service = serviceWith((_, { note }) => note('usage', 'nothing at all'));
  expect(toWire(await service.execute('work')).metadata).not.toHaveProperty('usage');
});
