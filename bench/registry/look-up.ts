import { ToolRegistry } from '../../packages/core/dist/index.js';
import { interleave } from '../measuring/interleave.ts';
import { median } from '../measuring/median.ts';
import { ratio } from '../measuring/ratio.ts';
import { createRandom } from '../measuring/shuffle.ts';
import { aliasOf, toolDefinition, toolName } from './tool-definition.ts';

const sizes = [100, 1000, 10_000, 100_000];
const lookUps = 200_000;
const rounds = 11;

export interface FilledRegistry {
  readonly size: number;
  readonly microsecondsPerTool: number;
}

export interface LookUpCosts {
  readonly way: string;
  readonly bySize: readonly { readonly size: number; readonly nanoseconds: number }[];
  /** How many times longer a look-up takes among the most tools than among the fewest. */
  readonly growth: number;
}

/** Fills a registry of every size, then looks names up in all of them in turn. */
export async function measureLookUps(): Promise<{ filled: FilledRegistry[]; lookUps: LookUpCosts[] }> {
  fill(2000);
  const crowds = sizes.map(fill);
  const subjects = crowds.flatMap(({ size, registry, map }) => [
    subject('in a bare Map', size, toolName, (name) => map.get(name)),
    subject('by name', size, toolName, (name) => registry.get(name)),
    subject('by alias', size, aliasOf, (name) => registry.get(name)),
  ]);
  const samples = await interleave(subjects, rounds, ({ keys, find }) => nanosecondsPerLookUp(keys, find));
  const byWay = Map.groupBy(samples, ([{ way }]) => way);
  return {
    filled: crowds.map(({ size, microsecondsPerTool }) => ({ size, microsecondsPerTool })),
    lookUps: [...byWay].map(([way, entries]) => ({
      way,
      bySize: entries.map(([{ size }, own]) => ({ size, nanoseconds: median(own) })),
      growth: ratio(entries.at(-1)?.[1] ?? [], entries[0]?.[1] ?? []),
    })),
  };
}

interface Named {
  readonly name: string;
}

type Find = (key: string) => Named | undefined;

function fill(size: number): FilledRegistry & { registry: ToolRegistry; map: ReadonlyMap<string, Named> } {
  const definitions = Array.from({ length: size }, (_, index) => toolDefinition(index));
  const registry = new ToolRegistry();
  const start = performance.now();
  for (const definition of definitions) registry.register(definition);
  const microsecondsPerTool = ((performance.now() - start) * 1000) / size;
  const map = new Map(definitions.map((definition) => [definition.name, definition]));
  return { size, microsecondsPerTool, registry, map };
}

/** Every subject looks up equally often; a random order keeps neighbours in memory from being neighbours in time. */
function subject(way: string, size: number, keyOf: (index: number) => string, find: Find) {
  const known = Array.from({ length: size }, (_, index) => keyOf(index));
  const random = createRandom(size);
  const keys = Array.from({ length: lookUps }, () => known[Math.floor(random() * size)] as string);
  return { way, size, keys, find };
}

function nanosecondsPerLookUp(keys: readonly string[], find: Find): number {
  const start = performance.now();
  for (const key of keys) if (find(key)?.name === undefined) throw new Error(`${key} was not found`);
  return ((performance.now() - start) * 1e6) / keys.length;
}
