import type V8 from 'node:v8';
import type { Meter, UsageSource } from '@toolcrib/core';

// Node 22 cannot tell the threads apart.
const ofThread = typeof process.threadCpuUsage === 'function';
const source: UsageSource = ofThread ? 'thread' : 'process_delta';
const readCpu = ofThread ? () => process.threadCpuUsage() : () => process.cpuUsage();

/**
 * CPU time of the thread, or of the process where threads cannot be told apart, and by how much the heap has grown. The
 * memory of the whole process would cost more to ask for than most calls take.
 */
export const nodeMeter: Meter = {
  start() {
    const cpu = readCpu();
    const heap = heapBytes();
    return () => {
      const { user, system } = readCpu();
      // The garbage collector may have come by: then there is less than before.
      const memoryBytes = Math.max(0, heapBytes() - heap);
      return { source, cpuMs: (user - cpu.user + system - cpu.system) / 1000, memoryBytes };
    };
  },
};

let v8: typeof V8 | undefined;

/** Loaded by the first call: a start that makes none does not need it. */
function heapBytes(): number {
  v8 ??= process.getBuiltinModule('node:v8');
  return v8.getHeapStatistics().used_heap_size;
}
