import { parsePattern } from './glob/pattern.ts';
import { ripgrep } from './ripgrep.ts';

export interface ListRequest {
  /** Absolute, without links. */
  readonly directory: string;
  /** Only paths that match, from the directory. @default all */
  readonly pattern?: string | undefined;
  /** Also what .gitignore and the like exclude. */
  readonly includeIgnored?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface FileList {
  /** From the directory, in no order. */
  readonly paths: readonly string[];
  /** There are more than are listed. */
  readonly cut: boolean;
}

/** More paths than this are not held at once. */
const maxFiles = 200_000;

/**
 * The files below a directory. Ripgrep walks and knows what is ignored; the pattern is matched here, because one that
 * is given to ripgrep brings back what .gitignore excludes. Undefined when the pattern cannot be read.
 */
export async function listFiles(request: ListRequest): Promise<FileList | undefined> {
  const { directory, pattern = '**', includeIgnored, signal } = request;
  const wanted = parsePattern(pattern);
  if (wanted === undefined) return undefined;
  const paths: string[] = [];
  await ripgrep({
    options: ['--files', '--null', ...(includeIgnored ? ['--no-ignore'] : [])],
    directory,
    separator: '\0',
    signal,
    onEntry: (entry) => {
      const path = entry.slice('./'.length);
      if (wanted.matches(path)) paths.push(path);
      return paths.length < maxFiles;
    },
  });
  return { paths, cut: paths.length === maxFiles };
}
