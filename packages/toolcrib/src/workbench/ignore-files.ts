import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

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
