import { writeFileSync } from 'node:fs';
import { describeHost, type Host } from './measuring/host.ts';
import { runScript } from './measuring/run-script.ts';
import type { Section } from './measuring/section.ts';
import { toDigits } from './measuring/table.ts';

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

const host = describeHost();
const sections: Section[] = [];
for (const script of scripts) {
  console.error(`${script} …`);
  const { output, ok } = await runScript(script, { args: ['--json'] });
  if (!ok) throw new Error(`${script} failed; run it alone: node ${script}`);
  sections.push(JSON.parse(output) as Section);
}

const report = toReport(host, sections);
console.log(report);
writeFileSync(new URL('results.md', import.meta.url), report);
writeFileSync(
  new URL('results.json', import.meta.url),
  `${JSON.stringify(toResults(host, sections), null, 2)}\n`,
);

function toReport({ node, platform, processor, cores, load, date }: Host, parts: readonly Section[]): string {
  const lines = [
    '# Benchmarks',
    `Written by \`npm run bench\` on ${date}. Node ${node}, ${platform}, ${cores} × ${processor}, load ${toDigits(load)} at the start. Read ratios, not digits.`,
    ...parts.map(({ title, markdown }) => `## ${title}\n\n${markdown}`),
  ];
  return `${lines.join('\n\n')}\n`;
}

function toResults(machine: Host, parts: readonly Section[]): unknown {
  return { host: machine, sections: parts.map(({ title, data }) => ({ title, data })) };
}
