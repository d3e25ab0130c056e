import { readFileSync } from 'node:fs';
import type { JsonSchema } from '../../packages/core/src/index.ts';

export interface BenchTool {
  readonly name: string;
  readonly description: string;
  readonly parameters?: JsonSchema;
}

export interface GoldCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, readonly unknown[]>>;
  readonly optional: readonly string[];
  readonly refs?: readonly string[];
}

export interface BenchQuery {
  readonly id: string;
  readonly text: string;
  readonly args?: readonly GoldCall[];
  readonly now?: string;
  readonly profile?: string;
}

/** One of the development sets in `data/`. */
export function loadSet(set: string): {
  tools: ReadonlyMap<string, BenchTool>;
  queries: readonly BenchQuery[];
} {
  const tools = readLines<BenchTool>(`data/${set}/dev/tools.jsonl`);
  return {
    tools: new Map(tools.map((tool) => [tool.name, tool])),
    queries: readLines<BenchQuery>(`data/${set}/dev/queries.jsonl`),
  };
}

function readLines<Line>(path: string): Line[] {
  const text = readFileSync(new URL(path, import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}
