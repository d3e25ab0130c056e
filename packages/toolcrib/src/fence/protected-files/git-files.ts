import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { isInside } from '../is-inside.ts';
import { findProgram } from '../processes/trusted-programs.ts';
import { programFilesOf } from '../program-files.ts';

/**
 * Finds what git on this machine executes or follows in a project: its repository when that has another place than `.git`,
 * the folder of its hooks, and the files that its settings name, those of the user included. Reads settings again when a file
 * that they come from has changed.
 */
export function createGitFiles(root: string): () => readonly string[] {
  let known:
    | { readonly stamp: string; readonly origins: readonly string[]; readonly files: readonly string[] }
    | undefined;
  return () => {
    const places = [...userSettings(), ...repositoryFiles(root), ...(known?.origins ?? [])];
    const stamp = stampOf(places);
    if (known?.stamp !== stamp) {
      const { origins, files } = filesOfSettings(root);
      known = { stamp: stampOf([...userSettings(), ...repositoryFiles(root), ...origins]), origins, files };
    }
    return [...new Set([...repositoryFiles(root).filter((path) => isOwn(root, path)), ...known.files])];
  };
}

/** Settings that are commands, and run outside the sandbox. */
const commands =
  /^(?:core\.(?:fsmonitor|sshcommand|pager|editor|askpass|gitproxy|alternaterefscommand)|sequence\.editor|pager\..*|alias\..*|diff\.external|diff\..*\.(?:command|textconv)|merge\..*\.driver|filter\..*\.(?:clean|smudge|process)|credential\.(?:.*\.)?helper|gpg\.(?:.*\.)?program|gpg\.ssh\.defaultkeycommand|interactive\.difffilter|(?:diff|merge|gui)tool\..*\.(?:cmd|path)|(?:browser|man)\..*\.(?:cmd|path)|sendemail\..*cmd|trailer\..*\.(?:cmd|command)|remote\..*\.(?:uploadpack|receivepack)|uploadpack\.packobjectshook|submodule\..*\.update|hook\..*\.command)$/isu;

/** Settings that are paths: of hooks, of templates with hooks, of more settings. */
const paths = /^(?:core\.hookspath|init\.templatedir|include\.path|includeif\..*\.path)$/isu;

interface FilesOfSettings {
  /** The files that the settings stand in. */
  readonly origins: readonly string[];
  readonly files: readonly string[];
}

function filesOfSettings(root: string): FilesOfSettings {
  const origins = new Set<string>();
  const files = new Set<string>();
  for (const { origin, name, value } of settingsIn(root)) {
    if (origin !== undefined) origins.add(origin);
    if (paths.test(name)) files.add(pathNamedBy({ origin, name, value }, root));
    if (commands.test(name)) {
      const found = programFilesOf({
        command: 'sh',
        args: ['-c', value.replace(/^!/u, '')],
        cwd: root,
        project: root,
      });
      for (const path of [...found.files, ...found.guarded]) files.add(path);
    }
  }
  for (const origin of origins) files.add(origin);
  return { origins: [...origins], files: [...files].filter((path) => isOwn(root, path)) };
}

interface Setting {
  /** The file that it stands in, absolute. */
  readonly origin: string | undefined;
  readonly name: string;
  readonly value: string;
}

const including = /^include(?:if\..*)?\.path$/isu;

/** An included file is named from the one that names it. */
function pathNamedBy({ origin, name, value }: Setting, root: string): string {
  const from = including.test(name) && origin !== undefined ? dirname(origin) : root;
  return resolve(from, value.replace(/^~(?=\/)/u, homedir()));
}

/** More included files than these are not looked at. */
const maxIncluded = 50;

/**
 * As git reads them here, which executes nothing. None when it cannot: then it does nothing else either. A project could include
 * any file of the user, so git follows no includes by itself: those of the project are read only where they lie in it.
 */
function settingsIn(root: string): readonly Setting[] {
  const settings = [...listSettings(root, [])];
  const seen = new Set<string>();
  // Grows while it is walked: included files include others.
  for (const setting of settings) {
    if (!including.test(setting.name) || seen.size >= maxIncluded) continue;
    const file = realFileOf(pathNamedBy(setting, root));
    if (file === undefined || seen.has(file)) continue;
    const isOfUser = setting.origin === undefined || !isInside(root, setting.origin);
    if (!isOfUser && !isInside(root, file)) continue;
    seen.add(file);
    settings.push(...listSettings(root, ['--file', file]));
  }
  return settings;
}

