import type { Capabilities } from './capabilities.ts';
import type { PluginLimits } from './limits.ts';
import type { RunningCalls } from './plugin-pool.ts';

/** A plugin as the configuration names it. */
export interface PluginEntry {
  /** One name for one plugin: its descriptor must say the same. */
  readonly name: string;
  /** The module, absolute. */
  readonly file: string;
  /** What the operator allows; the rest has its default. */
  readonly limits: Partial<PluginLimits>;
  /** What a person has granted. */
  readonly grant: Capabilities;
  /** What becomes of calls that run when it is removed or replaced. */
  readonly onRemoval: RunningCalls;
}
