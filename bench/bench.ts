import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isMet, worsened, type KeptFigure } from './measuring/figures.ts';
import { describeHost, type Host } from './measuring/host.ts';
import { runScript } from './measuring/run-script.ts';
import type { Section } from './measuring/section.ts';
import { table, toDigits } from './measuring/table.ts';

const scripts = [
  'call.ts',
  'choose.ts',
  'console.ts',
  'gateway.ts',
  'history.ts',
  'http.ts',
  'openapi.ts',
  'plans.ts',
  'mcp.ts',
  'registry.ts',
  'start.ts',
  'statistics.ts',
  'telemetry.ts',
  'validate.ts',
  'wasm.ts',
  'workbench.ts',
];

interface Results {
  readonly host: Host;
  readonly figures: readonly KeptFigure[];
}

const kept = new URL('results.json', import.meta.url);
const page = new URL('../docs/benchmarks.md', import.meta.url);
const before = existsSync(kept) ? (JSON.parse(readFileSync(kept, 'utf8')) as Partial<Results>) : {};

const host = describeHost();
const sections: Section[] = [];
const failed: string[] = [];
for (const script of scripts) {
  console.error(`${script} …`);
  const { output, ok } = await runScript(script, { args: ['--json'] });
  if (ok) sections.push(JSON.parse(output) as Section);
  else failed.push(script);
}
if (failed.length > 0) throw new Error(`run these alone to see why they fail: ${failed.join(', ')}`);
const figures = sections.flatMap(({ title, figures: own }) =>
  own.map((figure) => ({ section: title, ...figure })),
);
const results: Results = { host, figures };
const report = toReport();
console.log(report);
writeFileSync(page, report);
writeFileSync(kept, `${JSON.stringify(results, undefined, 2)}\n`);

const worse = worsened(before.figures ?? [], figures);
for (const { figure, before: old } of worse)
  console.error(
    `worse than on ${before.host?.date ?? 'an earlier day'}: ${figure.section}, ${figure.what}: ${toDigits(figure.value)} ${figure.unit}, before ${toDigits(old)} ${figure.unit}`,
  );
process.exitCode = worse.length > 0 ? 1 : 0;

function toReport(): string {
  const { node, platform, processor, cores, load, date } = host;
  const wanted = figures.filter(({ target }) => target !== undefined);
  const lines = [
    '# Benchmarks',
    `Written by \`npm run bench\` on ${date}. Node ${node}, ${platform}, ${cores} × ${processor}, load ${toDigits(load)} at the start. Read ratios, not digits: all candidates of a table take turns in one run, and a ratio is the median of the ratios within each round. [bench/README.md](../bench/README.md) says what is measured and how; the versions of the peers are those in [bench/package.json](../bench/package.json).`,
    'What we want, and what this run has found:',
    table(
      ['', 'measured', 'wanted', ''],
      wanted.map((figure) => [
        `${figure.section}: ${figure.what}`,
        `${toDigits(figure.value)} ${figure.unit}`,
        `${figure.better === 'less' ? '≤' : '≥'} ${toDigits(figure.target ?? 0)} ${figure.unit}`,
        isMet(figure) ? 'met' : '**missed**',
      ]),
    ),
    ...sections.map(({ title, markdown }) => `## ${title}\n\n${markdown}`),
  ];
  return `${lines.join('\n\n')}\n`;
}
