import { execFileSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What must never be seen through the fence. */
export const canary = 'CANARY: this file is outside the project';

export interface HostileProject {
  /** Holds `project`, `project2` and `outside`. */
  readonly base: string;
  readonly root: string;
  /** Every name, link and byte outside the project, as one text. */
  outside(): string;
  remove(): void;
}

/** A project full of links that lead out, with neighbours that must stay as they are. */
export function createHostileProject(): HostileProject {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'toolcrib-fence-')));
  const root = join(base, 'project');
  const write = (path: string, content: string): void => {
    mkdirSync(join(base, path, '..'), { recursive: true });
    writeFileSync(join(base, path), content);
  };
  for (const path of [
    'outside/canary.txt',
    'outside/folder/inner.txt',
    'project2/canary.txt',
    'projec/canary.txt',
  ]) {
    write(path, canary);
  }
  for (const [path, content] of Object.entries(insideFiles)) write(`project/${path}`, content);
  for (const [path, target] of Object.entries(links(base))) symlinkSync(target, join(root, path));
  execFileSync('mkfifo', [join(root, 'fifo')]);
  return {
    base,
    root,
    outside: () => ['outside', 'project2', 'projec'].map((name) => describeTree(join(base, name))).join('\n'),
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
}

const insideFiles: { readonly [path: string]: string } = {
  'README.md': 'inside',
  'src/main.ts': 'inside',
  'src/deep/er/file.txt': 'inside',
  'with space.txt': 'inside',
  '汉字.txt': 'inside',
  'back\\slash.txt': 'inside',
  '-rf': 'inside',
  '...': 'inside',
  '..hidden': 'inside',
  'project/README.md': 'inside',
  'caf\u00E9.txt': 'inside',
  '.gitignore': 'inside',
  '.github/workflows/ci.yml': 'inside',
  'git/config': 'inside',
  'a%2e%2e/file.txt': 'inside',
  '.git/config': 'inside',
  '.git/hooks/pre-commit.sample': 'inside',
};

function links(base: string): { readonly [path: string]: string } {
  return {
    'out-file': '../outside/canary.txt',
    'out-folder': '../outside',
    'out-absolute': join(base, 'outside'),
    'out-sibling': '../project2',
    'out-new': '../outside/new.txt',
    'out-new-folder': '../outside/new/folder',
    up: '..',
    'src/up': '../..',
    'chain-1': 'chain-2',
    'chain-2': 'src/chain-3',
    'src/chain-3': '../out-folder/folder',
    'through-proc': '/proc/self/root',
    'through-cwd': '/proc/self/cwd',
    'to-slash': '/',
    loop: 'loop',
    'loop-1': 'loop-2',
    'loop-2': 'loop-1',
    'to-git': '.git',
    'to-hooks': '.git/hooks',
    'in-file': 'README.md',
    'in-folder': 'src/deep',
    'in-absolute': join(base, 'project', 'src'),
    'in-new': 'src/not-yet.txt',
    'out-and-back': '../project/src',
    'src/deep/home': '../..',
  };
}

/** A socket lives as long as its server. */
export async function withSocket<T>(path: string, work: () => Promise<T>): Promise<T> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(path, resolve));
  try {
    return await work();
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

/** Every path in a folder; links are not followed. */
export function pathsIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? [path, ...pathsIn(path)] : [path];
    });
}

/** Everything in a folder as one text: names, modes and contents. */
function describeTree(folder: string): string {
  const describe = (path: string): string => {
    const stats = lstatSync(path);
    return `${path} ${stats.mode.toString(8)} ${stats.isFile() ? readFileSync(path, 'utf8') : ''}`;
  };
  return pathsIn(folder).map(describe).join('\n');
}
