import { Discovery, type Experience, type Use } from '../../packages/core/dist/discovery/index.js';
import { dataSets, type DataQuery, type DataSet } from './data.ts';
import type { Engine } from './engines.ts';
import { serviceOf } from './service-of.ts';

/**
 * How much better the right tool is found with so many past requests for each tool: `node choose/learning.ts`. *Uneven*: a
 * few tools have most of the requests and half of them none, and what counts is that those are still found.
 */
export interface LearningFigures {
  readonly uses: number | 'uneven';
  /** How often the first tool is the right one, in percent. */
  readonly first: number;
  /** The same for tools without a past request. */
  readonly firstOfNew: number | undefined;
}

const amounts = [0, 1, 3, 10, 30, 'uneven'] as const;

/** Which requests are past is drawn so often: one draw is a percent away from another. */
const draws = [1, 2, 3];

export async function measureLearning(set: DataSet): Promise<readonly LearningFigures[]> {
  const figures: LearningFigures[] = [];
  for (const uses of amounts) {
    const drawn: Omit<LearningFigures, 'uses'>[] = [];
    for (const draw of draws) drawn.push(await measureDraw(set, uses, draw));
    const isMeasured = drawn.every(({ firstOfNew }) => firstOfNew !== undefined);
    figures.push({
      uses,
      first: mean(drawn.map(({ first }) => first)),
      firstOfNew: isMeasured ? mean(drawn.map(({ firstOfNew = 0 }) => firstOfNew)) : undefined,
    });
  }
  return figures;
}

async function measureDraw(
  { tools, queries }: DataSet,
  uses: LearningFigures['uses'],
  draw: number,
): Promise<Omit<LearningFigures, 'uses'>> {
  const { past, asked } = split(
    queries.filter(({ gold }) => gold.length === 1),
    uses,
    draw,
  );
  const { service, nameOf, registeredAs } = serviceOf(tools);
  const discovery = new Discovery(service, {
    experience: experienceOf(past.map((use) => ({ ...use, tool: registeredAs(use.tool) }))),
  });
  await discovery.learn();
  const known = new Set(past.map(({ tool }) => tool));
  const isRight = ({ text, gold }: DataQuery): boolean =>
    nameOf(discovery.find(text, { limit: 1 })[0]?.tool.name) === gold[0];
  const ofNew = asked.filter(({ gold }) => !known.has(gold[0] ?? ''));
  return { first: shareOf(asked, isRight) ?? 0, firstOfNew: shareOf(ofNew, isRight) };
}

/** How often the first is right for the same requests where nothing is learned. */
export function measureWithoutLearning({ tools, queries }: DataSet, engine: Engine): number {
  const search = engine.index(tools);
  const { asked } = split(
    queries.filter(({ gold }) => gold.length === 1),
    0,
    1,
  );
  return shareOf(asked, ({ text, gold }) => search(text)[0] === gold[0]) ?? 0;
}

/** Past requests, and those that are asked then; for a draw the same ones every time. */
function split(
  queries: readonly DataQuery[],
  uses: LearningFigures['uses'],
  draw: number,
): { readonly past: readonly Use[]; readonly asked: readonly DataQuery[] } {
  const random = seeded(draw);
  const byTool = Map.groupBy(queries, ({ gold }) => gold[0] ?? '');
  const past: Use[] = [];
  const asked: DataQuery[] = [];
  for (const [place, tool] of shuffled([...byTool.keys()], random).entries()) {
    const own = shuffled(byTool.get(tool) ?? [], random);
    const wanted = uses === 'uneven' ? Math.round(30 / (1 + place / 3) - 1.6) : uses;
    const count = Math.max(0, Math.min(wanted, own.length - 3));
    past.push(...own.slice(0, count).map(({ text }) => ({ tool, task: text, worth: 1 })));
    asked.push(...own.slice(count));
  }
  // They come as people ask, not tool by tool.
  return { past: shuffled(past, random), asked };
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item);
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32;
}

function experienceOf(uses: readonly Use[]): Experience {
  return {
    uses: async () => ({ uses, position: { calls: uses.length, feedback: 0 } }),
    rollups: async () => [],
    latest: async () => [],
    feedback: async () => [],
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function shareOf(asked: readonly DataQuery[], isRight: (query: DataQuery) => boolean): number | undefined {
  return asked.length === 0 ? undefined : (100 * asked.filter(isRight).length) / asked.length;
}

if (import.meta.main)
  for (const set of dataSets().filter(({ name }) => name === 'metatool'))
    for (const figures of await measureLearning(set)) console.log(set.name, figures);
