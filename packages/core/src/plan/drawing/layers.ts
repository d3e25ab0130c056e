import type { Drawing } from './drawing.ts';

/** Where everything stands, row by row from the top and from the left. */
export interface Layers {
  /** Ids of nodes, and of the bends by which long edges pass a row. */
  readonly rows: readonly (readonly string[])[];
  /** The bends of the edge between two nodes, from above. */
  readonly bendsOf: (from: string, to: string) => readonly string[];
}

/** How often the rows are put in order, down and up: more changes little. */
const sweeps = 8;
/** A picture with more than these is read by nobody, and its lines go straight. */
const mostBends = 20_000;

/**
 * Nodes in rows, each below all that it waits for, so that every edge goes down; in a row, each near the middle of those that
 * it hangs on, so that few edges cross. An edge over several rows has a bend in each, so that it goes around what stands there.
 */
export function toLayers({ nodes }: Drawing): Layers {
  const edges = nodes.flatMap(({ id, dependsOn }) => dependsOn.map((before) => [before.id, id] as const));
  const rowOf = longestWays(
    nodes.map(({ id }) => id),
    edges,
  );
  const rows: string[][] = [];
  for (const [id, row] of rowOf) (rows[row] ??= []).push(id);
  const bends = new Map<string, readonly string[]>();
  const [before, after] = [new Map<string, string[]>(), new Map<string, string[]>()];
  const spanOf = (from: string, to: string): number => (rowOf.get(to) ?? 0) - (rowOf.get(from) ?? 0);
  const isSmall = edges.reduce((sum, [from, to]) => sum + spanOf(from, to), 0) <= mostBends;
  for (const [from, to] of edges) {
    const way: string[] = [];
    const span = isSmall ? spanOf(from, to) : 1;
    for (let step = 1; step < span; step++) {
      // No id of a node has a blank in it.
      const bend = `${from} ${to} ${step}`;
      rows[(rowOf.get(from) ?? 0) + step]?.push(bend);
      way.push(bend);
    }
    bends.set(`${from} ${to}`, way);
    const all = [from, ...way, to];
    for (const [index, one] of all.slice(1).entries()) {
      push(before, one, all[index] as string);
      push(after, all[index] as string, one);
    }
  }
  for (let sweep = 0; sweep < sweeps; sweep++) {
    const isDown = sweep % 2 === 0;
    const order = isDown ? [...rows.keys()] : [...rows.keys()].toReversed();
    for (const index of order) sortByMiddle(rows, index, isDown ? before : after);
  }
  return { rows, bendsOf: (from, to) => bends.get(`${from} ${to}`) ?? [] };
}

function push(lists: Map<string, string[]>, key: string, value: string): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** How many edges the longest way to each node has. */
function longestWays(
  ids: readonly string[],
  edges: readonly (readonly [string, string])[],
): ReadonlyMap<string, number> {
  const left = new Map(ids.map((id) => [id, 0]));
  const after = new Map<string, string[]>(ids.map((id) => [id, []]));
  for (const [from, to] of edges) {
    left.set(to, (left.get(to) ?? 0) + 1);
    after.get(from)?.push(to);
  }
  const rowOf = new Map(ids.map((id) => [id, 0]));
  const free = ids.filter((id) => left.get(id) === 0);
  for (const id of free) {
    for (const next of after.get(id) ?? []) {
      rowOf.set(next, Math.max(rowOf.get(next) ?? 0, (rowOf.get(id) ?? 0) + 1));
      left.set(next, (left.get(next) ?? 1) - 1);
      if (left.get(next) === 0) free.push(next);
    }
  }
  return rowOf;
}

/** Each by the mean place of its neighbours; who has none stays where it is. */
function sortByMiddle(
  rows: readonly string[][],
  index: number,
  neighbours: ReadonlyMap<string, readonly string[]>,
): void {
  const near = [rows[index - 1] ?? [], rows[index] ?? [], rows[index + 1] ?? []];
  const share = new Map(near.flatMap((row) => row.map((id, at) => [id, (at + 0.5) / row.length] as const)));
  const middle = (id: string): number => {
    const places = (neighbours.get(id) ?? []).map((one) => share.get(one) ?? 0.5);
    if (places.length === 0) return share.get(id) ?? 0.5;
    return places.reduce((sum, place) => sum + place, 0) / places.length;
  };
  const middles = new Map((rows[index] ?? []).map((id) => [id, middle(id)]));
  rows[index]?.sort((one, other) => (middles.get(one) ?? 0) - (middles.get(other) ?? 0));
}
