import type { PlanGraph } from './graph.ts';

/** For each node, how many nodes still wait in the longest row behind it. The graph has no circles. */
export function heightsOf({ nodes }: PlanGraph): number[] {
  const heights = nodes.map(() => 0);
  const left = nodes.map(({ dependants }) => dependants.length);
  const free = left.flatMap((count, index) => (count === 0 ? [index] : []));
  for (let index = free.pop(); index !== undefined; index = free.pop()) {
    for (const { index: before } of nodes[index]?.dependsOn ?? []) {
      heights[before] = Math.max(heights[before] as number, (heights[index] as number) + 1);
      if (--(left[before] as number) === 0) free.push(before);
    }
  }
  return heights;
}
