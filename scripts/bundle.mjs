/** Bundles what `tsc -b` has checked. JavaScript, because `npm ci` may run it on a Node that does not strip types. */
import { cpSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { build } from 'rolldown';
import { loadConfig } from 'rolldown/config';
import { build as buildPage } from 'vite';

const begun = Date.now();
await build(await loadConfig('rolldown.config.ts'));

// What an earlier build has left would be packed with the rest.
for (const folder of ['packages/core', 'packages/toolcrib']) {
  for (const file of readdirSync(`${folder}/dist`, { recursive: true }).map(String)) {
    const isLeft = file.startsWith('chunks/')
      ? statSync(`${folder}/dist/${file}`).mtimeMs < begun - 1000
      : file.endsWith('.d.ts') && !existsSync(`${folder}/src/${file.replace(/\.d\.ts$/, '.ts')}`);
    if (isLeft) rmSync(`${folder}/dist/${file}`);
  }
}

// What `toolcrib plugin new` copies.
const templates = 'packages/toolcrib/dist/plugin-templates';
rmSync(templates, { recursive: true, force: true });
cpSync('examples/plugins', templates, { recursive: true });

// The web console, which the service hands out.
await buildPage({ configFile: 'packages/console/vite.config.ts' });
