import { accessSync, constants, existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/** Where programs are looked for: never in the project, which could bring its own `git`. */
export const programFolders: readonly string[] = [
  '/usr/local/sbin',
  '/usr/local/bin',
  '/usr/sbin',
  '/usr/bin',
  '/sbin',
  '/bin',
  '/run/current-system/sw/bin',
];

/** The path of a program of the system; undefined when there is none. */
export function findProgram(name: string): string | undefined {
  return programFolders
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** Whether a folder is one of these, also by another name: `/bin` may be `/usr/bin`. */
export function isOfSystem(folder: string): boolean {
  if (programFolders.includes(folder)) return true;
  if (!existsSync(folder)) return false;
  const real = realpathSync(folder);
  return programFolders.some((other) => existsSync(other) && realpathSync(other) === real);
}
