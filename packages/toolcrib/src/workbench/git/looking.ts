import { relative, resolve } from 'node:path';
import { cutList } from '../cut-list.ts';
import { cutText } from '../cut-text.ts';
import { outputLimits } from '../outputs.ts';
import { names, type Operation } from './operation.ts';
import { logFormat, parseBlame, parseCounts, parseLog, type Commit } from './parse.ts';
import { parseStatus, type FileStatus } from './parse-status.ts';
import { chosenPaths, pathsOf } from './paths.ts';
import { runGit, type GitRun } from './run-git.ts';

/** The operations that only look. */

export const status: Operation = {
  touches: 'reads',
  run: async (_, git) => {
    const options = [
      '--porcelain=v2',
      '--branch',
      '-z',
      '--untracked-files=all',
      '--ignore-submodules=dirty',
    ];
    const chosen = ['--', ...chosenPaths({}, git)];
    const { files: found, ...rest } = parseStatus(await runGit(git, ['status', ...options, ...chosen]));
    const files = found.map((file) => fromFolder(file, git));
    return { ...rest, ...(await cutList('files', files, outputLimits.lines, git.bench)) };
  },
};

export const diff: Operation = {
  touches: 'reads',
  run: async (input, git) => {
    const { staged, ref } = input;
    const chosen = [
      ...(staged ? ['--cached'] : []),
      '--relative',
      names,
      ...(ref === undefined ? [] : [ref]),
      '--',
      ...chosenPaths(input, git),
    ];
    const printed = await runGit(git, ['diff', ...plainDiff, ...chosen]);
    const counted = await runGit(git, ['diff', ...plainDiff, '--numstat', '-z', ...chosen]);
    const files = await cutList('files', parseCounts(counted), outputLimits.lines, git.bench);
    return { ...files, ...(await cutText('diff', printed, git.bench)) };
  },
};

export const log: Operation = {
  touches: 'reads',
  run: async (input, git) => {
    const { ref, limit } = input;
    if (ref === undefined && !(await hasCommits(git))) return { commits: [], total: 0 };
    const chosen = [names, ...(ref === undefined ? [] : [ref]), '--', ...chosenPaths(input, git)];
    const printed = await runGit(git, ['log', `--max-count=${limit}`, '-z', logFormat, ...chosen]);
    return cutList('commits', parseLog(printed), limit, git.bench);
  },
};

export const show: Operation = {
  touches: 'reads',
  run: async (input, git) => {
    const { ref = 'HEAD' } = input;
    const [path] = pathsOf(input, git);
    if (path !== undefined) {
      const content = await runGit(git, ['show', '--no-textconv', names, `${ref}:./${path}`]);
      if (content.includes('\0')) return { ref, path, binary: true };
      return { ref, path, ...(await cutText('content', content, git.bench)) };
    }
    const commit = await lastCommit(git, ref);
    const printed = await runGit(git, [
      'show',
      '--format=',
      '--relative',
      ...plainDiff,
      names,
      ref,
      '--',
      ...chosenPaths({}, git),
    ]);
    return { ...commit, ...(await cutText('diff', printed, git.bench)) };
  },
};

export const blame: Operation = {
  touches: 'reads',
  missing: ({ paths = [] }) => (paths.length === 0 ? 'paths' : undefined),
  run: async (input, git) => {
    const [path = ''] = pathsOf(input, git);
    checkIgnoredRevisions(git);
    const { from_line: from = 1, to_line: to = from + input.limit - 1, ref } = input;
    const chosen = [`-L${from},${to}`, ...(ref === undefined ? [] : [ref]), '--', path];
    const printed = await runGit(git, ['blame', '--line-porcelain', ...chosen]);
    return cutList('lines', parseBlame(printed), input.limit, git.bench);
  },
};

/** Git names the files of its status from the work tree, wherever it runs. */
function fromFolder(file: FileStatus, { repository: { workTree, folder, isAbove } }: GitRun): FileStatus {
  if (!isAbove) return file;
  const here = (path: string): string => relative(folder, resolve(workTree, path));
  const { path, renamed_from } = file;
  return {
    ...file,
    path: here(path),
    ...(renamed_from !== undefined && { renamed_from: here(renamed_from) }),
  };
}

/** What stands in this file is shown when git cannot read it, and no setting takes it back. */
function checkIgnoredRevisions({ repository, bench }: GitRun): void {
  for (const { name, value } of repository.settings) {
    if (name === 'blame.ignorerevsfile') bench.files.locate(resolve(repository.workTree, value), 'read');
  }
}

/** The commit that a name stands for. */
export async function lastCommit(git: GitRun, ref: string): Promise<Commit | undefined> {
  const printed = await runGit(git, ['log', '--max-count=1', '-z', logFormat, names, ref, '--']);
  return parseLog(printed)[0];
}

async function hasCommits(git: GitRun): Promise<boolean> {
  const given = ['rev-parse', '--verify', '--quiet', 'HEAD'];
  return (await runGit(git, given, { accepts: [0, 1] })) !== '';
}

const plainDiff = [
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--submodule=short',
  '--ignore-submodules=dirty',
];
