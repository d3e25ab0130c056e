import type { Drawing } from './drawing.ts';

/** Where every node stands: its layer from the top, and its place in the layer from the left. */
export interface Layers {
  readonly rows: readonly (readonly string[])[];
}

/** How often the layers are put in order, down and up: more changes little. */
const sweeps = 8;

/**
 * Nodes in layers, each below all that it waits for, so that every edge goes down; in a layer, each near the middle of those
 * that it hangs on, so that few edges cross.
 */
export function toLayers({ nodes }: Drawing): Layers {
  const before = new Map(nodes.map(({ id, dependsOn }) => [id, dependsOn.map((one) => one.id)]));
  const after = new Map<string, string[]>(nodes.map(({ id }) => [id, []]));
  for (const [id, all] of before) for (const one of all) after.get(one)?.push(id);
  const rows = rowsOf(before, after);
  for (let sweep = 0; sweep < sweeps; sweep++) {
    const neighbours = sweep % 2 === 0 ? before : after;
    const order = sweep % 2 === 0 ? [...rows.keys()] : [...rows.keys()].toReversed();
    for (const index of order) sortByMiddle(rows, index, neighbours);
  }
  return { rows };
}

/** The longest way from a node that waits for nobody. */
function rowsOf(
  before: ReadonlyMap<string, readonly string[]>,
  after: ReadonlyMap<string, readonly string[]>,
): string[][] {
  const left = new Map([...before].map(([id, all]) => [id, all.length]));
  const layer = new Map<string, number>();
  const free = [...before.keys()].filter((id) => left.get(id) === 0);
  const rows: string[][] = [];
  for (let at = 0; at < free.length; at++) {
    const id = free[at] as string;
    const own = layer.get(id) ?? 0;
    (rows[own] ??= []).push(id);
    for (const next of after.get(id) ?? []) {
      layer.set(next, Math.max(layer.get(next) ?? 0, own + 1));
      left.set(next, (left.get(next) ?? 1) - 1);
      if (left.get(next) === 0) free.push(next);
    }
  }
  return rows;
}

/** Each by the mean place of its neighbours; who has none stays where it is. */
function sortByMiddle(
  rows: string[][],
  index: number,
  neighbours: ReadonlyMap<string, readonly string[]>,
): void {
  const share = new Map(rows.flatMap((row) => row.map((id, at) => [id, (at + 0.5) / row.length] as const)));
  const middle = (id: string): number => {
    const places = (neighbours.get(id) ?? []).map((one) => share.get(one) ?? 0.5);
    return places.length === 0
      ? (share.get(id) ?? 0.5)
      : places.reduce((sum, place) => sum + place, 0) / places.length;
  };
  const middles = new Map((rows[index] ?? []).map((id) => [id, middle(id)]));
  rows[index]?.sort((one, other) => (middles.get(one) ?? 0) - (middles.get(other) ?? 0));
}
