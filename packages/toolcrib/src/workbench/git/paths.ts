import { createError } from '@toolcrib/core';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { faultOf } from '../../fence/path-walk.ts';
import type { Access } from '../../fence/project-files.ts';
import { failure } from '../failure.ts';
import type { GitInput } from './operation.ts';
import type { GitRun } from './run-git.ts';

/** The paths of a call from the work tree, judged like every path. A link is meant itself, as git means it. */
export function pathsOf({ paths = [] }: GitInput, git: GitRun, access: Access = 'read'): string[] {
  return paths.map((path) => pathFromWorkTree(path, git, access));
}

export function needs(operation: string, parameter: string, { bench }: Pick<GitRun, 'bench'>): Error {
  return failure('Git', 'parameter_needed', { operation, parameter }, bench);
}

function pathFromWorkTree(path: string, { repository, bench }: GitRun, access: Access): string {
  const { workTree } = repository;
  const fault = faultOf(path);
  if (fault !== undefined) throw createError('outside_project', { path, fault });
  const full = isAbsolute(path) ? path : `${workTree}/${path}`;
  const isFolder = /(?:^|\/)\.{0,2}$/u.test(path);
  const found = isFolder
    ? bench.files.locate(full, access).path
    : join(bench.files.locate(dirname(full), access).path, basename(full));
  if (access === 'write' && !isFolder) bench.files.locate(found, access);
  if (found === workTree) return '.';
  if (!found.startsWith(`${workTree}/`)) throw createError('outside_project', { path });
  return found.slice(workTree.length + 1);
}
