/** Bundles what `tsc -b` has checked. JavaScript, because `npm ci` may run it on a Node that does not strip types. */
import { cpSync, rmSync } from 'node:fs';
import { build } from 'rolldown';
import { loadConfig } from 'rolldown/config';
import { build as buildPage } from 'vite';

await build(await loadConfig('rolldown.config.ts'));

// What `toolcrib plugin new` copies.
const templates = 'packages/toolcrib/dist/plugin-templates';
rmSync(templates, { recursive: true, force: true });
cpSync('examples/plugins', templates, { recursive: true });

// The web console, which the service hands out.
await buildPage({ configFile: 'packages/console/vite.config.ts' });
