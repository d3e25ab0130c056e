import { expect } from 'vitest';
import type { Files, OrdinaryProject } from '../ordinary-project.ts';

const needle = "export const value = 'needle';\n";
const manifest = (changes: object = {}): object => ({ name: 'sample', version: '1.0.0', ...changes });
const ignoringModules = { '.gitignore': 'node_modules/\ndist/\n' };
const installed: Files = { 'node_modules/left/index.js': '// needle\n', ...ignoringModules };
const ignored = ['node_modules/left/index.js'];

/** A workspace of two packages, as several tools have them. */
const packages: Files = {
  'packages/a/package.json': { name: '@sample/a', version: '1.0.0' },
  'packages/a/src/index.ts': needle,
  'packages/b/package.json': {
    name: '@sample/b',
    version: '1.0.0',
    dependencies: { '@sample/a': 'workspace:*' },
  },
  'packages/b/src/index.ts': "export * from '@sample/a';\n",
};

export const javascript: readonly OrdinaryProject[] = [
  {
    name: 'npm-package',
    about: 'a package of npm with tests',
    files: {
      'package.json': manifest({ type: 'module', scripts: { test: 'node --test' } }),
      'package-lock.json': { name: 'sample', lockfileVersion: 3, packages: {} },
      'src/index.js': needle,
      'src/index.test.js': "import test from 'node:test';\ntest('passes', () => {});\n",
      ...installed,
    },
    source: 'src/index.js',
    ignored,
    calls: [{ call: ['Bash', { command: 'npm test' }], gives: { exit_code: 0 } }],
  },
  {
    name: 'npm-workspaces',
    about: 'a monorepo of npm, whose packages are linked into node_modules',
    files: {
      'package.json': manifest({ private: true, workspaces: ['packages/*'] }),
      ...packages,
      ...ignoringModules,
    },
    setup: 'mkdir -p node_modules/@sample && ln -s ../../packages/a node_modules/@sample/a',
    source: 'packages/a/src/index.ts',
  },
  {
    name: 'pnpm-workspace',
    about: 'a monorepo of pnpm, with its store of links',
    files: {
      'package.json': manifest({ private: true, packageManager: 'pnpm@10.0.0' }),
      'pnpm-workspace.yaml': 'packages:\n  - packages/*\n',
      'pnpm-lock.yaml': "lockfileVersion: '9.0'\n",
      'node_modules/.pnpm/left@1.0.0/node_modules/left/index.js': '// needle\n',
      ...packages,
      ...ignoringModules,
    },
    setup: 'ln -s .pnpm/left@1.0.0/node_modules/left node_modules/left',
    source: 'packages/a/src/index.ts',
    ignored: ['node_modules/.pnpm/left@1.0.0/node_modules/left/index.js'],
  },
  {
    name: 'yarn-classic',
    about: 'a package of Yarn 1',
    files: {
      'package.json': manifest(),
      'yarn.lock': '# yarn lockfile v1\n',
      '.yarnrc': 'save-prefix ""\n',
      'lib/index.js': needle,
      ...installed,
    },
    source: 'lib/index.js',
    ignored,
  },
  {
    name: 'yarn-berry',
    about: "a package of Yarn 4 with Plug'n'Play, and Yarn itself in the repository",
    files: {
      'package.json': manifest({ packageManager: 'yarn@4.0.0' }),
      '.yarnrc.yml': 'yarnPath: .yarn/releases/yarn-4.0.0.cjs\n',
      '.yarn/releases/yarn-4.0.0.cjs': '// the release\n',
      '.pnp.cjs': '// the map of packages\n',
      'sources/index.ts': needle,
    },
    source: 'sources/index.ts',
  },
  {
    name: 'turborepo',
    about: 'a monorepo of Turborepo',
    files: {
      'package.json': manifest({ private: true, workspaces: ['packages/*'] }),
      'turbo.json': { tasks: { build: { dependsOn: ['^build'] } } },
      ...packages,
      ...ignoringModules,
    },
    source: 'packages/a/src/index.ts',
  },
  {
    name: 'nx-monorepo',
    about: 'a monorepo of Nx',
    files: {
      'package.json': manifest({ private: true }),
      'nx.json': { namedInputs: {} },
      'apps/web/project.json': { name: 'web', targets: {} },
      'libs/core/src/lib/core.ts': needle,
    },
    source: 'libs/core/src/lib/core.ts',
  },
  {
    name: 'vite-app',
    about: 'an application of Vite and React',
    files: {
      'package.json': manifest({ scripts: { dev: 'vite' } }),
      'vite.config.ts': 'export default {};\n',
      'index.html': '<script type="module" src="/src/main.tsx"></script>\n',
      'src/main.tsx': needle,
      ...installed,
    },
    source: 'src/main.tsx',
    ignored,
  },
  {
    name: 'next-app',
    about: 'an application of Next.js, whose routes have brackets and parentheses in their names',
    files: {
      'package.json': manifest({ scripts: { dev: 'next dev' } }),
      'next.config.mjs': 'export default {};\n',
      'app/(shop)/[slug]/page.tsx': needle,
      'app/@modal/(.)photo/[...path]/page.tsx': 'export default () => null;\n',
      '.next/cache/x.tsx': '// needle\n',
      '.gitignore': '.next/\nnode_modules/\n',
    },
    source: 'app/(shop)/[slug]/page.tsx',
    ignored: ['.next/cache/x.tsx'],
  },
  {
    name: 'typescript-references',
    about: 'TypeScript projects that refer to each other',
    files: {
      'package.json': manifest(),
      'tsconfig.json': { files: [], references: [{ path: 'core' }, { path: 'app' }] },
      'core/tsconfig.json': { compilerOptions: { composite: true, outDir: '../dist/core' } },
      'core/index.ts': needle,
      'app/tsconfig.json': { compilerOptions: { composite: true }, references: [{ path: '../core' }] },
      'app/index.ts': "import { value } from '../core/index.js';\nexport const again: string = value;\n",
      ...ignoringModules,
    },
    source: 'core/index.ts',
    calls: [
      {
        call: ['LSP', { operation: 'hover', file_path: 'core/index.ts', line: 1, column: 14 }],
        gives: { hover: expect.stringContaining('value') },
      },
    ],
  },
  {
    name: 'deno-project',
    about: 'a project of Deno',
    files: { 'deno.json': { tasks: { start: 'deno run main.ts' } }, 'deno.lock': {}, 'main.ts': needle },
    source: 'main.ts',
  },
  {
    name: 'bun-project',
    about: 'a project of Bun',
    files: { 'package.json': manifest(), 'bun.lock': '{}\n', 'bunfig.toml': '', 'index.ts': needle },
    source: 'index.ts',
  },
];
