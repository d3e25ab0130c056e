import { interleave } from './measuring/interleave.ts';
import { median } from './measuring/median.ts';
import { ratio } from './measuring/ratio.ts';
import { publish, type Section } from './measuring/section.ts';
import { table, toDigits } from './measuring/table.ts';
import { bareNode, listTools, listToolsUncached, time, weigh } from './start/program.ts';

const programs = [bareNode, listTools, listToolsUncached];
const rounds = 21;
const target = 3;

publish(await measureStart());

/** How long the command takes from its start to its end, beside a Node that does nothing. */
async function measureStart(): Promise<Section> {
  await interleave(programs, 2, time);
  const times = await interleave(programs, rounds, time);
  const memory = await interleave(programs, 5, weigh);
  const costs = programs.map((program) => ({
    name: program.name,
    milliseconds: median(times.get(program) ?? []),
    timesNode: ratio(times.get(program) ?? [], times.get(bareNode) ?? []),
    peakMegabytes: median(memory.get(program) ?? []) / 1e6,
  }));
  const reached = ratio(times.get(listTools) ?? [], times.get(bareNode) ?? []);
  return {
    title: 'Start',
    markdown: [
      `Target: \`toolcrib list_tools\` ≤ ${target}× bare Node. Measured: ${toDigits(reached)}× (${reached <= target ? 'met' : 'missed'}).`,
      table(
        ['program', 'ms', '× bare Node', 'peak memory (MB)'],
        costs.map(({ name, milliseconds, timesNode, peakMegabytes }) => [
          `\`${name}\``,
          milliseconds,
          timesNode,
          peakMegabytes,
        ]),
      ),
    ].join('\n\n'),
    data: { rounds, target, reached, costs },
    figures: [
      { what: '`toolcrib list_tools` beside bare Node', value: reached, unit: '×', better: 'less', target },
    ],
  };
}
