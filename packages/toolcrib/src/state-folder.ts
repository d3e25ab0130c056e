import { accessSync, constants, mkdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { Environment } from './config/environment.ts';

/**
 * The folder that Toolcrib keeps for one project: indexes, long outputs, the security log. Outside the project, so that
 * nothing that works in it can reach it, and for its owner alone.
 */
export function stateFolderOf(project: string, environment: Environment): string {
  const name = nameOf(project);
  for (const base of [environment['TOOLCRIB_STATE'], stateHome(environment), temporaryHome()]) {
    if (base === undefined || base === '') continue;
    const folder = join(base, name);
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      accessSync(folder, constants.W_OK);
      return folder;
    } catch {
      // A home that cannot be written is no reason not to start.
    }
  }
  throw new Error('no folder to keep state in: set TOOLCRIB_STATE to one that can be written');
}

/** Where the configurations stand that this user has accepted. */
export function trustFolderOf(environment: Environment): string {
  return join(environment['TOOLCRIB_STATE'] || stateHome(environment) || temporaryHome(), 'trust');
}

/** The path itself, as the name of a folder; of one that is too long for that, the beginning and a digest. */
function nameOf(project: string): string {
  const name = encodeURIComponent(project);
  if (name.length <= maxName) return name;
  // Loaded only where it is needed, here and elsewhere: that takes a tenth of the time that a start takes.
  const { createHash } = process.getBuiltinModule('node:crypto');
  const digest = createHash('sha256').update(project).digest('hex').slice(0, 16);
  return `${name.slice(0, maxName - digest.length - 1)}-${digest}`;
}

const maxName = 200;

function stateHome(environment: Environment): string | undefined {
  const { XDG_STATE_HOME: state, HOME: home = '' } = environment;
  if (state !== undefined && state.startsWith('/')) return join(state, 'toolcrib');
  return home === '' ? undefined : join(home, '.local', 'state', 'toolcrib');
}

function temporaryHome(): string {
  return join(tmpdir(), `toolcrib-${userInfo().uid}`);
}
