import { measureAcross, type AcrossFigures } from './choose/across.ts';
import { measureArguments } from './choose/arguments.ts';
import { dataSets, type DataSet } from './choose/data.ts';
import { engines, type Engine } from './choose/engines.ts';
import { figuresOf } from './choose/figures.ts';
import { measureLearning, measureWithoutLearning, type LearningFigures } from './choose/learning.ts';
import { qualityOf, type Quality } from './choose/metrics.ts';
import { measureNone } from './choose/none.ts';
import { measureScale } from './choose/scale.ts';
import { measureTokens } from './choose/tokens.ts';
import { publish, type Section } from './measuring/section.ts';
import { table } from './measuring/table.ts';

publish(await measureChoosing());

/** How often the right tool is found for a request, by us and by search engines that were tuned for it, and all around it. */
async function measureChoosing(): Promise<Section> {
  const sets = dataSets();
  const found = measureFound(sets);
  const across = measureAcross(sets);
  const filled = measureArguments();
  const none = await Promise.all(sets.filter((set) => set.none.length > 0).map(measureNone));
  const [metatool] = sets as [DataSet];
  const learned = await measureLearning(metatool);
  const unlearned = engines
    .slice(2)
    .map((engine) => ({ engine: engine.name, first: measureWithoutLearning(metatool, engine) }));
  const scale = measureScale(sets);
  const tokens = measureTokens(sets);
  return {
    title: 'Choosing a tool',
    markdown: [
      'First right / recall among 5 / nDCG among 10 / all wanted among 10, in percent; and milliseconds of CPU for a request.',
      table(
        [
          '',
          ...sets.map(
            ({ name, tools, queries }) => `${name}: ${tools.length} tools, ${queries.length} requests`,
          ),
        ],
        found.map(({ engine, bySet }) => [engine, ...bySet.map(toCell)]),
      ),
      'The same where the request and the tools are in two languages:',
      table(
        ['', ...crossings(across)],
        engines.map(({ name }) => [name, ...across.filter(({ engine }) => engine === name).map(toFigures)]),
      ),
      'Calls whose arguments are all right, given the tool:',
      table(
        ['', 'calls', 'right (%)', 'of the half that was looked at', 'of the other half', 'ms'],
        filled.map((one) => [one.name, one.calls, one.right, one.lookedAt, one.heldOut, one.milliseconds]),
      ),
      'Requests that none of the offered tools can serve:',
      table(
        [
          '',
          'told as such (%)',
          'the others answered (%)',
          'of these with the right tool (%)',
          'told where 95 % are answered (%)',
        ],
        none.map((one) => [one.set, one.noneByDefault, one.answeredByDefault, one.right, one.none]),
      ),
      'First right (%) on metatool with so many past requests for each tool, the mean of three draws of them; *uneven*: half of the tools have none.',
      table(
        ['', ...learned.map(({ uses }) => String(uses)), 'uneven, tools without any'],
        [
          ['Toolcrib', ...learned.map(({ first }) => first), newOnes(learned)],
          ...unlearned.map(({ engine, first }) => [engine, first, ...learned.map(() => '')]),
        ],
      ),
      'What many tools cost:',
      table(
        [
          'tools',
          'index (s of CPU)',
          'search, mean (ms)',
          'search, 95 % (ms)',
          'add or remove, 95 % (ms)',
          'bytes per tool',
        ],
        scale.map((one) => [
          one.tools.toLocaleString('en'),
          one.build,
          one.mean,
          one.late,
          one.change,
          one.bytes,
        ]),
      ),
      'Tokens of what a model is given before its first word, by the tokeniser of GPT-4o:',
      table(
        ['tools', 'all of them', 'the three that find them', 'share (%)'],
        tokens.map(({ tools, all, three }) => [tools.toLocaleString('en'), all, three, (100 * three) / all]),
      ),
    ].join('\n\n'),
    data: { found, across, filled, none, learned, unlearned, scale, tokens },
    figures: figuresOf({ bySet: found[0]?.bySet ?? [], filled, none, learned, scale }),
  };
}

type Timed = Quality & { readonly milliseconds: number };

function measureFound(
  sets: readonly DataSet[],
): { readonly engine: string; readonly bySet: readonly (Timed & { readonly set: string })[] }[] {
  return engines.map((engine) => ({
    engine: engine.name,
    bySet: sets.map((set) => ({ set: set.name, ...measure(engine, set) })),
  }));
}

function measure(engine: Engine, { tools, queries }: DataSet): Timed {
  const search = engine.index(tools);
  for (const { text } of queries.slice(0, 50)) search(text);
  const before = process.cpuUsage();
  const quality = qualityOf(queries, search);
  const { user, system } = process.cpuUsage(before);
  return { ...quality, milliseconds: (user + system) / 1000 / queries.length };
}

function crossings(across: readonly AcrossFigures[]): string[] {
  return [
    ...new Set(across.map(({ asked, tools, requests }) => `${asked} → ${tools}, ${requests} requests`)),
  ];
}

function newOnes(learned: readonly LearningFigures[]): number {
  return learned.find(({ uses }) => uses === 'uneven')?.firstOfNew ?? 0;
}

function toFigures({ first, recall5, ndcg10, all10 }: Quality): string {
  return [first, recall5, ndcg10, all10].map((figure) => figure.toFixed(1)).join(' / ');
}

function toCell(figures: Timed): string {
  return `${toFigures(figures)}; ${figures.milliseconds.toFixed(2)} ms`;
}
