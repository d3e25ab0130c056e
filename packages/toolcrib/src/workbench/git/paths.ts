import { createError } from '@toolcrib/core';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { faultOf } from '../../fence/path-walk.ts';
import type { Access } from '../../fence/project-files.ts';
import { failure } from '../failure.ts';
import type { GitInput } from './operation.ts';
import type { GitRun } from './run-git.ts';

/** The paths of a call from the folder that is worked with, judged like every path. A link is meant itself, as git means it. */
export function pathsOf(
  { paths = [] }: Pick<GitInput, 'paths'>,
  git: GitRun,
  access: Access = 'read',
): string[] {
  return paths.map((path) => pathFromFolder(path, git, access));
}

/** The same, and the whole project for none: of a repository above it, only that part is shown. */
export function chosenPaths(input: Pick<GitInput, 'paths'>, git: GitRun): string[] {
  const paths = pathsOf(input, git);
  return paths.length === 0 && git.repository.isAbove ? ['.'] : paths;
}

export function needs(operation: string, parameter: string, { bench }: Pick<GitRun, 'bench'>): Error {
  return failure('Git', 'parameter_needed', { operation, parameter }, bench);
}

function pathFromFolder(path: string, { repository, bench }: GitRun, access: Access): string {
  const { folder } = repository;
  const fault = faultOf(path);
  if (fault !== undefined) throw createError('outside_project', { path, fault });
  const full = isAbsolute(path) ? path : `${folder}/${path}`;
  const isFolder = /(?:^|\/)\.{0,2}$/u.test(path);
  const found = isFolder
    ? bench.files.locate(full, access).path
    : join(bench.files.locate(dirname(full), access).path, basename(full));
  if (access === 'write' && !isFolder) bench.files.locate(found, access);
  if (found === folder) return '.';
  if (!found.startsWith(`${folder}/`)) throw createError('outside_project', { path });
  return found.slice(folder.length + 1);
}
