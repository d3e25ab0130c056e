import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ToolIndex } from '../../packages/core/dist/discovery/index.js';
import { median } from '../measuring/median.ts';
import { shuffle } from '../measuring/shuffle.ts';
import type { DataSet, DataTool } from './data.ts';

/** What many tools cost: seconds of CPU to build, and milliseconds that one who asks waits. */
export interface Scale {
  readonly tools: number;
  readonly build: number;
  readonly mean: number;
  readonly late: number;
  readonly change: number;
  readonly bytes: number;
}

setFlagsFromString('--expose-gc');
const collectOnce = runInNewContext('gc') as () => void;

/** What one collection frees of array buffers is counted as free by the next. */
function collect(): void {
  collectOnce();
  collectOnce();
}

export function measureScale(sets: readonly DataSet[]): readonly Scale[] {
  const real = sets.flatMap(({ tools }) => tools);
  const texts = shuffle(
    sets
      .flatMap(({ queries }) => queries.map(({ text }) => text))
      .filter(({ length }) => length > 100 && length < 300),
    1,
  );
  return [1000, 10_000, 100_000].map((count) => measure(recombined(real, count), texts));
}

/** The first requests are for the compiler to see, as in a service that runs; what is measured is asked for the first time. */
function measure(tools: readonly DataTool[], texts: readonly string[]): Scale {
  collect();
  const empty = weight();
  const index = new ToolIndex();
  const build = cpuOf(() => {
    for (const tool of tools) index.add(tool);
  });
  collect();
  const bytes = (weight() - empty) / tools.length;
  const [warming = [], ...rounds] = pieces(texts, 4);
  for (const text of warming) index.search(text);
  const searches = rounds.map((round) => round.map((text) => timeOf(() => index.search(text))));
  const changes = tools.slice(0, 400).map((tool) =>
    timeOf(() => {
      index.remove(tool.name);
      index.add(tool);
    }),
  );
  return {
    tools: tools.length,
    build: build / 1000,
    mean: median(searches.map((times) => times.reduce((sum, one) => sum + one, 0) / times.length)),
    late: median(searches.map(late)),
    change: late(changes),
    bytes,
  };
}

/**
 * Real tools put together anew: names and descriptions of one with words and parameters of another. They are written and read
 * once, as tools that come from somewhere are, and their keys listed: what the host keeps for that is no part of an index.
 */
export function recombined(real: readonly DataTool[], count: number): DataTool[] {
  const others = shuffle(real, 2);
  const at = (list: readonly DataTool[], index: number): DataTool => list[index % list.length] as DataTool;
  const tools = Array.from({ length: count }, (_, index) => {
    const one = at(real, index);
    const other = at(others, index + Math.floor(index / real.length) * 7);
    const words = (other.name.match(/[A-Z]?[a-z]+/gu) ?? []).slice(0, 2).join('_');
    return {
      name: `${one.name}_${words}_${index}`,
      description: `${one.description.slice(0, 120)} ${other.description.split(/[.。]/u, 1)[0]}`,
      category: one.category,
      parameters: {
        type: 'object',
        properties: Object.fromEntries(
          [one, other].flatMap(({ parameters }) => Object.entries(parameters.properties ?? {}).slice(0, 3)),
        ),
      },
    };
  });
  const read = tools.map((tool) => JSON.parse(JSON.stringify(tool)) as DataTool);
  for (const { parameters } of read) Object.keys(parameters.properties ?? {});
  return read;
}

function weight(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function cpuOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function pieces(texts: readonly string[], count: number): string[][] {
  const length = Math.floor(texts.length / count);
  return Array.from({ length: count }, (_, piece) => texts.slice(piece * length, (piece + 1) * length));
}

/** Milliseconds as who asks waits: threads that compile or collect beside it hold nobody up. */
function timeOf(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function late(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? 0;
}
