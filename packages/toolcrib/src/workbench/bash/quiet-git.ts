import { existsSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import { uncontainedEnvironment } from '../../fence/commands/command-environment.ts';
import type { CommandVerdict } from '../../fence/commands/command-guard.ts';
import {
  leadsOutside,
  listSettings,
  parseSettings,
  takesInFiles,
  withoutFiles,
  withoutPrograms,
  type GitSetting,
} from '../../fence/commands/git-settings.ts';
import { gitSubcommands } from '../../fence/commands/programs/git-subcommands.ts';
import { StartError } from '../../fence/processes/start-error.ts';
import type { Bench } from '../bench.ts';
import { failure } from '../failure.ts';
import { isRepositoryInside, leadsOut } from './outside-repository.ts';

/** How git is kept from starting what the settings of the repository name. */
export interface QuietGit {
  readonly environment: Readonly<Record<string, string>>;
  /** Settings that it has to follow all the same, for a person to look at. */
  readonly follows: readonly GitSetting[];
  /** It would show what a repository holds that does not lie in the project. */
  readonly showsOutside: boolean;
}

/**
 * Looks at the repository before git is started where nothing contains it. Undefined when there is nothing to look at, or
 * when the person is asked anyway whether code of the project may run.
 */
export async function quietGit(verdict: CommandVerdict, bench: Bench): Promise<QuietGit | undefined> {
  if (verdict.decision === 'block' || bench.processes.layer() !== 'checks') return undefined;
  if (!verdict.programs.some((program) => basename(program) === 'git')) return undefined;
  if (verdict.decision === 'ask' && verdict.reasons.some(({ word }) => word === 'runs_project_code'))
    return undefined;
  const settings = await settingsIn(bench.files.root, bench).catch((error: unknown) => {
    // Where there is no git, the line says so itself.
    if (error instanceof StartError && error.code === 'ENOENT') return [];
    throw error;
  });
  const aliases = settings.filter(hidesSubcommand).map(({ name }) => ({ name, value: '' }));
  const isOutside = (path: string): boolean => leadsOut(path, bench);
  const environment = uncontainedEnvironment([
    ...withoutPrograms(settings),
    ...withoutFiles(settings, isOutside),
    ...aliases,
  ]);
  return {
    // What is missing in the repository would be fetched from wherever it says; who wants to fetch is asked.
    environment: verdict.decision === 'ask' ? environment : { ...environment, GIT_ALLOW_PROTOCOL: 'https' },
    follows: settings.filter(
      (setting) =>
        leadsOutside(setting, isOutside) || (isFollowed(setting) && !isLargeFileStorage(setting, settings)),
    ),
    showsOutside: verdict.showsRepository && !isRepositoryInside(settings, bench),
  };
}

/** Filters decide what is committed, and a comparison by another program has no other: git does not do without them. */
function isFollowed(setting: GitSetting): boolean {
  const { name, value } = setting;
  const starts = /^(?:filter\..*\.(?:clean|smudge|process)|diff\.external|diff\..*\.command)$/isu.test(name);
  return takesInFiles(setting) || (starts && value !== '');
}

/** What `git lfs install` writes starts a program of the system, unless more is written that leads it on to others. */
function isLargeFileStorage({ name, value }: GitSetting, settings: readonly GitSetting[]): boolean {
  const own = /^git-lfs (?:(?:clean|smudge(?: --skip)?) -- %f|filter-process(?: --skip)?)$/u;
  const leadsOn = /^lfs\.(?:.*\.)?(?:extension|customtransfer|standalonetransferagent)/isu;
  return (
    name.startsWith('filter.lfs.') && own.test(value) && !settings.some((each) => leadsOn.test(each.name))
  );
}

/** A git that does not have a subcommand takes an alias for it. */
function hidesSubcommand({ name }: GitSetting): boolean {
  return gitSubcommands.has(/^alias\.(.*?)(?:\.command)?$/isu.exec(name)?.[1] ?? '');
}

/** The settings of a repository and of those in it that it has in its index, into which git goes by itself. */
async function settingsIn(
  folder: string,
  bench: Bench,
  seen: Set<string> = new Set(),
): Promise<GitSetting[]> {
  const place = realpathSync(folder);
  if (seen.has(place)) return [];
  seen.add(place);
  const [listed, indexed] = await Promise.all([
    askGit(folder, listSettings, bench),
    askGit(folder, ['ls-files', '--stage', '-z', ':/'], bench),
  ]);
  // Outside a repository there is no index; one that is too long to look through is another matter.
  if (listed.exitCode !== 0 || indexed.exitCode === null)
    throw failure('Bash', 'git_refused', { operation: 'config', words: listed.words }, bench);
  const settings = parseSettings(listed.said);
  for (const entry of indexed.said.split('\0')) {
    const [, path] = /^160000 .*?\t(.+)$/su.exec(entry) ?? [];
    if (path === undefined || !existsSync(join(folder, path, '.git'))) continue;
    settings.push(...(await settingsIn(join(folder, path), bench, seen)));
  }
  return settings;
}

/** To read settings and the index starts nothing. */
async function askGit(
  folder: string,
  given: readonly string[],
  { processes, files }: Bench,
): Promise<{ readonly exitCode: number | null; readonly said: string; readonly words: string }> {
  const { exitCode, stdout, stderr } = await processes.run({
    argv: ['git', '-C', folder, ...given],
    directory: files.root,
    environment: uncontainedEnvironment([]),
    writes: 'nothing',
    signal: AbortSignal.timeout(patience),
    maxOutputBytes: maxOutput,
  });
  return { exitCode, said: stdout.toString('utf8'), words: stderr.toString('utf8').trim().slice(0, 2000) };
}

/** Milliseconds; a configuration can also be a pipe, from which nothing ever comes. */
const patience = 10_000;
const maxOutput = 64_000_000;
