import { expect, onTestFinished, test } from 'vitest';
import type { ToolResult } from '@toolcrib/core';
import type { PluginLimits } from './limits.ts';
import { echoBody, livingIn, openShop, program, says, type Shop } from './plugin.test-support.ts';

interface Hostile {
  readonly title: string;
  readonly module: Buffer;
  readonly limits?: Partial<PluginLimits>;
  /** How its call ends: the code, and the reason of a failed tool. */
  readonly ends: readonly [code: string, reason?: string];
  /** What the message says. */
  readonly says?: RegExp;
  /** Whether its process had to go. */
  readonly killed: boolean;
}

const quick = { timeMs: 300 } as const;
const forever = '(loop $again (br $again))';
const sleepAnHour =
  '(i64.store (i32.const 88) (i64.const 3600000000000)) (i32.store (i32.const 80) (i32.const 1)) (drop (call $poll (i32.const 64) (i32.const 256) (i32.const 1) (i32.const 512)))';
const growMemory =
  '(loop $more (br_if $more (i32.ne (memory.grow (i32.const 1)) (i32.const -1)))) unreachable';
const growTable =
  '(loop $more (br_if $more (i32.ne (table.grow $t (ref.null func) (i32.const 100000)) (i32.const -1)))) (loop $one (br_if $one (i32.ne (table.grow $t (ref.null func) (i32.const 1)) (i32.const -1)))) (call $exit (table.size $t))';

const hostile: readonly Hostile[] = [
  { title: 'an endless loop', module: program(forever), limits: quick, ends: ['timeout'], killed: true },
  {
    title: 'an endless loop with little CPU time',
    module: program(forever),
    limits: { cpuMs: 200 },
    ends: ['tool_failed', 'plugin_cpu_time'],
    killed: true,
  },
  {
    title: 'a start function that loops',
    module: program('', { more: `(func $first ${forever}) (start $first)` }),
    limits: quick,
    ends: ['timeout'],
    killed: true,
  },
  {
    title: 'a sleep of an hour',
    module: program(sleepAnHour),
    limits: quick,
    ends: ['timeout'],
    killed: true,
  },
  {
    title: 'memory that grows and grows',
    module: program(growMemory),
    limits: { memoryMb: 16 },
    ends: ['tool_failed', 'plugin_trapped'],
    says: /16 of 16 MB/u,
    killed: false,
  },
  {
    title: 'a table that grows and grows',
    module: program(growTable, { more: '(table $t 1 funcref)' }),
    limits: { tableElements: 5000 },
    ends: ['tool_failed', 'plugin_failed'],
    says: /exit code 5000\b/u,
    killed: false,
  },
  {
    title: 'more output at once than allowed',
    module: program('(call $out (i32.const 1) (i32.const 0) (i32.const 2000000))', { memory: '40' }),
    ends: ['output_too_large'],
    killed: false,
  },
  {
    title: 'output without end',
    module: program(`(loop $again (call $out (i32.const 1) (i32.const 16) (i32.const 60000)) (br $again))`),
    ends: ['output_too_large'],
    killed: false,
  },
  {
    title: 'output without end, by a program that catches what ends it',
    module: program(
      '(loop $again (try (do (call $out (i32.const 1) (i32.const 16) (i32.const 60000))) (catch_all)) (br $again))',
    ),
    limits: quick,
    ends: ['timeout'],
    killed: true,
  },
  {
    title: 'an end that is caught, and a result after it',
    module: program(
      `(try (do (call $exit (i32.const 7))) (catch_all)) ${says('"fine"').body}`,
      says('"fine"'),
    ),
    ends: ['tool_failed', 'plugin_failed'],
    says: /exit code 7\b/u,
    killed: false,
  },
  {
    title: 'complaints without end',
    module: program(`(loop $again (call $out (i32.const 2) (i32.const 16) (i32.const 60000)) (br $again))`),
    limits: quick,
    ends: ['timeout'],
    killed: true,
  },
  {
    title: 'recursion without end',
    module: program('(call $deeper)', { more: '(func $deeper (call $deeper) (call $deeper))' }),
    ends: ['tool_failed', 'plugin_trapped'],
    says: /stack/u,
    killed: false,
  },
  {
    title: 'a trap',
    module: program('unreachable'),
    ends: ['tool_failed', 'plugin_trapped'],
    says: /unreachable/u,
    killed: false,
  },
  {
    title: 'buffers that lie outside its memory',
    module: program('(call $exit (call $write (i32.const 1) (i32.const 65532) (i32.const 1) (i32.const 8)))'),
    ends: ['tool_failed', 'plugin_failed'],
    says: /exit code 21\b/u,
    killed: false,
  },
  {
    title: 'a billion buffers',
    module: program(
      '(call $exit (call $write (i32.const 1) (i32.const 16) (i32.const 1000000000) (i32.const 8)))',
    ),
    ends: ['tool_failed', 'plugin_failed'],
    says: /exit code 21\b/u,
    killed: false,
  },
  {
    title: 'a hundred thousand functions',
    module: manyFunctions(100_000),
    ends: ['success', '1'],
    killed: false,
  },
  {
    title: 'objects of the engine without end',
    module: gcBomb(),
    ends: ['tool_failed', 'plugin_out_of_memory'],
    killed: true,
  },
  {
    title: 'output that is not JSON',
    module: program(says('{"a": 1').body, says('{"a": 1')),
    ends: ['tool_failed', 'plugin_not_json'],
    killed: false,
  },
  {
    title: 'two results',
    module: program(says('1 2').body, says('1 2')),
    ends: ['tool_failed', 'plugin_not_json'],
    killed: false,
  },
  { title: 'no result', module: program(''), ends: ['tool_failed', 'plugin_not_json'], killed: false },
];

