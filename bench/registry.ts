import { runScript } from './measuring/run-script.ts';
import { publish, type Section } from './measuring/section.ts';
import { table } from './measuring/table.ts';
import { measureFirstUse } from './registry/first-use.ts';
import { measureLookUps } from './registry/look-up.ts';

publish(await measureRegistry());

/** What it costs to have many tools: to register, to find, to keep, and to use one for the first time. */
async function measureRegistry(): Promise<Section> {
  const firstUse = measureFirstUse();
  const { filled, lookUps } = await measureLookUps();
  const bytesPerTool = { registry: await weigh('registry'), map: await weigh('map') };
  return {
    title: 'The registry',
    markdown: [
      table(
        ['tools', ...filled.map(({ size }) => size.toLocaleString('en')), 'largest : smallest'],
        [
          [
            'registration, schema check included (µs per tool)',
            ...filled.map((one) => one.microsecondsPerTool),
            '',
          ],
          ...lookUps.map(({ way, bySize, growth }) => [
            `look-up ${way} (ns)`,
            ...bySize.map(({ nanoseconds }) => nanoseconds),
            growth,
          ]),
        ],
      ),
      'Names are looked up in random order, so memory that no longer fits into the caches slows the bare Map as well.',
      table(
        ['bytes of heap per tool', 'bytes'],
        [
          ['in a registry', bytesPerTool.registry],
          ['the same definition in a bare Map', bytesPerTool.map],
        ],
      ),
      table(
        ['first use of a tool', 'first validation, compiles (µs)', 'second (µs)'],
        firstUse.map(({ way, firstMicroseconds, secondMicroseconds }) => [
          way,
          firstMicroseconds,
          secondMicroseconds,
        ]),
      ),
    ].join('\n\n'),
    data: { filled, lookUps, bytesPerTool, firstUse },
    figures: [
      {
        what: 'memory of a tool beside its definition in a Map',
        value: bytesPerTool.registry / bytesPerTool.map,
        unit: '×',
        better: 'less',
      },
    ],
  };
}

async function weigh(keeper: 'registry' | 'map'): Promise<number> {
  const { output, ok } = await runScript('registry/weigh-tools.ts', {
    flags: ['--expose-gc'],
    args: [keeper],
  });
  if (!ok) throw new Error(`weighing the ${keeper} failed`);
  return Number(output);
}
