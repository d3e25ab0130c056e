import { toWire } from '@toolcrib/core';
import { expect, test } from 'vitest';
import { openProject } from './workbench.ts';

test('A7.2 duration, CPU and memory of a process are told with its result', async () => {
  const { service } = await openProject({});

  const result = toWire(await service.execute('Bash', { command: 'seq 200000 | sort -n | tail -1' }));
  expect(result).toMatchObject({ status: 'success', output: { duration_ms: expect.any(Number) } });
  expect(result.metadata['execution_time_ms']).toBeGreaterThan(0);
  expect(result.metadata).toMatchObject({
    usage: { source: 'process_tree', cpu_ms: expect.any(Number), memory_bytes: expect.any(Number) },
    sandbox: expect.stringMatching(/^(?:checks|namespaces|bubblewrap)$/u),
  });
});

test.each<[string, object]>([
  ['Glob', { pattern: '**/*' }],
  ['Grep', { pattern: 'needle' }],
])('A7.2 what the processes of %s took is told', async (tool, given) => {
  const { service } = await openProject({ 'a.txt': 'a needle\n' });
  expect((await service.execute(tool, given)).metadata.usage).toEqual({
    source: 'process_tree',
    cpuMs: expect.any(Number),
    memoryBytes: expect.any(Number),
  });
});
