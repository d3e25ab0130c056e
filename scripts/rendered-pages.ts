import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtinTools, toPage, type Tool } from '@toolcrib/core';
import { planSchema } from '@toolcrib/core/plan';
import { openToolcrib } from 'toolcrib';

const note = '<!-- Made from the code by `npm run pages`. -->\n\n';

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
  pages.set('packages/toolcrib/schema/plan.schema.json', `${JSON.stringify(planSchema, null, 2)}\n`);
  return pages;
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
    project: folder,
    environment: { TOOLCRIB_STATE: join(folder, 'state') },
  });
  await opened.close();
  rmSync(folder, { recursive: true, force: true });
  return opened.workbench.tools;
}
