import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { cutList } from '../cut-list.ts';
import { failure } from '../failure.ts';
import { outputLimits } from '../outputs.ts';
import { identity } from './identity.ts';
import { lastCommit, status } from './looking.ts';
import { names, type GitInput, type Operation } from './operation.ts';
import { parseRefs, parseStashes, refFormat, stashFormat } from './parse.ts';
import { pathsOf } from './paths.ts';
import { runGit, type GitOptions, type GitRun } from './run-git.ts';

/** The operations that change the repository or its work tree. */

const writing: GitOptions = { writes: true };

/** Paths are given on standard input, where there is room for all of them. */
const byInput = ['--pathspec-from-file=-', '--pathspec-file-nul'];

export const branch: Operation = {
  touches: 'writes',
  lists: ({ name }) => name === undefined,
  danger: ({ remove }) => (remove ? 'deletes' : undefined),
  ref: ({ name, remove }) => (remove ? `refs/heads/${name}` : undefined),
  run: async ({ name, ref, remove, force }, git) => {
    if (name === undefined) return listRefs('branches', ['refs/heads', 'refs/remotes'], git);
    const start = ref === undefined ? [] : [ref];
    const given = remove ? [force ? '-D' : '-d', names, name] : ['--no-track', names, name, ...start];
    await runGit(git, ['branch', ...given], writing);
    return { branch: name, [remove ? 'removed' : 'created']: true };
  },
};

export const tag: Operation = {
  touches: 'writes',
  lists: ({ name }) => name === undefined,
  danger: ({ remove }) => (remove ? 'deletes' : undefined),
  ref: ({ name, remove }) => (remove ? `refs/tags/${name}` : undefined),
  run: async ({ name, ref, message, remove }, git) => {
    if (name === undefined) return listRefs('tags', ['--sort=-creatordate', 'refs/tags'], git);
    if (remove) await runGit(git, ['tag', '--delete', names, name], writing);
    else {
      const made =
        message === undefined ? [] : ['--annotate', '--cleanup=whitespace', `--message=${message}`];
      const given = [...made, names, name, ...(ref === undefined ? [] : [ref])];
      const environment = message === undefined ? {} : await identity(git);
      await runGit(git, ['tag', '--no-sign', ...given], { ...writing, environment });
    }
    return { tag: name, [remove ? 'removed' : 'created']: true };
  },
};

export const add: Operation = {
  touches: 'writes',
  missing: (input) => (input.all ? undefined : withoutPaths(input)),
  run: async (input, git) => {
    const paths = input.all ? ['.'] : pathsOf(input, git);
    const changed = await findChanged(
      ['--modified', '--deleted', '--others', '--exclude-standard'],
      paths,
      git,
    );
    if (changed.length === 0) await explainNothing(paths, git);
    else {
      await runGit(git, ['add', '--all', ...byInput], { ...writing, input: changed.join('\0') });
    }
    return status.run(input, git);
  },
};

export const commit: Operation = {
  touches: 'writes',
  missing: ({ message }) => (message === undefined ? 'message' : undefined),
  run: async (input, git) => {
    const { message = '' } = input;
    const { isAbove } = git.repository;
    // Of a repository above the project, only what is in the project.
    const all = input.all && !isAbove;
    const paths = input.all && isAbove ? ['.'] : pathsOf(input, git);
    if (all || paths.length > 0) await findChanged(['--modified'], all ? ['.'] : paths, git);
    if (isAbove && paths.length === 0) await refuseOthersStaged(git);
    const given = [
      '--no-verify',
      '--no-edit',
      '--no-gpg-sign',
      '--cleanup=whitespace',
      `--message=${message}`,
    ];
    const chosen = [...(all ? ['--all'] : []), ...(paths.length === 0 ? [] : ['--only']), '--', ...paths];
    await runGit(git, ['commit', ...given, ...chosen], { ...writing, environment: await identity(git) });
    return lastCommit(git, 'HEAD');
  },
};

const switchBranch: Operation = {
  touches: 'writes',
  concernsAll: () => true,
  missing: ({ name }) => (name === undefined ? 'name' : undefined),
  run: async ({ name = '', ref, create }, git) => {
    const given = create ? ['--create', name, '--no-track', ...(ref === undefined ? [] : [ref])] : [name];
    await runGit(git, ['switch', '--quiet', '--no-guess', '--no-recurse-submodules', ...given], writing);
    return { branch: name, created: create };
  },
};
export { switchBranch as switch };

export const restore: Operation = {
  touches: 'writes',
  writesPaths: true,
  missing: withoutPaths,
  putsBack: ({ staged }) => !staged,
  run: async (input, git) => {
    const { staged, ref } = input;
    const paths = pathsOf(input, git, staged ? 'read' : 'write');
    const given = [
      ...(staged ? ['--staged'] : []),
      ...(ref === undefined ? [] : [`--source=${ref}`]),
      '--no-recurse-submodules',
      '--',
      ...paths,
    ];
    await runGit(git, ['restore', ...given], writing);
    return { restored: paths };
  },
};

export const checkout: Operation = {
  touches: 'writes',
  writesPaths: true,
  missing: (input) => {
    const { paths, create, name, ref } = input;
    if (paths !== undefined) return withoutPaths(input);
    if (create) return name === undefined ? 'name' : undefined;
    return (ref ?? name) === undefined ? 'ref' : undefined;
  },
  putsBack: ({ paths }) => paths !== undefined,
  concernsAll: ({ paths }) => paths === undefined,
  run: async (input, git) => {
    if (input.paths !== undefined) return restore.run({ ...input, staged: false }, git);
    if (input.create) return switchBranch.run(input, git);
    const target = input.ref ?? input.name ?? '';
    const given = ['--quiet', '--no-guess', '--no-recurse-submodules', target, '--'];
    await runGit(git, ['checkout', ...given], writing);
    return { ref: target };
  },
};

