import { builtinTools, toPage } from '@toolcrib/core';

const note = '<!-- Made from the code by `npm run pages`. -->\n\n';

/** The pages of the documentation that are made from the code, by file. */
export function renderedPages(): Map<string, string> {
  const pages = new Map<string, string>();
  const rows = builtinTools.map(
    ({ name, shortDescription }) => `| [${name}](${name}.md) | ${shortDescription} |`,
  );
  pages.set('docs/tools/README.md', `${note}# Built-in tools\n\n| tool | |\n|---|---|\n${rows.join('\n')}\n`);
  for (const tool of builtinTools) pages.set(`docs/tools/${tool.name}.md`, note + toPage(tool));
  return pages;
}
