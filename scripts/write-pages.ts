/** Writes the pages that are made from the code, and removes those of what is no longer there. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { renderedFolders, renderedPages } from './rendered-pages.ts';

const pages = await renderedPages();
for (const folder of renderedFolders) rmSync(folder, { recursive: true, force: true });
for (const [file, text] of pages) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
