import { accessSync, constants, existsSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { isInside } from '../../is-inside.ts';
import type { PrivateFolder } from '../private-folder.ts';
import type { ProcessLimits, ProcessRequest } from '../processes.ts';
import type { ProtectedPaths } from '../protected-paths.ts';
import { StartError } from '../start-error.ts';
import { systemReads } from '../system-reads.ts';
import type { Launch } from '../tree.ts';
import { seatbeltProfile } from './profile.ts';

/** What surrounds one process. */
interface SeatbeltPlace {
  readonly root: string;
  readonly folder: PrivateFolder;
  readonly protectedPaths: ProtectedPaths;
  readonly protectedFiles: readonly string[];
  readonly limits: ProcessLimits;
  readonly proxy: { readonly port: number } | undefined;
  readonly purpose: string;
}

/** What has to be started to have a process under a profile of its own. */
export function inSeatbelt(
  sandboxExec: string,
  { argv, directory, reads = [], writes, writesOutside = [] }: ProcessRequest,
  { root, folder, protectedPaths, protectedFiles, limits, proxy, purpose }: SeatbeltPlace,
  environment: { readonly [name: string]: string },
): Pick<Launch, 'file' | 'arguments' | 'environment'> {
  const own = realpathSync(folder.path);
  const readOnly = writes === 'nothing';
  const { text, parameters } = seatbeltProfile({
    reads: [...realPaths([...systemReads(), ...reads], root), ...(readOnly ? [root] : [])],
    writes: [own, ...(readOnly ? [] : [root, ...realPaths(writesOutside, root)])],
    protectedPaths,
    protectedFiles,
    proxyPort: proxy?.port,
    terminal: purpose === 'terminal',
  });
  const [program, ...given] = argv;
  const found = findExecutable(program, { directory, path: environment['PATH'] ?? '' });
  // The shell sets the limits of itself and becomes the program. It counts the size of files in blocks of 512 bytes.
  const seconds = limits.cpuSeconds === Infinity ? 'unlimited' : Math.ceil(limits.cpuSeconds);
  const become = `ulimit -c 0; ulimit -t ${seconds}; ulimit -f ${Math.ceil(limits.fileBytes / 512)}; exec "$@"`;
  return {
    file: sandboxExec,
    arguments: [
      '-p',
      text,
      ...Object.entries(parameters).flatMap(([name, value]) => ['-D', `${name}=${value}`]),
      '--',
      '/bin/sh',
      '-c',
      become,
      'sh',
      found,
      ...given,
    ],
    environment: { ...environment, HOME: join(own, 'home'), TMPDIR: join(own, 'tmp') },
  };
}

/** What the kernel sees, `/private/etc` and not `/etc`; of a link both where it stands and what it leads to. */
function realPaths(paths: readonly string[], root: string): string[] {
  const seen = paths
    .filter((path) => existsSync(path))
    .flatMap((path) => [join(realpathSync(dirname(path)), basename(path)), realpathSync(path)]);
  // What lies in the project is seen with it.
  return [...new Set(seen)].filter((path) => !isInside(root, path));
}

/** Under `sandbox-exec` a program that is not there would only be an exit code. */
function findExecutable(
  program: string,
  { directory, path }: { readonly directory: string; readonly path: string },
): string {
  const places = program.includes('/')
    ? [isAbsolute(program) ? program : resolve(directory, program)]
    : path.split(':').map((folder) => join(folder, program));
  const found = places.find((place) => {
    try {
      accessSync(place, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
  if (found === undefined) throw new StartError(program, 'ENOENT');
  return found;
}
