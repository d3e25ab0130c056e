import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { FileFault, toFileFault } from './file-fault.ts';

/** Whether a path says that it lies in a folder; links may lead elsewhere. */
export function isNamedInside(file: string, folder: string): boolean {
  return [resolve(folder), realpathSync(folder)].some((one) => isBelow(resolve(file), one));
}

export function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/**
 * Where a write to a file would end, links followed, also when the file does not exist yet. Throws `file_outside` when it is
 * named inside of the folder and a link leads out of it: a repository would choose what is written to.
 */
export function targetOf(file: string, folder: string): string {
  const target = realTarget(file);
  if (isNamedInside(file, folder) && !isBelow(target, realpathSync(folder)))
    throw new FileFault(file, { kind: 'file_outside', folder });
  return target;
}

function realTarget(file: string): string {
  try {
    return follow(resolve(file));
  } catch (error) {
    // A link that leads nowhere, or in a circle.
    throw toFileFault(file, error, 'file_not_written');
  }
}

function follow(file: string): string {
  if (lstatSync(file, { throwIfNoEntry: false }) !== undefined) return realpathSync(file);
  return join(follow(dirname(file)), basename(file));
}
