import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The small project that the examples of the tools speak of. The newest file comes last. */
const files: { readonly [path: string]: string | Buffer } = {
  '.gitignore': 'node_modules/\n*.log\n',
  'package.json': '{ "name": "sample", "type": "module" }\n',
  'tsconfig.json':
    '{ "compilerOptions": { "strict": true, "module": "nodenext", "noEmit": true, "allowImportingTsExtensions": true }, "include": ["src"] }\n',
  'README.md': '# Sample\n\nA small project.\n',
  'docs/配置.md': '# 配置说明\n\n配置文件在项目目录中。\n',
  'notes.txt': 'first\nsecond\nthird\nfourth\n',
  'empty.txt': '',
  'pixel.gif': Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64'),
  'debug.log': 'started\n',
  'node_modules/hidden/index.ts': 'export {};\n',
  'src/greet.ts': 'export function greet(name: string): string {\n  return `Hello, ${name}!`;\n}\n',
  'src/main.ts':
    "import { greet } from './greet.ts';\n\nconsole.log(greet('world'));\n// TODO: ask for the name\n",
};

export interface SampleProject {
  /** Without links. */
  readonly root: string;
  /** Beside the project: nothing there is its business. */
  readonly outside: string;
  readonly stateFolder: string;
  remove(): void;
}

export function createSampleProject(): SampleProject {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolcrib-sample-')));
  const [root, outside] = [join(folder, 'project'), join(folder, 'outside')];
  mkdirSync(outside);
  for (const [index, [path, content]] of Object.entries(files).entries()) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
    const time = new Date(Date.UTC(2026, 0, 1, 0, index));
    utimesSync(join(root, path), time, time);
  }
  return {
    root,
    outside,
    stateFolder: join(folder, 'state'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
