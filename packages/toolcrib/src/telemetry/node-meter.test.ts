import { expect, test } from 'vitest';
import { nodeMeter } from './node-meter.ts';

test('the meter tells what was done between its start and its end, and who measured', () => {
  const measure = nodeMeter.start();
  const kept: number[][] = [];
  const started = performance.now();
  while (performance.now() - started < 20) kept.push(Array.from({ length: 100 }, Math.random));
  const { source, cpuMs, memoryBytes } = measure();
  expect(kept.length).toBeGreaterThan(0);
  expect(source).toBe(typeof process.threadCpuUsage === 'function' ? 'thread' : 'process_delta');
  expect(cpuMs).toBeGreaterThan(0);
  expect(memoryBytes).toBeGreaterThanOrEqual(0);
});
