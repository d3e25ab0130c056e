import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The small project that the examples of the tools speak of. The newest file comes last. */
const files: Readonly<Record<string, string>> = {
  '.gitignore': 'node_modules/\n*.log\n',
  'package.json': '{ "name": "sample", "type": "module" }\n',
  'tsconfig.json':
    '{ "compilerOptions": { "strict": true, "module": "nodenext", "noEmit": true, "allowImportingTsExtensions": true }, "include": ["src"] }\n',
  'README.md': '# Sample\n\nSays hello. 配置说明见下。\n',
  'debug.log': 'started\n',
  'node_modules/hidden/index.ts': 'export {};\n',
  'src/greeting.ts': [
    'export function greet(name: string): string {',
    '  // TODO: ask for the name',
    '  return `Hello ${name}`;',
    '}',
    '',
  ].join('\n'),
  'src/main.ts': ["import { greet } from './greeting.ts';", '', "console.log(greet('you'));", ''].join('\n'),
};

export interface SampleProject {
  /** Without links. */
  readonly root: string;
  /** Beside the project: nothing there is its business. */
  readonly outside: string;
  remove(): void;
}

export function createSampleProject(): SampleProject {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolcrib-sample-')));
  const [root, outside] = [join(folder, 'project'), join(folder, 'outside')];
  mkdirSync(outside);
  for (const [index, [path, text]] of Object.entries(files).entries()) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    const time = new Date(Date.UTC(2026, 0, 1, 0, index));
    utimesSync(join(root, path), time, time);
  }
  return { root, outside, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
