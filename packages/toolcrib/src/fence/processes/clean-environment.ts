import { dirname } from 'node:path';

export interface EnvironmentPlaces {
  /** A private, empty folder. */
  readonly home: string;
  readonly temporary: string;
}

/** Where programs are looked for: never in the project, which could bring its own `git`. */
export const programFolders: readonly string[] = [
  '/usr/local/sbin',
  '/usr/local/bin',
  '/usr/sbin',
  '/usr/bin',
  '/sbin',
  '/bin',
];

/**
 * What a process is told about its surroundings: nothing of ours but where programs are and which language is spoken.
 * Secrets and names that steer programs (`NODE_OPTIONS`, `LD_PRELOAD`, `GIT_…`) do not get in, because only these do.
 */
export function cleanEnvironment(
  { home, temporary }: EnvironmentPlaces,
  added: { readonly [name: string]: string } = {},
): { [name: string]: string } {
  return {
    PATH: [dirname(process.execPath), ...programFolders].join(':'),
    HOME: home,
    TMPDIR: temporary,
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    ...added,
  };
}
