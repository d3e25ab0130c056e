import { createRandom } from '../measuring/shuffle.ts';

/** A graph of calls: for each node, those that it waits for. */
export interface Shape {
  readonly name: string;
  readonly waitsFor: readonly (readonly number[])[];
  /** Milliseconds that each call takes, where that is measured. */
  readonly durations: readonly number[];
}

export function chain(length: number): Shape {
  return shapeOf(
    `${length} in a row`,
    Array.from({ length }, (_, node) => (node === 0 ? [] : [node - 1])),
  );
}

export function wide(count: number): Shape {
  return shapeOf(
    `${count} side by side`,
    Array.from({ length: count }, () => []),
  );
}

/** Layers, in which each node waits for three of the layer before. */
export function layered(layers: number, width: number): Shape {
  const random = createRandom(7);
  const waitsFor = Array.from({ length: layers * width }, (_, node) => {
    const layer = Math.floor(node / width);
    if (layer === 0) return [];
    const before = Array.from({ length: 3 }, () => (layer - 1) * width + Math.floor(random() * width));
    return [...new Set(before)];
  });
  return shapeOf(`${layers} layers of ${width}`, waitsFor);
}

function shapeOf(name: string, waitsFor: readonly (readonly number[])[]): Shape {
  const random = createRandom(11);
  return { name, waitsFor, durations: waitsFor.map(() => 5 + Math.floor(random() * 30)) };
}

/** No schedule can be shorter: the longest row of calls, or all of them shared out. */
export function shortestPossible({ waitsFor, durations }: Shape, atOnce: number): number {
  const ends: number[] = [];
  for (const [node, before] of waitsFor.entries())
    ends.push(Math.max(0, ...before.map((other) => ends[other] ?? 0)) + (durations[node] ?? 0));
  const work = durations.reduce((sum, duration) => sum + duration, 0);
  return Math.max(...ends, work / atOnce);
}
