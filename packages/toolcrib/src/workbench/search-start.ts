import { join } from 'node:path';
import type { Bench } from './bench.ts';
import { failure } from './failure.ts';

/** Where a search starts. */
export interface SearchStart {
  /** Absolute, without links. */
  readonly directory: string;
  /** One file of the directory, when the path names a file. */
  readonly file: string | undefined;
  /** The path from the project's root of what was found relative to the directory. */
  readonly fromRoot: (found: string) => string;
}

/** Judges the path that a search was given, which may be a folder or a file. */
export function startOf(tool: string, path: string, { files, locale }: Bench): SearchStart {
  const place = files.locate(path, 'read');
  const parts = place.relative.split('/');
  if (parts.includes('.git')) throw failure(tool, 'never_searched', { path }, { locale });
  if (place.kind === 'missing') throw failure(tool, 'path_not_found', { path }, { locale });
  if (place.kind === 'other') throw failure(tool, 'not_a_file', { path, kind: 'device' }, { locale });
  const isFile = place.kind === 'file';
  const folder = isFile ? parts.slice(0, -1).join('/') || '.' : place.relative;
  return {
    directory: join(files.root, folder),
    file: isFile ? parts.at(-1) : undefined,
    fromRoot: (found) => {
      const plain = found.startsWith('./') ? found.slice('./'.length) : found;
      return folder === '.' ? plain : `${folder}/${plain}`;
    },
  };
}
