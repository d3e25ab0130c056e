import { runScript } from './measuring/run-script.ts';
import { publish, type Section } from './measuring/section.ts';
import { table } from './measuring/table.ts';
import { bombs } from './validate/bombs.ts';
import type { Hold } from './validate/hold.ts';

const killAfter = 3000;
const validators = { toolcrib: 'validate/hold-toolcrib.ts', ajv: 'validate/hold-ajv.ts' };

publish(await measureHolds());

/** How long hostile schemas and arguments hold the event loop, each in a process of its own. */
async function measureHolds(): Promise<Section> {
  const holds: { bomb: string; toolcrib: Hold; ajv: Hold }[] = [];
  for (const { name } of bombs) {
    holds.push({ bomb: name, toolcrib: await hold('toolcrib', name), ajv: await hold('ajv', name) });
  }
  const worst = {
    toolcrib: Math.max(...holds.map(({ toolcrib }) => toolcrib.milliseconds)),
    ajv: Math.max(...holds.map(({ ajv }) => ajv.milliseconds)),
  };
  return {
    title: 'Hostile schemas and arguments',
    markdown: [
      'From the definition to the end of the first call. A process is killed after 3 s, its own start included.',
      table(
        ['bomb', 'Toolcrib (ms)', 'ends', 'Ajv (ms)', 'ends'],
        [
          ...holds.map(({ bomb, toolcrib, ajv }) => [bomb, ...toCells(toolcrib), ...toCells(ajv)]),
          ['**worst**', toCell(worst.toolcrib), '', toCell(worst.ajv), ''],
        ],
      ),
    ].join('\n\n'),
    data: { killAfter, worst, holds },
    figures: [{ what: 'the worst hold', value: worst.toolcrib, unit: 'ms', better: 'less' }],
  };
}

async function hold(validator: keyof typeof validators, bomb: string): Promise<Hold> {
  const { output, ok, killed } = await runScript(validators[validator], { args: [bomb], killAfter });
  if (killed) return { milliseconds: killAfter, ending: 'killed' };
  return ok ? (JSON.parse(output) as Hold) : { milliseconds: killAfter, ending: 'crashed' };
}

function toCells({ milliseconds, ending }: Hold): [string | number, string] {
  return [toCell(milliseconds), ending];
}

function toCell(milliseconds: number): string | number {
  return milliseconds >= killAfter ? `> ${killAfter.toLocaleString('en')}` : milliseconds;
}
