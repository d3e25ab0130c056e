import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { lookAt } from './look-at.ts';

const names = ['.gitignore', '.ignore', '.rgignore'];

/** The ignore files above a project that is part of a larger repository: they speak of the project too. */
export function ignoreFilesAbove(root: string): string[] {
  const found: string[] = [];
  for (let folder = root; !existsSync(join(folder, '.git')); ) {
    const parent = dirname(folder);
    if (parent === folder) return [];
    folder = parent;
    found.push(...names.map((name) => join(folder, name)).filter((path) => existsSync(path)));
  }
  return found;
}

/** Whether a path, by its name, says what is ignored or where a repository begins. */
export function isIgnoreFile(path: string): boolean {
  const name = basename(path);
  return name === '.git' || names.includes(name);
}

/**
 * A text that is another one when something has changed that says what is ignored and does not lie in the folders of the
 * project: what is above it, and what its repositories, named by their folders from the root, exclude.
 */
export function ignoreStateOf(root: string, repositories: readonly string[]): string {
  const paths = [root, ...repositories.map((folder) => join(root, folder, '.git/info/exclude'))];
  for (let folder = root; folder !== dirname(folder); folder = dirname(folder))
    paths.push(...['.git', ...names].map((name) => join(dirname(folder), name)));
  return paths
    .map((path) => {
      const stats = lookAt(path);
      // Of a folder it counts only which one it is.
      return stats && `${stats.dev}:${stats.ino}:${stats.isFile() ? `${stats.size}:${stats.ctimeMs}` : ''}`;
    })
    .join();
}
