import type { Layer } from '../../fence/processes/processes.ts';
import type { PluginLimits } from './limits.ts';
import { PluginPool, type PoolOptions, type RunningCalls } from './plugin-pool.ts';
import type { PluginAnswer } from './plugin-process.ts';

export interface RunningPluginOptions extends Omit<PoolOptions, 'instances'> {
  readonly limits: PluginLimits;
  /** What really holds its processes. */
  readonly layer: Layer;
  /** False when the operator wants more than that. */
  readonly isHeld: boolean;
}

/** One module with its limits and its processes. */
export class RunningPlugin {
  readonly limits: PluginLimits;
  readonly layer: Layer;
  readonly isHeld: boolean;
  readonly #pool: PluginPool;

  constructor({ limits, layer, isHeld, ...pool }: RunningPluginOptions) {
    this.limits = limits;
    this.layer = layer;
    this.isHeld = isHeld;
    this.#pool = new PluginPool({ ...pool, instances: limits.instances });
  }

  /** How many processes it has. */
  get size(): number {
    return this.#pool.size;
  }

  call(input: Uint8Array, signal: AbortSignal): Promise<PluginAnswer> {
    return this.#pool.call(input, signal);
  }

  close(running: RunningCalls): Promise<void> {
    return this.#pool.close(running);
  }
}
