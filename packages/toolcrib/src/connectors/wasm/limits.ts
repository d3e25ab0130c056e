import { objectAt } from './capabilities.ts';
import { PluginFault } from './plugin-problem.ts';

/** What one plugin may take. */
export interface PluginLimits {
  /** Megabytes of linear memory of one call. @default 64 */
  readonly memoryMb: number;
  /** Elements of all its tables together. @default 65536 */
  readonly tableElements: number;
  /** Milliseconds of one call. @default 10000 */
  readonly timeMs: number;
  /** Milliseconds of CPU time of one call. @default 10000 */
  readonly cpuMs: number;
  /** Kilobytes that one call may write to standard output. @default 1024 */
  readonly outputKb: number;
  /** Calls at the same time; the others wait. @default 4 */
  readonly instances: number;
}

const defaultLimits: PluginLimits = {
  memoryMb: 64,
  tableElements: 65_536,
  timeMs: 10_000,
  cpuMs: 10_000,
  outputKb: 1024,
  instances: 4,
};

/** How configurations and descriptors spell them, and the most that each can be. */
export const limitSpellings: Readonly<Record<string, LimitSpelling>> = {
  memory_mb: { limit: 'memoryMb', most: 4096 },
  table_elements: { limit: 'tableElements', most: 10_000_000 },
  time_ms: { limit: 'timeMs', most: 3_600_000 },
  cpu_ms: { limit: 'cpuMs', most: 3_600_000 },
  output_kb: { limit: 'outputKb', most: 65_536 },
  instances: { limit: 'instances', most: 64 },
};

interface LimitSpelling {
  readonly limit: keyof PluginLimits;
  readonly most: number;
}

/** Reads limits as they are spelt outside. Throws when one is not what it must be. */
export function parseLimits(value: unknown, field = 'limits'): Partial<PluginLimits> {
  if (value === undefined) return {};
  return Object.fromEntries(
    Object.entries(objectAt(value, field)).map(([name, amount]) => {
      const spelling = Object.hasOwn(limitSpellings, name) ? limitSpellings[name] : undefined;
      if (spelling === undefined || !Number.isInteger(amount) || Number(amount) < 1)
        throw new PluginFault({
          kind: 'plugin_bad_descriptor',
          fault: { word: 'bad_value', field: `${field}.${name}` },
        });
      return [spelling.limit, Math.min(Number(amount), spelling.most)];
    }),
  );
}

/** Limits as they are spelt outside; those that nobody has said are left out. */
export function toWireLimits(limits: Partial<PluginLimits>): { readonly [name: string]: number } {
  return Object.fromEntries(
    Object.entries(limitSpellings).flatMap(([name, { limit }]) => {
      const amount = limits[limit];
      return amount === undefined ? [] : [[name, amount] as const];
    }),
  );
}

/** What the operator says counts, else the default; a plugin can only ask for less. */
export function decideLimits(operator: Partial<PluginLimits>, asked: Partial<PluginLimits>): PluginLimits {
  const decide = (limit: keyof PluginLimits): number =>
    Math.min(operator[limit] ?? defaultLimits[limit], asked[limit] ?? Infinity);
  return {
    memoryMb: decide('memoryMb'),
    tableElements: decide('tableElements'),
    timeMs: decide('timeMs'),
    cpuMs: decide('cpuMs'),
    outputKb: decide('outputKb'),
    instances: decide('instances'),
  };
}
