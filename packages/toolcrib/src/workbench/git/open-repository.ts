import { createError } from '@toolcrib/core';
import { failure } from '../failure.ts';
import { findRepository } from './repository.ts';
import { runGit, type GitRun } from './run-git.ts';
import { parseSettings } from './safe-git.ts';

/** Gets to know a repository before anything is done with it: what its configuration says, and what its index holds. */
export async function openRepository(
  folder: string,
  { bench, signal, certificates }: Pick<GitRun, 'bench' | 'signal' | 'certificates'>,
): Promise<GitRun> {
  const place = findRepository(folder, bench);
  const unknown = { ...place, settings: [], submodules: [] };
  const git: GitRun = { repository: unknown, bench, signal, certificates };
  // Reading the configuration executes nothing; everything after it knows what must be switched off.
  const [listed, modules] = await Promise.all([
    runGit(git, ['config', '--list', '--show-scope', '--no-includes', '-z']),
    listSubmodules(git),
  ]);
  const settings = parseSettings(listed);
  const included = settings.find(({ name }) => /^include(?:if\..*)?\.path$/isu.test(name));
  // What stands there could change before it is obeyed: it need not lie in the folder that nobody may write.
  if (included !== undefined)
    throw failure('Git', 'configuration_elsewhere', { setting: included.name }, bench);
  const opened = { ...git, repository: { ...place, settings, submodules: modules } };
  await checkIndex(opened);
  return opened;
}

async function listSubmodules(git: GitRun): Promise<string[]> {
  const { workTree } = git.repository;
  if (git.bench.files.locate(`${workTree}/.gitmodules`, 'read').kind !== 'file') return [];
  const given = ['config', '--file', '.gitmodules', '--name-only', '--no-includes', '--list', '-z'];
  const names = (await runGit(git, given)).split('\0').flatMap((name) => {
    const [, submodule] = /^submodule\.(.*)\.[^.]*$/su.exec(name) ?? [];
    return submodule === undefined ? [] : [submodule];
  });
  return [...new Set(names)];
}

/** Git believes its index: a path in it that leads out is read there, and written there. */
async function checkIndex(git: GitRun): Promise<void> {
  const paths = await runGit(git, ['ls-files', '-z', '--full-name']);
  const bad = paths.split('\0').find((path) => path !== '' && path.split('/').some(leadsAstray));
  if (bad !== undefined) throw createError('outside_project', { path: bad });
}

function leadsAstray(name: string): boolean {
  return name === '' || name === '.' || name === '..' || /^\.git$/iu.test(name);
}
