import { fileURLToPath } from 'node:url';
import { defineConfig, type RolldownOptions } from 'rolldown';

/** Few files load fast: a start of the command reads a dozen modules instead of two hundred. */
function bundle(
  folder: string,
  input: Record<string, string>,
  platform: 'neutral' | 'node',
): RolldownOptions {
  const cwd = fileURLToPath(new URL(folder, import.meta.url));
  return {
    cwd,
    input,
    platform,
    logLevel: 'warn',
    // One copy of everything that others can share: classes must be the same for all who import them. Nobody sees those
    // of semver, whose fifteen files take as long to load as all of ours.
    external: (id) => /^[^./]/u.test(id) && !id.startsWith('semver/'),
    output: {
      dir: `${cwd}/dist`,
      format: 'esm',
      sourcemap: true,
      // Names stay, so that a stack can be read; what nobody reads takes time to load.
      minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
      chunkFileNames: 'chunks/[name].js',
    },
  };
}

export default defineConfig([
  bundle(
    'packages/core',
    {
      index: 'src/index.ts',
      'discovery/index': 'src/discovery/index.ts',
      'plan/index': 'src/plan/index.ts',
      'planner/index': 'src/planner/index.ts',
      'testing/index': 'src/testing/index.ts',
    },
    'neutral',
  ),
  bundle(
    'packages/toolcrib',
    {
      index: 'src/index.ts',
      'cli/main': 'src/cli/main.ts',
      'http/index': 'src/http/index.ts',
      'store/history-worker': 'src/store/history/history-worker.ts',
    },
    'node',
  ),
  // By itself: a browser loads it.
  bundle('packages/toolcrib', { 'http/client': 'src/http/client.ts' }, 'neutral'),
  // By itself: it may read one file, its own.
  bundle('packages/toolcrib', { 'connectors/plugin-host': 'src/connectors/wasm/plugin-host.ts' }, 'node'),
]);
