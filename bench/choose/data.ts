import { existsSync, readFileSync } from 'node:fs';
import type { JsonSchemaObject } from '../../packages/core/dist/index.js';

/** A set of tools and of requests for them; see `data/README.md` for where they come from. */
export interface DataSet {
  readonly name: string;
  readonly tools: readonly DataTool[];
  readonly queries: readonly DataQuery[];
  readonly none: readonly NoneQuery[];
}

export interface DataTool {
  readonly name: string;
  readonly description: string;
  readonly category: string;
  readonly parameters: JsonSchemaObject;
}

export interface DataQuery {
  readonly id: string;
  readonly text: string;
  readonly gold: readonly string[];
  readonly alt?: { readonly [gold: string]: readonly string[] };
  /** The short list that the source offered with the request. */
  readonly candidates?: readonly string[];
  readonly now?: string;
}

/** A request that none of its tools can serve. */
export interface NoneQuery {
  readonly text: string;
  readonly tools: readonly DataTool[];
}

const names = ['metatool', 'bfcl', 'acebench-zh', 'acebench-en', 'sealtools'];

export function dataSets(): readonly DataSet[] {
  return names.map((name) => ({
    name,
    tools: lines(name, 'tools').map((line) => toTool(line as RawTool)),
    queries: lines(name, 'queries') as DataQuery[],
    none: (lines(name, 'none') as { text: string; tools: RawTool[] }[]).map(({ text, tools }) => ({
      text,
      tools: tools.map(toTool),
    })),
  }));
}

interface RawTool {
  readonly name: string;
  readonly description?: string;
  readonly category?: string;
  readonly provider?: string;
  readonly parameters?: JsonSchemaObject;
}

function toTool({ name, description = '', category = '', provider = '', parameters }: RawTool): DataTool {
  return {
    name,
    description,
    category: [category, provider].filter((word) => word !== '').join(' '),
    parameters: parameters ?? { type: 'object' },
  };
}

function lines(set: string, file: string): unknown[] {
  const path = new URL(`data/${set}/dev/${file}.jsonl`, import.meta.url);
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}
