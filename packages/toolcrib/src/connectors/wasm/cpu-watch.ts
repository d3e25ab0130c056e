import { Worker } from 'node:worker_threads';

/**
 * Ends the process when a call has used up its CPU time. The thread of the plugin cannot do that, it is busy: another one
 * looks at the clock of the process now and then.
 */
export class CpuWatch {
  /** When to end the process, by its own CPU time in microseconds. */
  readonly #deadline: Float64Array;
  /** Whether the watcher sleeps until it is woken, and whether it has begun. */
  readonly #state: Int32Array;

  constructor() {
    const shared = new SharedArrayBuffer(24);
    this.#deadline = new Float64Array(shared, 0, 1);
    this.#state = new Int32Array(shared, 8, 3);
    this.#deadline[0] = Infinity;
    const watcher = new Worker(watching, {
      eval: true,
      workerData: shared,
      // It does nothing but look at a clock.
      resourceLimits: { codeRangeSizeMb: 1, maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 },
    });
    watcher.unref();
  }

  /** Waits until somebody watches: what that takes is not the plugin's. */
  begun(): void {
    Atomics.wait(this.#state, begun, 0);
  }

  /** Gives the CPU time so far, in milliseconds. */
  arm(limitMs: number): number {
    const spent = spentMicros();
    this.#deadline[0] = spent + limitMs * 1000;
    if (Atomics.compareExchange(this.#state, asleep, 1, 0) === 1) Atomics.notify(this.#state, asleep);
    return spent / 1000;
  }

  /** Gives the CPU time so far. A call that used up its time between two looks ends here. */
  disarm(): number {
    const spent = spentMicros();
    if (spent > Number(this.#deadline[0])) process.kill(process.pid, 'SIGXCPU');
    this.#deadline[0] = Infinity;
    return spent / 1000;
  }
}

function spentMicros(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

const asleep = 0;
const begun = 1;

/** Looks fifty times a second while a call runs and a while after; then it sleeps. SIGXCPU is what the system sends for this. */
const watching = `
const shared = require('node:worker_threads').workerData;
const deadline = new Float64Array(shared, 0, 1);
const state = new Int32Array(shared, 8, 3);
const [asleep, begun, never] = [0, 1, 2];
Atomics.store(state, begun, 1);
Atomics.notify(state, begun);
for (let idle = 0; ; idle = deadline[0] === Infinity ? idle + 1 : 0) {
  Atomics.wait(state, never, 0, 20);
  const { user, system } = process.cpuUsage();
  if (user + system > deadline[0]) process.kill(process.pid, 'SIGXCPU');
  if (idle < 50) continue;
  Atomics.store(state, asleep, 1);
  if (deadline[0] === Infinity) Atomics.wait(state, asleep, 1);
  Atomics.store(state, asleep, 0);
  idle = 0;
}`;
