import { describe, expect, test } from 'vitest';
import { clampModule } from './clamp-module.ts';
import { readModule } from './module-reader.ts';
import { PluginFault, type PluginProblem } from './plugin-problem.ts';
import { echoBody, fromWat, program, withSection } from './plugin.test-support.ts';

const wasi = 'wasi_snapshot_preview1';

test('a module tells its imports, exports, limits and sections', () => {
  const bytes = withSection(
    fromWat(`(module
      (import "${wasi}" "proc_exit" (func (param i32)))
      (memory (export "memory") 2 9)
      (table 3 funcref) (table 1 7 externref)
      (func $first) (start $first)
      (func (export "_start")))`),
    { hello: 1 },
  );
  const shape = readModule(bytes);
  expect(shape).toMatchObject({
    imports: [{ module: wasi, name: 'proc_exit' }],
    exports: [
      { name: 'memory', kind: 'memory' },
      { name: '_start', kind: 'function' },
    ],
    memories: [{ minimum: 2, maximum: 9 }],
    tables: [
      { type: [0x70], minimum: 3, maximum: undefined },
      { type: [0x6f], minimum: 1, maximum: 7 },
    ],
    runsAtStart: true,
  });
  expect(shape.custom.map(({ name, content }) => [name, Buffer.from(content).toString()])).toEqual([
    ['toolcrib', '{"hello":1}'],
  ]);
});

const from = (...bytes: number[]): Buffer => Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...bytes]);

test.each<[title: string, bytes: Buffer, problem: Partial<PluginProblem>]>([
  ['nothing at all', Buffer.alloc(0), { kind: 'plugin_malformed' }],
  ['a text', Buffer.from('(module)'), { kind: 'plugin_malformed' }],
  [
    'a component',
    Buffer.from([0, 0x61, 0x73, 0x6d, 0x0d, 0, 1, 0]),
    { kind: 'plugin_unsupported', feature: 'component' },
  ],
  ['a section that is not known', from(14, 0), { kind: 'plugin_unsupported', feature: 'section' }],
  ['a section longer than the file', from(1, 200, 1, 0), { kind: 'plugin_malformed' }],
  ['a number of six bytes', from(1, 0x80, 0x80, 0x80, 0x80, 0x80, 0), { kind: 'plugin_malformed' }],
  ['a number above 32 bits', from(1, 0xff, 0xff, 0xff, 0xff, 0x7f), { kind: 'plugin_malformed' }],
  ['a section twice', from(5, 3, 1, 0, 1, 5, 3, 1, 0, 1), { kind: 'plugin_malformed' }],
  ['a list longer than its section', from(5, 3, 2, 0, 1), { kind: 'plugin_malformed' }],
  ['a section longer than its list', from(5, 4, 1, 0, 1, 0), { kind: 'plugin_malformed' }],
  ['ten thousand tables', from(4, 2, 0x90, 0x4e), { kind: 'plugin_malformed' }],
  ['a name that is not UTF-8', from(0, 2, 1, 0xff), { kind: 'plugin_malformed' }],
  ['a shared memory', from(5, 4, 1, 3, 1, 2), { kind: 'plugin_unsupported', feature: 'shared_memory' }],
  ['a 64-bit memory', from(5, 3, 1, 4, 1), { kind: 'plugin_unsupported', feature: 'memory64' }],
  [
    'pages of another size',
    from(5, 4, 1, 8, 1, 0),
    { kind: 'plugin_unsupported', feature: 'custom_page_size' },
  ],
  [
    'a table of typed references',
    from(4, 5, 1, 0x63, 0, 0, 1),
    { kind: 'plugin_unsupported', feature: 'table_type' },
  ],
  [
    'a table with contents',
    from(4, 7, 1, 0x40, 0, 0x70, 0, 1, 0x0b),
    { kind: 'plugin_unsupported', feature: 'table_type' },
  ],
  [
    'a memory from outside',
    fromWat('(module (import "env" "memory" (memory 1)))'),
    { kind: 'plugin_forbidden_import', imports: ['env.memory'] },
  ],
])('%s is refused', (_, bytes, problem) => {
  expect(problemOf(() => readModule(bytes))).toMatchObject(problem);
});

test('a module that was cut off anywhere, or changed anywhere, is read or refused, and never more than that', () => {
  const bytes = withSection(program(echoBody, { more: '(table 3 funcref)' }), { name: 'x' });
  for (let length = 0; length < bytes.length; length++)
    problemOf(() => readModule(bytes.subarray(0, length)));
  for (let at = 0; at < bytes.length; at++) {
    for (const value of [0x00, 0x7f, 0x80, 0xff]) {
      const changed = Buffer.from(bytes);
      changed[at] = value;
      problemOf(() => clampModule(changed, readModule(changed), limits));
    }
  }
});

const limits = { pages: 16, tableElements: 100 };

describe('limits are written into the module', () => {
  test.each<[memory: string, minimum: number, maximum: number]>([
    ['1', 1, 16],
    ['1 4', 1, 4],
    ['1 60000', 1, 16],
    ['16 16', 16, 16],
    ['0', 0, 16],
  ])('memory %s', (memory, minimum, maximum) => {
    const bytes = program(echoBody, { memory });
    const { memories } = readModule(clampModule(bytes, readModule(bytes), limits));
    expect(memories).toEqual([{ type: [], minimum, maximum }]);
  });

  test('tables share what there is', () => {
    const bytes = program(echoBody, { more: '(table 10 funcref) (table 20 22 externref)' });
    const { tables } = readModule(clampModule(bytes, readModule(bytes), limits));
    expect(tables.map(({ minimum, maximum }) => [minimum, maximum])).toEqual([
      [10, 45],
      [20, 22],
    ]);
  });

  test('the rest stays as it is, byte for byte', () => {
    const bytes = program(echoBody, { memory: '1 16', more: '(data (i32.const 64) "text")' });
    expect(Buffer.compare(clampModule(bytes, readModule(bytes), limits), bytes)).toBe(0);
  });

  test('one that begins with more than it may have is refused', () => {
    const memory = program(echoBody, { memory: '17' });
    expect(problemOf(() => clampModule(memory, readModule(memory), limits))).toEqual({
      kind: 'plugin_over_limit',
      limit: 'memory_mb',
      needs: 2,
      allowed: 1,
    });
    const table = program(echoBody, { more: '(table 60 funcref) (table 60 funcref)' });
    expect(problemOf(() => clampModule(table, readModule(table), limits))).toMatchObject({
      limit: 'table_elements',
      needs: 120,
    });
  });
});

function problemOf(work: () => unknown): PluginProblem | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof PluginFault) return error.problem;
    throw error;
  }
}
