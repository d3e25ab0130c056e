import { join, relative } from 'node:path';
import { uncontainedEnvironment } from '../../fence/commands/command-environment.ts';
import { isInside } from '../../fence/is-inside.ts';
import type { Bench } from '../bench.ts';
import type { Repository } from '../repository-of.ts';

interface Question {
  /** Absolute; of a folder, all that is in it. */
  readonly paths: readonly string[];
  readonly of: 'index' | 'commit';
  readonly bench: Pick<Bench, 'processes' | 'files'>;
}

/** More paths than these are not named one by one. */
const maxNamed = 100;
/** Milliseconds. */
const patience = 10_000;
const maxOutput = 64_000_000;

/** What git has of these files: their digests, by path. Undefined when it does not tell. */
export async function contentsInGit(
  { workTree, gitDirectory, common }: Repository,
  { paths, of, bench: { processes, files } }: Question,
): Promise<ReadonlyMap<string, string> | undefined> {
  const { root } = files;
  const all = isInside(workTree, root) ? root : workTree;
  const named = paths.length > maxNamed ? [all] : paths;
  const { command, entry, isRelative } = listings[of];
  const given = isRelative ? named.map((path) => relative(workTree, path)) : named;
  try {
    // Neither command starts anything or goes anywhere.
    const { exitCode, stdout, outputCut } = await processes.run({
      argv: [
        'git',
        `--git-dir=${gitDirectory}`,
        `--work-tree=${workTree}`,
        ...command,
        ...(given.includes('') ? [] : ['--', ...given]),
      ],
      directory: all,
      environment: {
        ...uncontainedEnvironment([]),
        GIT_LITERAL_PATHSPECS: '1',
        GIT_NO_LAZY_FETCH: '1',
        GIT_OPTIONAL_LOCKS: '0',
      },
      writes: 'nothing',
      reads: [gitDirectory, common].filter((path) => !isInside(root, path)),
      signal: AbortSignal.timeout(patience),
      maxOutputBytes: maxOutput,
    });
    if (exitCode !== 0 || outputCut) return undefined;
    const digests = new Map<string, string>();
    for (const listed of stdout.toString('utf8').split('\0')) {
      const [, digest = '', path = ''] = entry.exec(listed) ?? [];
      if (digest !== '') digests.set(join(workTree, path), digest);
    }
    return digests;
  } catch {
    return undefined;
  }
}

/** Regular files only: what else there is holds nothing that could be overwritten. */
const listings = {
  index: {
    command: ['ls-files', '--stage', '--full-name', '-z'],
    entry: /^100\d{3} ([0-9a-f]+) 0\t(.+)$/su,
    isRelative: false,
  },
  commit: {
    command: ['ls-tree', '-r', '--full-tree', '-z', 'HEAD'],
    entry: /^100\d{3} blob ([0-9a-f]+)\t(.+)$/su,
    isRelative: true,
  },
} as const;
