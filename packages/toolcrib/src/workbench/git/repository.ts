import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Bench } from '../bench.ts';
import { failure } from '../failure.ts';
import { parseSettings, safeEnvironment, type SafeRepository } from './safe-git.ts';

/** Looks at a repository of the project: where it is, whose it is, and what its own configuration says. */
export function openRepository(folder: string, { files, locale }: Bench): SafeRepository {
  const workTree = files.locate(folder, 'read').path;
  const entry = files.locate(join(workTree, '.git'), 'read');
  if (entry.kind === 'missing') throw failure('Git', 'no_repository', { path: folder }, { locale });
  // A `.git` that is a file names the real folder, which must be inside the project as well.
  const gitDirectory =
    entry.kind === 'file' ? files.locate(linkedFolder(entry.path, workTree), 'read').path : entry.path;
  const { uid } = statSync(gitDirectory);
  const own = process.getuid?.();
  if (own !== undefined && uid !== own)
    throw failure('Git', 'dubious_ownership', { path: folder }, { locale });
  return { gitDirectory, workTree, settings: readSettings(gitDirectory) };
}

function linkedFolder(file: string, workTree: string): string {
  const [, target = ''] = /^gitdir: (.+?)\s*$/u.exec(readFileSync(file, 'utf8').slice(0, 4096)) ?? [];
  return resolve(workTree, target);
}

/** Reading the configuration executes nothing; everything after it knows what must be switched off. */
function readSettings(gitDirectory: string): SafeRepository['settings'] {
  const listed = execFileSync('git', [`--git-dir=${gitDirectory}`, 'config', '--list', '-z'], {
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', ...safeEnvironment },
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 4_000_000,
    timeout: 5000,
  });
  return parseSettings(listed.toString('utf8'));
}