/** What this thread holds: the whole process also has what the tests beside this one hold. */
function ownMemory(): number {
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return heapUsed + external + arrayBuffers;
}

/** One shop for all: what one of them breaks, the next would meet. */
test('what a hostile plugin does ends with its call, whatever it does', { timeout: 120_000 }, async () => {
  const shop = openShop(onTestFinished);
  await shop.add('echo', program(echoBody), { limits: { instances: 1 } });
  await expectFine(shop);
  const before = ownMemory();
  const pid = process.pid;
  for (const [
    index,
    { title, module, limits = {}, ends, says: words = /(?:)/u, killed },
  ] of hostile.entries()) {
    const name = `hostile_${index}`;
    await shop.add(name, module, { limits: { ...limits, instances: 1 } });
    const result = await shop.service.execute(name, { value: 'x'.repeat(100_000) });
    expect([title, ...endOf(result)]).toEqual([title, ...ends, ...(ends.length === 1 ? [undefined] : [])]);
    expect(result.status === 'success' ? '' : result.error, title).toMatch(words);
    expect(shop.connector.processes, title).toBe(killed ? 1 : 2);
    await shop.connector.drop(name);
    await expectFine(shop);
  }
  expect(process.pid).toBe(pid);
  expect(ownMemory() - before).toBeLessThan(100 * 1024 * 1024);
  await shop.connector.close();
  expect(livingIn(shop.stateFolder)).toBe(0);
});

async function expectFine({ service }: Shop): Promise<void> {
  expect(await service.execute('echo', { value: 1 })).toMatchObject({
    status: 'success',
    output: { value: 1 },
  });
}

function endOf(result: ToolResult): readonly [string, string | undefined] {
  if (result.status === 'success') return ['success', JSON.stringify(result.output)];
  const { reason } = result.data as { readonly reason?: string };
  return [result.errorCode, reason];
}

function manyFunctions(count: number): Buffer {
  return program(says('1').body, {
    more: `${says('1').more} ${'(func (drop (i32.const 1)))'.repeat(count)}`,
  });
}

/** Arrays in the engine's own heap, each holding the one before: `array.new_default` in a loop, as Binaryen writes it. */
function gcBomb(): Buffer {
  return Buffer.from(
    [
      '0061736d01000000010d0350005e6e0160017f0060000002240116776173695f736e617073686f745f70726576696577',
      '310970726f635f657869740001030201020503010001060701630001d0710b071302065f73746172740001066d656d6f',
      '727902000a23012101016300034041a08d06fb07002100200041002300fb0e00200024000c000b000b',
    ].join(''),
    'hex',
  );
}
