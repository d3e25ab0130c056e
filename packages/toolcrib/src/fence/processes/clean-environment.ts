import { dirname } from 'node:path';
import { isInside } from '../is-inside.ts';
import { programFolders } from './trusted-programs.ts';

export interface EnvironmentPlaces {
  /** A private, empty folder. */
  readonly home: string;
  readonly temporary: string;
  /** The project, whose own programs are not found by name. */
  readonly root: string;
  /** Folders of programs that go before those of the system. @default none */
  readonly programs?: readonly string[] | undefined;
  /** The same behind those of the system. @default none */
  readonly morePrograms?: readonly string[] | undefined;
}

/** Names that act on whatever is started first, which stands outside the walls. */
const steersLoading = /^(?:LD_|DYLD_|PERL|GLIBC_|GCONV_PATH$)/u;

/**
 * What a process is told about its surroundings: nothing of ours but where programs are. Secrets and names that steer
 * programs (`NODE_OPTIONS`, `GIT_…`) do not get in, because only these names do.
 */
export function cleanEnvironment(
  { home, temporary, root, programs = [], morePrograms = [] }: EnvironmentPlaces,
  added: { readonly [name: string]: string } = {},
): { [name: string]: string } {
  const steering = Object.keys(added).find((name) => steersLoading.test(name));
  if (steering !== undefined) throw new TypeError(`${steering} cannot be set for a process`);
  const ownFolder = dirname(process.execPath);
  const folders = isInside(root, ownFolder) ? programFolders : [ownFolder, ...programFolders];
  return {
    PATH: [...programs, ...folders, ...morePrograms].join(':'),
    HOME: home,
    TMPDIR: temporary,
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    // It cannot be read, and git fails for that.
    GIT_CONFIG_NOSYSTEM: '1',
    ...added,
  };
}
