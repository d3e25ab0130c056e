/** Writes the pages that are made from the code: one for each tool, and their list. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { renderedPages } from './rendered-pages.ts';

for (const [file, text] of await renderedPages()) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
