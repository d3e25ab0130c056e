import { names, type Operation } from './operation.ts';
import { needs } from './paths.ts';
import { runGit, type GitOptions } from './run-git.ts';

/** The operations that talk to a server. */

const connected: GitOptions = { writes: true, network: true };

export const fetch: Operation = {
  touches: 'network',
  run: async ({ remote }, git) => {
    const given = ['--no-recurse-submodules', '--no-auto-maintenance', '--prune', names, remote];
    await runGit(git, ['fetch', ...given], connected);
    return { fetched: remote };
  },
};

export const pull: Operation = {
  touches: 'network',
  run: async ({ remote, name }, git) => {
    const given = ['--ff-only', '--no-rebase', '--no-autostash', '--no-recurse-submodules'];
    const from = [remote, ...(name === undefined ? [] : [name])];
    return { said: (await runGit(git, ['pull', ...given, names, ...from], connected)).trim() };
  },
};

export const push: Operation = {
  touches: 'network',
  danger: ({ force }) => (force ? 'overwrites_remote' : 'publishes'),
  run: async ({ remote, name, force }, git) => {
    const current = ['symbolic-ref', '--quiet', '--short', 'HEAD'];
    const branch = name ?? (await runGit(git, current, { accepts: [0, 1] })).trim();
    if (branch === '') throw needs('push', 'name', git);
    const given = [
      '--no-verify',
      '--porcelain',
      '--no-follow-tags',
      '--recurse-submodules=no',
      // Even with force, only over what was last seen: not over what somebody else has pushed since.
      ...(force ? ['--force-with-lease'] : []),
      names,
      remote,
      // Both ends are said, or a setting of the repository says where it goes.
      `refs/heads/${branch}:refs/heads/${branch}`,
    ];
    const said = (await runGit(git, ['push', ...given], connected)).split('\n').filter((line) => line !== '');
    return { pushed: branch, remote, said };
  },
};