export const stash: Operation = {
  touches: 'writes',
  lists: ({ action }) => action === 'list',
  concernsAll: ({ action }) => action !== 'list',
  danger: ({ action }) => (action === 'drop' ? 'drops_stash' : undefined),
  ref: ({ action, ref = 'stash@{0}' }) => (action === 'list' || action === 'push' ? undefined : ref),
  run: async (input, git) => {
    const { action, message, ref = 'stash@{0}' } = input;
    if (action === 'list') {
      const printed = await runGit(git, ['stash', 'list', '-z', stashFormat]);
      return cutList('stashes', parseStashes(printed), outputLimits.lines, git.bench);
    }
    if (action !== 'push') return { said: (await runGit(git, ['stash', action, ref], writing)).trim() };
    const environment = await identity(git);
    const paths = pathsOf(input, git);
    // Git finds no file by a name that is staged to be deleted.
    const deleted = await listDifferences(['--cached', '--diff-filter=D'], paths, git);
    if (deleted.length > 0)
      await runGit(git, ['reset', '--quiet', ...byInput], { ...writing, input: deleted.join('\0') });
    // Named one by one: for everything, git would also clean up folders, which the fence holds on to.
    const changed = await listDifferences([], paths, git);
    const unknown = await runGit(git, ['ls-files', '-z', '--others', '--exclude-standard', '--', ...paths]);
    const chosen = [...changed, ...unknown.split('\0')].filter((path) => path !== '' && !path.endsWith('/'));
    if (chosen.length === 0) return { said: 'No local changes to save' };
    const said = message === undefined ? [] : [`--message=${message}`];
    const given = ['stash', 'push', '--include-untracked', ...said, ...byInput];
    return { said: (await runGit(git, given, { ...writing, environment, input: chosen.join('\0') })).trim() };
  },
};

function withoutPaths({ paths = [] }: GitInput): string | undefined {
  return paths.length === 0 ? 'paths' : undefined;
}

async function listRefs(name: string, chosen: readonly string[], git: GitRun): Promise<object> {
  const printed = await runGit(git, ['for-each-ref', refFormat, ...chosen]);
  return cutList(name, parseRefs(printed), outputLimits.lines, git.bench);
}

/**
 * The files that would be taken in. Named one by one: for a whole folder git would go into its submodules and obey what
 * stands there. A file that goes through a filter would be taken in as it is, for the filter is not run: that is refused.
 */
async function findChanged(
  kinds: readonly string[],
  paths: readonly string[],
  git: GitRun,
): Promise<string[]> {
  const listed = await runGit(git, ['ls-files', '-z', ...kinds, '--', ...paths]);
  const submodules = await runGit(git, ['ls-files', '-z', '--stage', '--', ...paths]);
  const links = new Set(
    submodules
      .split('\0')
      .flatMap((entry) => (entry.startsWith('160000 ') ? [entry.slice(entry.indexOf('\t') + 1)] : [])),
  );
  // What ends with a slash is a repository of its own.
  const changed = [...new Set(listed.split('\0'))].filter(
    (path) => path !== '' && !path.endsWith('/') && !links.has(path),
  );
  const given = ['check-attr', '-z', '--stdin', 'filter'];
  const attributes = (await runGit(git, given, { input: changed.join('\0') })).split('\0');
  for (let at = 0; at + 2 < attributes.length; at += 3) {
    const [path = '', , filter = ''] = attributes.slice(at, at + 3);
    if (!/^(?:unspecified|unset|set)$/u.test(filter))
      throw failure('Git', 'needs_filter', { path, filter }, git.bench);
  }
  return changed;
}

/** What is staged elsewhere in the repository would be committed along with the project. */
async function refuseOthersStaged(git: GitRun): Promise<void> {
  const list = [
    'diff',
    '--cached',
    '--name-only',
    '-z',
    '--no-renames',
    '--no-ext-diff',
    '--ignore-submodules=all',
  ];
  const countOf = (listed: string): number => listed.split('\0').length;
  const [all, own] = await Promise.all([
    runGit(git, [...list, '--no-relative']),
    runGit(git, [...list, '--relative']),
  ]);
  if (countOf(all) > countOf(own)) throw failure('Git', 'staged_elsewhere', {}, git.bench);
}

/** The files that differ from the last commit. */
async function listDifferences(
  kinds: readonly string[],
  paths: readonly string[],
  git: GitRun,
): Promise<string[]> {
  const options = ['--name-only', '-z', '--no-renames', '--no-ext-diff', '--ignore-submodules=all'];
  const listed = await runGit(git, ['diff', ...options, ...kinds, 'HEAD', '--', ...paths]);
  return listed.split('\0').filter((path) => path !== '');
}

/** Nothing to add is fine when git knows the paths; otherwise somebody should hear why. */
async function explainNothing(paths: readonly string[], git: GitRun): Promise<void> {
  for (const path of paths) {
    if (path === '.' || (await runGit(git, ['ls-files', '-z', '--', path])) !== '') continue;
    const there = lstatSync(join(git.repository.folder, path), { throwIfNoEntry: false });
    throw failure('Git', there === undefined ? 'path_not_found' : 'path_ignored', { path }, git.bench);
  }
}
