/** Bundles what `tsc -b` has checked. JavaScript, because `npm ci` may run it on a Node that does not strip types. */
import { build } from 'rolldown';
import { loadConfig } from 'rolldown/config';

await build(await loadConfig('rolldown.config.ts'));
