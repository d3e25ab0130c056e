import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { createSampleProject, type SampleProject } from '../sample-project.test-support.ts';

/** What a person does in a repository beside Toolcrib, without that person's own configuration. */
export function gitIn(directory: string, ...given: readonly string[]): string {
  return execFileSync('git', ['-c', 'protocol.file.allow=always', '-c', 'core.fsync=none', ...given], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: '/nonexistent',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: 'Ada',
      GIT_AUTHOR_EMAIL: 'ada@example.com',
      GIT_AUTHOR_DATE: '2026-01-01T12:00:00+01:00',
      GIT_COMMITTER_NAME: 'Ada',
      GIT_COMMITTER_EMAIL: 'ada@example.com',
      GIT_COMMITTER_DATE: '2026-01-01T12:00:00+01:00',
    },
  }).toString();
}

export function put(root: string, path: string, text: string | Uint8Array = 'text\n', mode = 0o644): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text, { mode });
}

export function makeRepository(root: string): void {
  mkdirSync(root, { recursive: true });
  gitIn(root, 'init', '--quiet', '--initial-branch=main');
  gitIn(root, 'config', 'user.name', 'Ada');
  gitIn(root, 'config', 'user.email', 'ada@example.com');
}

/** The sample project as a repository with two commits; README.md has changed since. */
export function createSampleRepository(): SampleProject {
  const project = createSampleProject();
  const { root } = project;
  history ??= makeHistory();
  for (const [path, content] of history) put(root, join('.git', path), content);
  for (const folder of ['refs/heads', 'refs/tags', 'objects/info'])
    mkdirSync(join(root, '.git', folder), { recursive: true });
  put(root, 'README.md', '# Sample\n\nSays hello to everybody.\n');
  return project;
}

/** Made once: git takes its time. */
let history: ReadonlyMap<string, Buffer> | undefined;

function makeHistory(): ReadonlyMap<string, Buffer> {
  const project = createSampleProject();
  const { root } = project;
  makeRepository(root);
  gitIn(root, 'add', 'package.json', 'src/greet.ts', 'README.md', '.gitignore', 'tsconfig.json');
  gitIn(root, 'commit', '--quiet', '--message=Greet by name');
  gitIn(root, 'add', '--all');
  gitIn(root, 'commit', '--quiet', '--message=Say hello\n\nWhoever it is.');
  const folder = join(root, '.git');
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.sample'))
    .map((entry) => join(entry.parentPath, entry.name));
  const files = new Map(entries.map((path) => [relative(folder, path), readFileSync(path)]));
  project.remove();
  return files;
}
