import { relative } from 'node:path';
import type { JsonValue } from '@toolcrib/core';
import { toWireCapabilities, type Capabilities } from './capabilities.ts';
import { toWireLimits, type PluginLimits } from './limits.ts';
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

/** An entry as a configuration in this folder writes it: the name is its key. */
export function toWireEntry(
  { file, limits, grant, onRemoval }: PluginEntry,
  folder: string,
): { readonly [name: string]: JsonValue } {
  const path = relative(folder, file);
  const said = toWireLimits(limits);
  const given = toWireCapabilities(grant) as { readonly [name: string]: JsonValue };
  return {
    file: path.startsWith('..') ? file : path,
    ...(Object.keys(said).length > 0 && { limits: said }),
    ...(Object.keys(given).length > 0 && { grant: given }),
    ...(onRemoval !== 'finish' && { on_removal: onRemoval }),
  };
}
