import { sep } from 'node:path';

/** Whether a path is a folder or something in it, by its spelling: both absolute, without links. */
export function isInside(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
