import { cutText } from '../cut-text.ts';
import { failure } from '../failure.ts';
import type { GitDanger } from './danger.ts';
import { identity } from './identity.ts';
import { logFormat, parseBlame, parseLog } from './parse-log.ts';
import { parseStatus } from './parse-status.ts';
import { runGit, type GitOptions, type GitRun } from './run-git.ts';

/** The arguments of a call, as the schema has let them through. */
export interface GitInput {
  readonly operation: OperationName;
  readonly repository: string;
  readonly paths?: readonly string[] | undefined;
  readonly ref?: string | undefined;
  readonly name?: string | undefined;
  readonly message?: string | undefined;
  readonly action?: string | undefined;
  readonly staged: boolean;
  readonly create: boolean;
  readonly remove: boolean;
  readonly all: boolean;
  readonly force: boolean;
  readonly limit: number;
  readonly from_line?: number | undefined;
  readonly to_line?: number | undefined;
  readonly remote: string;
}

/** What an operation does to the repository, and so what an agent must hold and whether a person is asked. */
interface Operation {
  readonly touches: 'reads' | 'writes' | 'network';
  /** The danger of these arguments, as a word of `gitDangers`; undefined when there is none. */
  readonly danger?: (input: GitInput) => GitDanger | undefined;
  readonly run: (input: GitInput, git: GitRun) => Promise<unknown>;
}

export const operationNames = [
  'status',
  'diff',
  'log',
  'show',
  'blame',
  'branch',
  'add',
  'commit',
  'switch',
  'checkout',
  'restore',
  'stash',
  'tag',
  'fetch',
  'pull',
  'push',
] as const;

export type OperationName = (typeof operationNames)[number];

const writing: GitOptions = { writes: true };

/** The last options git reads: what comes after is a name or a path, whatever it looks like. */
const names = '--end-of-options';

