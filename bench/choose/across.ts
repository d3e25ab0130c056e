import { readFileSync } from 'node:fs';
import { dataSets, type DataQuery, type DataSet, type DataTool } from './data.ts';
import { engines } from './engines.ts';
import { qualityOf, type Quality } from './metrics.ts';

/** Requests in the one language for tools in the other: `node choose/across.ts`. How they were made: `data/across/README.md`. */
export interface AcrossFigures extends Quality {
  readonly engine: string;
  readonly asked: string;
  readonly tools: string;
  readonly requests: number;
}

interface Crossing {
  readonly asked: string;
  readonly tools: string;
  readonly sets: readonly { readonly tools: readonly DataTool[]; readonly queries: readonly DataQuery[] }[];
}

export function measureAcross(sets: readonly DataSet[]): readonly AcrossFigures[] {
  const chinese = translated(sets, 'chinese');
  const english = translated(sets, 'english');
  const crossings: Crossing[] = [
    ...chinese.map((set) => ({ asked: 'Chinese', tools: `English: ${set.name}`, sets: [set] })),
    { asked: 'Chinese', tools: 'English, all four', sets: chinese },
    { asked: 'English', tools: 'Chinese: acebench-zh, its names are English', sets: english },
    { asked: 'English', tools: 'Chinese alone: the same without names', sets: english.map(withoutNames) },
  ];
  return crossings.flatMap(({ asked, tools, sets: crossed }) =>
    engines.map((engine) => ({ engine: engine.name, asked, tools, ...qualityAcross(engine, crossed) })),
  );
}

function qualityAcross(
  engine: (typeof engines)[number],
  sets: Crossing['sets'],
): Quality & { readonly requests: number } {
  const all = sets.flatMap(({ tools, queries }) => {
    const search = engine.index(tools);
    return queries.map((query) => ({ query, found: search(query.text) }));
  });
  const found = new Map(all.map((one) => [one.query.text, one.found]));
  const queries = all.map(({ query }) => query);
  return { requests: queries.length, ...qualityOf(queries, (text) => found.get(text) ?? []) };
}

/** The sets of which requests were translated, with those alone. */
function translated(sets: readonly DataSet[], file: 'chinese' | 'english'): DataSet[] {
  const text = readFileSync(new URL(`data/across/${file}.jsonl`, import.meta.url), 'utf8');
  const lines = text.trim().split('\n');
  const requests = lines.map((line) => JSON.parse(line) as { set: string; id: string; text: string });
  return sets
    .map((set) => {
      const own = new Map(requests.filter((one) => one.set === set.name).map((one) => [one.id, one.text]));
      const queries = set.queries
        .filter(({ id }) => own.has(id))
        .map((query) => ({ ...query, text: own.get(query.id) ?? '' }));
      return { ...set, queries };
    })
    .filter(({ queries }) => queries.length > 0);
}

/** Names of tools and parameters are English in every language: numbers in their place. */
function withoutNames(set: DataSet): DataSet {
  const numbers = new Map(set.tools.map(({ name }, index) => [name, String(index)]));
  const numberOf = (name: string): string => numbers.get(name) ?? name;
  return {
    ...set,
    tools: set.tools.map((tool) => ({
      ...tool,
      name: numberOf(tool.name),
      parameters: {
        type: 'object',
        properties: Object.fromEntries(
          Object.values(tool.parameters.properties ?? {}).map((part, index) => [String(index), part]),
        ),
      },
    })),
    queries: set.queries.map((query) => ({
      ...query,
      gold: query.gold.map(numberOf),
      alt: Object.fromEntries(
        Object.entries(query.alt ?? {}).map(([name, others]) => [numberOf(name), others.map(numberOf)]),
      ),
    })),
  };
}

if (import.meta.main)
  for (const { engine, asked, tools, requests, ...quality } of measureAcross(dataSets()))
    console.log(
      `${asked} → ${tools} (${requests})`.padEnd(62),
      engine.padEnd(18),
      [quality.first, quality.recall5, quality.ndcg10, quality.all10]
        .map((one) => one.toFixed(1))
        .join(' / '),
    );
