import type { GitSetting } from '../../fence/commands/git-settings.ts';
import type { ProcessRequest } from '../../fence/processes/processes.ts';
import type { Bench } from '../bench.ts';
import { failure } from '../failure.ts';
import { safeEnvironmentFor, type SafeRepository } from './safe-git.ts';

export interface GitRun {
  readonly repository: SafeRepository;
  readonly bench: Bench;
  readonly signal: AbortSignal;
  /** Hears what each git command took. */
  readonly onUsage?: ProcessRequest['onUsage'];
  /** A file with the certificates that a server's must be signed by, in place of the system's. */
  readonly certificates?: string | undefined;
}

export interface GitOptions {
  readonly writes?: boolean | undefined;
  readonly network?: boolean | undefined;
  /** Settings of ours. */
  readonly settings?: readonly GitSetting[] | undefined;
  /** Added to its surroundings, such as who commits. */
  readonly environment?: { readonly [name: string]: string } | undefined;
  readonly input?: string | undefined;
  /** Exit codes that are answers and no failures. @default [0] */
  readonly accepts?: readonly number[] | undefined;
}

/** Runs one git command and gives what it printed. What git refuses is a failure with git's own words. */
export async function runGit(
  { repository, bench, signal, onUsage, certificates }: GitRun,
  given: readonly string[],
  { writes, network, settings = [], environment, input, accepts = [0] }: GitOptions = {},
): Promise<string> {
  const { gitDirectory, workTree, outside, folder, isAbove } = repository;
  const trusted = certificates === undefined ? [] : [{ name: 'http.sslCAInfo', value: certificates }];
  const own = [...settings, ...(network ? trusted : [])];
  const { exitCode, stdout, stderr, outputCut } = await bench.processes.run({
    // The work tree is said because a repository can also name another folder.
    argv: ['git', '--no-pager', `--git-dir=${gitDirectory}`, `--work-tree=${workTree}`, ...given],
    directory: folder,
    environment: { ...safeEnvironmentFor(repository, { network: network ?? false, own }), ...environment },
    writes: writes ? 'project' : 'nothing',
    network: network ? 'allow_list' : 'none',
    // Without all of the work tree, git would miss the lists of ignored files that stand above the project.
    reads: [
      ...(writes ? [] : outside),
      ...(isAbove ? [workTree] : []),
      ...(certificates === undefined ? [] : [certificates]),
    ],
    writesOutside: writes ? outside : [],
    input: input === undefined ? undefined : Buffer.from(input),
    signal,
    onUsage,
    maxOutputBytes: maxOutput,
  });
  if (exitCode !== null && accepts.includes(exitCode)) {
    const left = protectedLeft(stderr.toString('utf8'));
    if (left === '') return stdout.toString('utf8');
    throw failure('Git', 'protected_left', { operation: given[0] ?? '', paths: left }, bench);
  }
  // What was cut was ended for it, and what has come is still an answer.
  if (outputCut) return stdout.toString('utf8');
  const words = `${stderr.toString('utf8')}\n${stdout.toString('utf8')}`.trim().slice(0, 2000);
  if (/\.lock': File exists/u.test(words)) throw failure('Git', 'repository_locked', { words }, bench);
  throw failure('Git', 'git_refused', { operation: given[0] ?? '', words }, bench);
}

/** Files that git was kept from changing. It goes on without them, and ends as if nothing had been amiss. */
function protectedLeft(words: string): string {
  const refused =
    /^(?:error|warning): (?:unable to (?:unlink old|unlink|create file)|failed to remove) '?(.+?)'?: (?:Read-only file system|Device or resource busy|Operation not permitted)$/gmu;
  return [...new Set([...words.matchAll(refused)].map(([, path = '']) => path))].slice(0, 20).join(', ');
}

const maxOutput = 64_000_000;