export const operations: Readonly<Record<OperationName, Operation>> = {
  status: {
    touches: 'reads',
    run: async (_, git) =>
      parseStatus(await runGit(git, ['status', '--porcelain=v2', '--branch', '-z', '--untracked-files=all'])),
  },
  diff: {
    touches: 'reads',
    run: async (input, git) => {
      const { staged, ref } = input;
      const chosen = [
        ...(staged ? ['--cached'] : []),
        names,
        ...(ref === undefined ? [] : [ref]),
        '--',
        ...pathsOf(input, git),
      ];
      const printed = await runGit(git, ['diff', ...plainDiff, ...chosen]);
      const counted = await runGit(git, ['diff', ...plainDiff, '--numstat', '-z', ...chosen]);
      return { files: parseCounts(counted), ...(await cutText('diff', printed, git.bench)) };
    },
  },
  log: {
    touches: 'reads',
    run: async (input, git) => {
      const { ref, limit } = input;
      const chosen = [
        `--max-count=${limit}`,
        logFormat,
        names,
        ...(ref === undefined ? [] : [ref]),
        '--',
        ...pathsOf(input, git),
      ];
      return { commits: parseLog(await runGit(git, ['log', '--no-show-signature', ...chosen])) };
    },
  },
  show: {
    touches: 'reads',
    run: async (input, git) => {
      const { ref = 'HEAD' } = input;
      const [path] = pathsOf(input, git);
      if (path !== undefined) {
        const content = await runGit(git, ['show', '--no-textconv', names, `${ref}:${path}`]);
        return { ref, path, ...(await cutText('content', content, git.bench)) };
      }
      const [commit] = parseLog(await runGit(git, ['log', '--max-count=1', logFormat, names, ref, '--']));
      const printed = await runGit(git, ['show', '--format=', ...plainDiff, names, ref, '--']);
      return { ...commit, ...(await cutText('diff', printed, git.bench)) };
    },
  },
  blame: {
    touches: 'reads',
    run: async (input, git) => {
      const [path] = pathsOf(input, git);
      if (path === undefined) throw needs('blame', 'paths', git);
      const { from_line = 1, to_line = from_line + input.limit - 1, ref } = input;
      const range = `-L${from_line},${to_line}`;
      const printed = await runGit(git, [
        'blame',
        '--line-porcelain',
        range,
        ...(ref === undefined ? [] : [ref]),
        '--',
        path,
      ]);
      return { lines: parseBlame(printed) };
    },
  },
  branch: {
    touches: 'writes',
    danger: ({ remove, force }) => (remove && force ? 'deletes' : undefined),
    run: async (input, git) => {
      const { name, ref, remove, force } = input;
      if (name === undefined)
        return {
          branches: parseRefs(await runGit(git, ['for-each-ref', refFormat, 'refs/heads', 'refs/remotes'])),
        };
      if (remove) await runGit(git, ['branch', force ? '-D' : '-d', names, name], writing);
      else
        await runGit(
          git,
          ['branch', '--no-track', names, name, ...(ref === undefined ? [] : [ref])],
          writing,
        );
      return { branch: name, [remove ? 'removed' : 'created']: true };
    },
  },
  add: {
    touches: 'writes',
    run: async (input, git) => {
      const paths = input.all ? ['.'] : pathsOf(input, git);
      if (paths.length === 0) throw needs('add', 'paths', git);
      await runGit(git, ['add', '--', ...paths], writing);
      return operations.status.run(input, git);
    },
  },
  commit: {
    touches: 'writes',
    run: async (input, git) => {
      const { message, all } = input;
      if (message === undefined) throw needs('commit', 'message', git);
      const given = [
        'commit',
        '--no-verify',
        '--no-edit',
        '--cleanup=strip',
        `--message=${message}`,
        ...(all ? ['--all'] : []),
      ];
      const paths = pathsOf(input, git);
      await runGit(git, [...given, ...(paths.length === 0 ? [] : ['--only']), '--', ...paths], {
        ...writing,
        settings: identity(git),
      });
      const [commit] = parseLog(await runGit(git, ['log', '--max-count=1', logFormat]));
      return commit;
    },
  },
  switch: {
    touches: 'writes',
    run: async ({ name, ref, create }, git) => {
      const target = name ?? ref;
      if (target === undefined) throw needs('switch', 'name', git);
      const given = create
        ? ['--create', target, '--no-track', ...(name !== undefined && ref !== undefined ? [ref] : [])]
        : [target];
      await runGit(git, ['switch', '--no-guess', '--no-recurse-submodules', ...given], writing);
      return { branch: target, created: create };
    },
  },
  checkout: {
    touches: 'writes',
    danger: ({ paths }) => (paths === undefined ? undefined : 'discards_changes'),
    run: async (input, git) => {
      if (input.paths !== undefined) return operations.restore.run(input, git);
      if (input.create) return operations.switch.run(input, git);
      const target = input.ref ?? input.name;
      if (target === undefined) throw needs('checkout', 'ref', git);
      await runGit(git, ['checkout', '--no-guess', '--no-recurse-submodules', target, '--'], writing);
      return { ref: target };
    },
  },
  restore: {
    touches: 'writes',
    danger: ({ staged }) => (staged ? undefined : 'discards_changes'),
    run: async (input, git) => {
      const paths = pathsOf(input, git);
      if (paths.length === 0) throw needs('restore', 'paths', git);
      const { staged, ref } = input;
      const source = ref === undefined ? [] : [`--source=${ref}`];
      await runGit(git, ['restore', ...(staged ? ['--staged'] : []), ...source, '--', ...paths], writing);
      return { restored: paths };
    },
  },
  stash: {
    touches: 'writes',
    danger: ({ action }) => (action === 'drop' ? 'deletes' : undefined),
    run: async (input, git) => {
      const { action = 'list', message, ref = 'stash@{0}' } = input;
      if (action === 'list') return { stashes: lines(await runGit(git, ['stash', 'list'])) };
      if (action === 'push') {
        const said = message === undefined ? [] : [`--message=${message}`];
        const printed = await runGit(
          git,
          ['stash', 'push', '--include-untracked', ...said, '--', ...pathsOf(input, git)],
          {
            ...writing,
            settings: identity(git),
          },
        );
        return { said: printed.trim() };
      }
      return {
        said: (await runGit(git, ['stash', action, ref], { ...writing, settings: identity(git) })).trim(),
      };
    },
  },
  tag: {
    touches: 'writes',
    danger: ({ remove }) => (remove ? 'deletes' : undefined),
    run: async ({ name, ref, message, remove }, git) => {
      if (name === undefined)
        return {
          tags: parseRefs(await runGit(git, ['for-each-ref', refFormat, '--sort=-creatordate', 'refs/tags'])),
        };
      const made = message === undefined ? [] : ['--annotate', `--message=${message}`];
      const given = remove
        ? ['--delete', names, name]
        : [...made, names, name, ...(ref === undefined ? [] : [ref])];
      await runGit(git, ['tag', ...given], { ...writing, settings: identity(git) });
      return { tag: name, [remove ? 'removed' : 'created']: true };
    },
  },
  fetch: {
    touches: 'network',
    run: async ({ remote }, git) => {
      await runGit(
        git,
        ['fetch', '--no-recurse-submodules', '--no-auto-maintenance', '--prune', names, remote],
        connecting,
      );
      return { fetched: remote };
    },
  },
  pull: {
    touches: 'network',
    run: async ({ remote, name }, git) => {
      const given = [
        'pull',
        '--ff-only',
        '--no-recurse-submodules',
        names,
        remote,
        ...(name === undefined ? [] : [name]),
      ];
      const said = await runGit(git, given, { ...connecting, settings: identity(git) });
      return { said: said.trim() };
    },
  },
  push: {
    touches: 'network',
    danger: ({ force }) => (force ? 'overwrites_remote' : 'publishes'),
    run: async ({ remote, name, force }, git) => {
      const branch = name ?? (await runGit(git, ['symbolic-ref', '--short', 'HEAD'])).trim();
      // Even with force, only over what was last seen: not over what somebody else has pushed since.
      const given = [
        'push',
        '--no-verify',
        '--porcelain',
        ...(force ? ['--force-with-lease'] : []),
        names,
        remote,
        branch,
      ];
      return { pushed: branch, remote, said: lines(await runGit(git, given, connecting)) };
    },
  },
};

