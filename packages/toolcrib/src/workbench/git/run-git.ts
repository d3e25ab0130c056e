import type { Bench } from '../bench.ts';
import { failure } from '../failure.ts';
import { safeArguments, safeEnvironment, type SafeRepository } from './safe-git.ts';

export interface GitRun {
  readonly repository: SafeRepository;
  readonly bench: Bench;
  readonly signal: AbortSignal;
}

export interface GitOptions {
  readonly writes?: boolean | undefined;
  readonly network?: boolean | undefined;
  /** Settings of ours, such as who commits. */
  readonly settings?: readonly string[] | undefined;
  /** Exit codes that are answers and no failures. @default [0] */
  readonly accepts?: readonly number[] | undefined;
}

/** Runs one git command and gives what it printed. What git refuses is a failure with git's own words. */
export async function runGit(
  { repository, bench, signal }: GitRun,
  given: readonly string[],
  { writes = false, network = false, settings = [], accepts = [0] }: GitOptions = {},
): Promise<string> {
  const { exitCode, stdout, stderr, outputCut } = await bench.processes.run({
    argv: ['git', ...safeArguments(repository), ...settings.flatMap((setting) => ['-c', setting]), ...given],
    directory: repository.workTree,
    environment: safeEnvironment,
    writes: writes ? 'project' : 'nothing',
    network: network ? 'allow_list' : 'none',
    signal,
    maxOutputBytes: maxOutput,
  });
  if (exitCode !== null && accepts.includes(exitCode)) return stdout.toString('utf8');
  // What was cut was ended for it, and what has come is still an answer.
  if (outputCut) return stdout.toString('utf8');
  const words = `${stderr.toString('utf8')}\n${stdout.toString('utf8')}`.trim().slice(0, 2000);
  throw failure('Git', 'git_refused', { operation: given[0] ?? '', words }, bench);
}

const maxOutput = 16_000_000;
