import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (path: string): string => fileURLToPath(new URL(`./packages/${path}`, import.meta.url));

export default defineConfig({
  // Tests read the sources; what is built is tested through the command and by test/house.
  resolve: {
    alias: [
      { find: /^@toolcrib\/core$/u, replacement: source('core/src/index.ts') },
      { find: /^@toolcrib\/core\/discovery$/u, replacement: source('core/src/discovery/index.ts') },
      { find: /^@toolcrib\/core\/planner$/u, replacement: source('core/src/planner/index.ts') },
      { find: /^@toolcrib\/core\/plan$/u, replacement: source('core/src/plan/index.ts') },
      { find: /^@toolcrib\/core\/testing$/u, replacement: source('core/src/testing/index.ts') },
      { find: /^toolcrib\/client$/u, replacement: source('toolcrib/src/http/client.ts') },
      { find: /^toolcrib\/http$/u, replacement: source('toolcrib/src/http/index.ts') },
      { find: /^toolcrib$/u, replacement: source('toolcrib/src/index.ts') },
    ],
  },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 30_000,
    // What is waited for comes, however busy the machine is.
    expect: { poll: { timeout: 20_000 } },
    globalSetup: 'test/state-home.ts',
    env: {
      // Lines about calls are asked for by the tests that read them.
      TOOLCRIB_LOG: 'off',
      // A thousand commands are started, and each would compile the same code again.
      NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url)),
    },
    pool: 'threads',
    // Many tests wait for processes of their own: as many workers as there are cores would leave some of them idle.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
  },
});