const connecting: GitOptions = { writes: true, network: true };

const plainDiff = ['--no-ext-diff', '--no-textconv', '--no-color', '--submodule=short'];

const refFormat = '--format=%(refname:short)%1f%(objectname:short)%1f%(HEAD)%1f%(contents:subject)';

/** Paths from the work tree, judged like every path. */
function pathsOf({ paths = [] }: GitInput, { repository, bench }: GitRun): string[] {
  return paths.map((path) => {
    const inside = path.startsWith('/') ? path : `${repository.workTree}/${path}`;
    const place = bench.files.locate(inside, 'read');
    return place.path === repository.workTree ? '.' : place.path.slice(repository.workTree.length + 1);
  });
}

function needs(operation: string, parameter: string, { bench }: GitRun): Error {
  return failure('Git', 'parameter_needed', { operation, parameter }, bench);
}

function lines(printed: string): string[] {
  return printed.split('\n').filter((line) => line !== '');
}

function parseRefs(printed: string): object[] {
  return lines(printed).map((line) => {
    const [name, commit, head, subject] = line.split('\x1f');
    return { name, commit, ...(head === '*' && { current: true }), subject };
  });
}

/** `--numstat -z`; a renamed file has its two names in the entries that follow. */
function parseCounts(printed: string): object[] {
  const entries = printed.split('\0');
  const files: object[] = [];
  for (let at = 0; at < entries.length; at++) {
    const [added, removed, path] = (entries[at] ?? '').split('\t');
    if (path === undefined) continue;
    const named = path === '' ? entries[(at += 2)] : path;
    files.push({ path: named, added: count(added), removed: count(removed) });
  }
  return files;
}

/** Null for a binary file, whose lines are not counted. */
function count(text: string | undefined): number | null {
  return text === '-' || text === undefined ? null : Number(text);
}