/** Undefined for what is no regular file, such as a pipe that never ends. */
function realFileOf(path: string): string | undefined {
  try {
    const real = realpathSync(path);
    return lstatSync(real).isFile() ? real : undefined;
  } catch {
    return undefined;
  }
}

function listSettings(root: string, from: readonly string[]): readonly Setting[] {
  const git = findProgram('git');
  if (git === undefined) return [];
  const { HOME, XDG_CONFIG_HOME, GIT_CONFIG_GLOBAL, GIT_CONFIG_SYSTEM } = process.env;
  const env = { HOME, XDG_CONFIG_HOME, GIT_CONFIG_GLOBAL, GIT_CONFIG_SYSTEM, PATH: process.env['PATH'] };
  const list = ['config', ...from, '--list', '--show-origin', '-z', '--no-includes'];
  // To see whether a pager is wanted, git would follow includes all the same.
  const { stdout } = spawnSync(git, ['--no-pager', ...list], {
    cwd: root,
    env,
    encoding: 'utf8',
    timeout: 5000,
    maxBuffer: 4_000_000,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const parts = (stdout ?? '').split('\0');
  return Array.from({ length: Math.floor(parts.length / 2) }, (_, at) => {
    const [origin = '', entry = ''] = parts.slice(at * 2, at * 2 + 2);
    const [name = '', ...value] = entry.split('\n');
    const [, file] = /^file:(.*)$/su.exec(origin) ?? [];
    return { origin: file === undefined ? undefined : resolve(root, file), name, value: value.join('\n') };
  });
}

/** Settings and hooks of the project's repository, and of its submodules' repositories, wherever they are. */
function repositoryFiles(root: string): readonly string[] {
  const git = repositoryOf(root);
  const inModules = repositoriesIn(join(git, 'modules'), 3);
  const inTrees = repositoriesIn(join(git, 'worktrees'), 1);
  return [git, ...inModules, ...inTrees].flatMap((folder) =>
    ['config', 'config.worktree', 'commondir', 'gitdir', 'hooks'].map((name) => join(folder, name)),
  );
}

/** The name of a submodule can be a path. */
function repositoriesIn(folder: string, depth: number): readonly string[] {
  return foldersIn(folder)
    .slice(0, maxModules)
    .flatMap((each) => {
      if (existsSync(join(each, 'HEAD'))) return [each, ...repositoriesIn(join(each, 'modules'), depth - 1)];
      return depth > 1 ? repositoriesIn(each, depth - 1) : [];
    });
}

const maxModules = 100;

function foldersIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [join(folder, entry.name)] : [],
    );
  } catch {
    return [];
  }
}

/** What `.git` is, leads to, or names. */
function repositoryOf(root: string): string {
  const git = join(root, '.git');
  try {
    const stats = lstatSync(git);
    if (!stats.isFile()) return realpathSync(git);
    if (stats.size > maxGitFileBytes) return git;
    const [, named = '.git'] = /^gitdir: (.+?)\s*$/u.exec(readFileSync(git, 'utf8')) ?? [];
    return realpathSync(resolve(root, named));
  } catch {
    return git;
  }
}

const maxGitFileBytes = 8192;

function userSettings(): readonly string[] {
  const { XDG_CONFIG_HOME = join(homedir(), '.config'), GIT_CONFIG_GLOBAL } = process.env;
  return [
    '/etc/gitconfig',
    join(homedir(), '.gitconfig'),
    join(XDG_CONFIG_HOME, 'git/config'),
    GIT_CONFIG_GLOBAL ?? '',
  ];
}

function stampOf(files: readonly string[]): string {
  return [...new Set(files)]
    .map((file) => {
      const stats = lstatSync(file, { throwIfNoEntry: false });
      return `${file} ${stats?.ino} ${stats?.size} ${stats?.ctimeMs}`;
    })
    .join('\n');
}

function isOwn(root: string, path: string): boolean {
  return path !== root && isInside(root, path);
}
