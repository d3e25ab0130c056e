import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ToolExecutionError } from '@toolcrib/core';
import type { GitSetting } from '../../fence/commands/git-settings.ts';
import { isInside } from '../../fence/is-inside.ts';
import type { Bench } from '../bench.ts';
import { findRepository } from '../git/repository.ts';

/** Whether a setting of the repository names a file that is none of the project. */
export function leadsOut(path: string, { files }: Bench): boolean {
  // Git takes the rest of such a path from the home of a user.
  if (/^[~%:]/u.test(path)) return true;
  try {
    files.locate(resolve(files.root, path), 'read');
    return false;
  } catch {
    return true;
  }
}

/** Whether all of the repository lies in the project, and its work tree too: one above it holds files of other projects. */
export function isRepositoryInside(settings: readonly GitSetting[], bench: Bench): boolean {
  const { root } = bench.files;
  try {
    const { gitDirectory, isAbove } = findRepository('.', bench);
    if (isAbove) return false;
    const trees = settings.filter(({ name }) => name === 'core.worktree');
    return !trees.some(({ value }) => isElsewhere(resolve(gitDirectory, value), root));
  } catch (error) {
    if (!(error instanceof ToolExecutionError)) return false;
    for (let folder = root; ; folder = dirname(folder)) {
      if (existsSync(join(folder, '.git'))) return false;
      if (folder === dirname(folder)) return true;
    }
  }
}

/** Whether a work tree holds files outside the project: git goes there, wherever it is started. */
function isElsewhere(tree: string, root: string): boolean {
  try {
    return !isInside(root, realpathSync(tree));
  } catch {
    // Git does nothing without its work tree.
    return false;
  }
}
