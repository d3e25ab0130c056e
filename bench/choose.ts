import { dataSets, type DataSet } from './choose/data.ts';
import { engines, type Engine } from './choose/engines.ts';
import { qualityOf, type Quality } from './choose/metrics.ts';
import { measureScale } from './choose/scale.ts';
import { measureTokens } from './choose/tokens.ts';
import { publish, type Section } from './measuring/section.ts';
import { table } from './measuring/table.ts';

publish(measureChoosing());

/** How often the right tool is found for a request, by us and by search engines that were tuned for it. */
function measureChoosing(): Section {
  const sets = dataSets();
  const found = engines.map((engine) => ({
    engine: engine.name,
    bySet: sets.map((set) => ({ set: set.name, ...measure(engine, set) })),
  }));
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
    data: { found, scale, tokens },
  };
}

function measure(engine: Engine, { tools, queries }: DataSet): Quality & { readonly milliseconds: number } {
  const search = engine.index(tools);
  for (const { text } of queries.slice(0, 50)) search(text);
  const before = process.cpuUsage();
  const quality = qualityOf(queries, search);
  const { user, system } = process.cpuUsage(before);
  return { ...quality, milliseconds: (user + system) / 1000 / queries.length };
}

function toCell({
  first,
  recall5,
  ndcg10,
  all10,
  milliseconds,
}: Quality & { readonly milliseconds: number }): string {
  const figures = [first, recall5, ndcg10, all10].map((figure) => figure.toFixed(1)).join(' / ');
  return `${figures}; ${milliseconds.toFixed(2)} ms`;
}
