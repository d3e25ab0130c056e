import { Discovery, fitsFrom } from '../../packages/core/dist/discovery/index.js';
import { dataSets, type DataSet, type DataTool } from './data.ts';
import { serviceOf } from './service-of.ts';

/** Whether requests that no tool can serve are told from those that one can: `node choose/none.ts`. */
export interface NoneFigures {
  readonly set: string;
  readonly answerable: number;
  readonly unanswerable: number;
  /** The fitness that 95 of 100 answerable requests reach. */
  readonly threshold: number;
  /** Unanswerable requests that stay below it, in percent. */
  readonly none: number;
  /** The same with the threshold that is built in. */
  readonly answeredByDefault: number;
  readonly noneByDefault: number;
  /** Of the answerable ones, how often the right tool of the short list was chosen. */
  readonly right: number;
}

export async function measureNone({ name, tools, queries, none }: DataSet): Promise<NoneFigures> {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const answerable = queries.filter(({ candidates = [] }) => candidates.length > 0);
  const reached: number[] = [];
  let right = 0;
  for (const { text, candidates = [], gold, alt, now } of answerable) {
    const offered = candidates.flatMap((candidate) => byName.get(candidate) ?? []);
    const { best, choice } = await decided(text, offered, now);
    reached.push(best);
    const wanted = gold.flatMap((one) => [one, ...(alt?.[one] ?? [])]);
    if (choice !== undefined && wanted.includes(choice)) right++;
  }
  const missed: number[] = [];
  for (const { text, tools: offered } of none) missed.push((await decided(text, offered, undefined)).best);
  const threshold = reached.toSorted((one, other) => one - other)[Math.floor(reached.length / 20)] ?? 0;
  const percent = (part: number, whole: number): number => (100 * part) / whole;
  const below = (limit: number): number => missed.filter((fitness) => fitness < limit).length;
  return {
    set: name,
    answerable: reached.length,
    unanswerable: missed.length,
    threshold,
    none: percent(below(threshold), missed.length),
    answeredByDefault: percent(reached.filter((fitness) => fitness >= fitsFrom).length, reached.length),
    noneByDefault: percent(below(fitsFrom), missed.length),
    right: percent(right, reached.length),
  };
}

/** What is decided for a request when these are the only tools. */
async function decided(
  text: string,
  tools: readonly DataTool[],
  now: string | undefined,
): Promise<{ readonly best: number; readonly choice: string | undefined }> {
  const { service, nameOf } = serviceOf(tools);
  const { evaluation, choice } = await new Discovery(service).decide(text, now === undefined ? {} : { now });
  return { best: Math.max(0, ...evaluation.map(({ fitness }) => fitness)), choice: nameOf(choice?.name) };
}

if (import.meta.main)
  for (const set of dataSets().filter(({ none }) => none.length > 0)) console.log(await measureNone(set));
