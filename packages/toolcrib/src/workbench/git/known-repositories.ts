import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { createError } from '@toolcrib/core';
import { listSettings, parseSettings, takesInFiles } from '../../fence/commands/git-settings.ts';
import { failure } from '../failure.ts';
import { findRepository, type RepositoryPlace } from './repository.ts';
import { runGit, type GitRun } from './run-git.ts';
import type { SafeRepository } from './safe-git.ts';

/** Repositories as they were when they were last looked at. */
export class KnownRepositories {
  readonly #known = new Map<string, { readonly stamp: string; readonly repository: SafeRepository }>();

  /** Gets to know a repository before anything is done with it: what its configuration says, and what its index holds. */
  async open(folder: string, git: Omit<GitRun, 'repository'>): Promise<GitRun> {
    const place = findRepository(folder, git.bench);
    const stamp = stampOf(place);
    const known = this.#known.get(place.workTree);
    if (known?.stamp === stamp) return { ...git, repository: known.repository };
    const repository = await look({ ...git, repository: { ...place, settings: [], submodules: [] } });
    this.#known.set(place.workTree, { stamp, repository });
    return { ...git, repository };
  }
}

/** What has to stay as it is for all that was seen to be true. Nobody can set back the time of a change. */
function stampOf({ gitDirectory, commonDirectory, workTree }: RepositoryPlace): string {
  return [
    join(commonDirectory, 'config'),
    join(gitDirectory, 'config.worktree'),
    join(gitDirectory, 'index'),
    join(workTree, '.gitmodules'),
  ]
    .map((path) => {
      const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
      return `${path} ${stats?.ino} ${stats?.size} ${stats?.ctimeNs}`;
    })
    .join('\n');
}

/** Reading the configuration and the index executes nothing; everything after it knows what must be switched off. */
async function look(git: GitRun): Promise<SafeRepository> {
  const settings = parseSettings(await runGit(git, [...listSettings, '--no-includes']));
  const included = settings.find(takesInFiles);
  // What stands there could change before it is obeyed: it need not lie in the folder that nobody may write.
  if (included !== undefined)
    throw failure('Git', 'configuration_elsewhere', { setting: included.name }, git.bench);
  const [submodules, paths] = await Promise.all([
    listSubmodules(git),
    runGit(git, ['ls-files', '-z', '--full-name']),
  ]);
  // Git believes its index: a path in it that leads out is read there, and written there.
  const astray = paths.split('\0').find((path) => path !== '' && path.split('/').some(leadsAstray));
  if (astray !== undefined) throw createError('outside_project', { path: astray });
  return { ...git.repository, settings, submodules };
}

async function listSubmodules(git: GitRun): Promise<string[]> {
  const { workTree, isAbove } = git.repository;
  const list = join(workTree, '.gitmodules');
  // Above the project it is a file of the user.
  const isThere = isAbove
    ? lstatSync(list, { throwIfNoEntry: false })?.isFile()
    : git.bench.files.locate(list, 'read').kind === 'file';
  if (!isThere) return [];
  const given = ['config', '--file', list, '--name-only', '--no-includes', '--list', '-z'];
  const names = (await runGit(git, given)).split('\0').flatMap((name) => {
    const [, submodule] = /^submodule\.(.*)\.[^.]*$/su.exec(name) ?? [];
    return submodule === undefined ? [] : [submodule];
  });
  return [...new Set(names)];
}

function leadsAstray(name: string): boolean {
  return name === '' || name === '.' || name === '..' || /^\.git$/iu.test(name);
}
