import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtinTools, toPage, type Tool } from '@toolcrib/core';
import { planSchema } from '@toolcrib/core/plan';
import { openToolcrib } from 'toolcrib';
import { chapters } from '../packages/toolcrib/src/cli/manual/manual.ts';
import { commonOptions } from '../packages/toolcrib/src/cli/command-line.ts';
import { optionPages } from '../packages/toolcrib/src/cli/manual/options.ts';
import type { Page, Use } from '../packages/toolcrib/src/cli/manual/page.ts';
import { acceptance } from './pages/acceptance.ts';
import { architecture } from './pages/architecture.ts';
import { configurationReference } from './pages/configuration-reference.ts';
import { errorReference } from './pages/error-reference.ts';
import { httpReference } from './pages/http-reference.ts';

const note = '<!-- Made from the code by `npm run pages`. -->\n\n';

/** Folders that hold nothing but such pages. */
export const renderedFolders = ['docs/tools', 'docs/reference'];

/** The pages of the documentation, and the schema for editors, that are made from the code, by file. */
export async function renderedPages(): Promise<Map<string, string>> {
  const workbench = await workbenchTools();
  const pages = new Map<string, string>();
  const sections = [
    `# Tools`,
    'Those that every service holds:',
    toTable(builtinTools),
    'Those that a project is opened with ([the workbench](../workbench.md)):',
    toTable(workbench),
  ];
  pages.set('docs/tools/README.md', `${note}${sections.join('\n\n')}\n`);
  for (const tool of [...builtinTools, ...workbench])
    pages.set(`docs/tools/${tool.name.toLowerCase()}.md`, note + toPage(tool));
  pages.set('docs/acceptance.md', note + acceptance());
  pages.set('docs/architecture.md', note + architecture());
  pages.set('docs/reference/commands.md', note + commandReference());
  pages.set('docs/reference/configuration.md', note + configurationReference());
  pages.set('docs/reference/http.md', note + httpReference());
  for (const [file, page] of errorReference()) pages.set(`docs/reference/errors/${file}`, note + page);
  pages.set('packages/toolcrib/schema/plan.schema.json', `${JSON.stringify(planSchema, null, 2)}\n`);
  return pages;
}

/** Every command with its uses, options and examples. */
function commandReference(): string {
  const every = `Every command takes ${commonOptions.map((name) => `\`--${name}\``).join(', ')}.`;
  const parts = chapters.flatMap(({ says, pages }) => [`## ${says.en}`, ...pages.map(commandSection)]);
  return `${['# Commands', `How they are used together: [the command](../command.md). ${every}`, ...parts].join('\n\n')}\n`;
}

function commandSection({ name, wire, says, uses, options, examples, more }: Page): string {
  const rows = (lines: readonly Use[], before = ''): string[] =>
    lines.map(
      ({ words, says: meaning }) =>
        `| \`${`toolcrib ${before}${words}`.trimEnd().replaceAll('|', '\\|')}\` | ${meaning.en} |`,
    );
  const flags = options.map((option) => {
    const { value, says: meaning } = optionPages[option];
    return `| \`--${option}${value === undefined ? '' : ` ${value.replaceAll('|', '\\|')}`}\` | ${meaning.en} |`;
  });
  const title = wire === undefined ? `### ${name}` : `### ${name} (on the wire: ${wire})`;
  const table = ['| | |', '|---|---|', ...rows(uses, `${name} `), ...flags, ...rows(examples)].join('\n');
  return [
    title,
    `${says.en[0]?.toUpperCase()}${says.en.slice(1)}. More: [${more}](../${more}.md).`,
    table,
  ].join('\n\n');
}

function toTable(tools: readonly Tool[]): string {
  const rows = tools.map(
    ({ name, shortDescription }) => `| [${name}](${name.toLowerCase()}.md) | ${shortDescription} |`,
  );
  return ['| tool | |', '|---|---|', ...rows].join('\n');
}

async function workbenchTools(): Promise<readonly Tool[]> {
  const folder = mkdtempSync(join(tmpdir(), 'toolcrib-pages-'));
  const opened = await openToolcrib({
    trust: 'always',
    project: folder,
    environment: { TOOLCRIB_STATE: `${folder}-state` },
  });
  await opened.close();
  for (const path of [folder, `${folder}-state`]) rmSync(path, { recursive: true, force: true });
  return opened.workbench.tools;
}
