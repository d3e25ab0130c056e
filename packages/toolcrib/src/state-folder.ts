import { accessSync, constants, lstatSync, mkdirSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import type { Locale } from '@toolcrib/core';
import { ConfigError } from './config/config-error.ts';
import type { Environment } from './config/environment.ts';
import { liesIn, realPathOf } from './config/lies-in.ts';
import { pathAsName } from './config/path-as-name.ts';
import { isInside } from './fence/is-inside.ts';
import { systemReads } from './fence/processes/system-reads.ts';
import { stateTexts } from './state-texts.ts';
import { privacyFault } from './store/private-place.ts';

export interface StateOwner {
  /** The project, which may not hold the state: tools write there. */
  readonly project: string;
  readonly environment: Environment;
  readonly locale: Locale;
}

/**
 * The folder that Toolcrib keeps for one project: the store, indexes, long outputs, the security log. Outside the project,
 * so that nothing that works in it can reach it, and for its owner alone. The project is named by its real path.
 */
export function stateFolderOf(owner: StateOwner): string {
  return privateFolder(join(stateBaseOf(owner), pathAsName(owner.project)), owner);
}

/** Where the configurations stand that this user has accepted. Made by the first one. */
export function trustFolderOf(owner: StateOwner): string {
  const folder = join(stateBaseOf(owner), 'trust');
  return lstatSync(folder, { throwIfNoEntry: false }) === undefined ? folder : privateFolder(folder, owner);
}

/** The folder of all state of this user. */
export function stateBaseOf(owner: StateOwner): string {
  const { project, environment, locale } = owner;
  const named = environment['TOOLCRIB_STATE'];
  const base = named ? resolve(named) : defaultBase(environment, locale);
  if (liesIn(project, base))
    throw new ConfigError({ code: 'state_in_project', file: base, ...stateTexts(locale).inProject(project) });
  const real = realPathOf(base);
  const visible = systemReads().find((path) => isInside(path, real));
  if (visible !== undefined)
    throw new ConfigError({ code: 'state_visible', file: base, ...stateTexts(locale).visible(visible) });
  // A folder that somebody has named may be there for others as well: then it is theirs to say who reads it.
  return privateFolder(base, { locale, tighten: !named });
}

function defaultBase(environment: Environment, locale: Locale): string {
  const { XDG_STATE_HOME: state = '', HOME: home = '' } = environment;
  if (isAbsolute(state)) return join(state, 'toolcrib');
  const own = isAbsolute(home) ? home : homeOfUser();
  // Never a folder for all, such as /tmp: whoever comes first would own what is trusted here.
  if (own === undefined)
    throw new ConfigError({
      code: 'no_state_folder',
      file: 'TOOLCRIB_STATE',
      ...stateTexts(locale).noFolder,
    });
  return join(own, '.local', 'state', 'toolcrib');
}

/** What the system says of this user, when it is there and theirs. */
function homeOfUser(): string | undefined {
  try {
    const { homedir, uid } = userInfo();
    const stats = statSync(homedir);
    return stats.isDirectory() && (uid === -1 || stats.uid === uid) ? homedir : undefined;
  } catch {
    return undefined;
  }
}

interface FolderOptions extends Pick<StateOwner, 'locale'> {
  readonly tighten?: boolean | undefined;
}

function privateFolder(folder: string, { locale, tighten }: FolderOptions): string {
  const fault = makeFolder(folder, { locale, tighten });
  if (fault === undefined) return folder;
  throw new ConfigError({ code: 'state_not_private', file: folder, ...stateTexts(locale).notPrivate(fault) });
}

function makeFolder(folder: string, { locale, tighten }: FolderOptions): ReturnType<typeof privacyFault> {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const fault = privacyFault(folder, { kind: 'folder', tighten });
    if (fault === undefined) accessSync(folder, constants.W_OK);
    return fault;
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    // A link to nowhere, or a file, is in the way of a folder.
    if (code === 'EEXIST') return privacyFault(folder, { kind: 'folder' });
    throw new ConfigError({
      code: 'state_not_writable',
      file: folder,
      ...stateTexts(locale).notWritable(code),
    });
  }
}
