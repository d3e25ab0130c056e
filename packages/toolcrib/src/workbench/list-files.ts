import type { ProcessRequest } from '../fence/processes/processes.ts';
import type { Bench } from './bench.ts';
import { parsePattern } from './glob/pattern.ts';
import { ripgrep } from './ripgrep.ts';

export interface ListRequest {
  /** Absolute, without links. */
  readonly directory: string;
  /** One file of the directory, instead of all of them. */
  readonly file?: string | undefined;
  /** Only paths that match, from the directory. @default all */
  readonly pattern?: string | undefined;
  /** Only files of a kind that ripgrep knows. @default all */
  readonly type?: string | undefined;
  /** Also what .gitignore and the like exclude. */
  readonly includeIgnored?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onUsage?: ProcessRequest['onUsage'];
}

export interface FileList {
  /** From the directory, in no order. */
  readonly paths: readonly string[];
  /** There are more than are listed. */
  readonly cut: boolean;
  /** What ripgrep has against the type. */
  readonly complaint: string;
}

/** More paths than this are not held at once. */
const maxFiles = 200_000;

/**
 * The files below a directory. Ripgrep walks and knows what is ignored; the pattern is matched here, because one that
 * is given to ripgrep brings back what .gitignore excludes. Undefined when the pattern cannot be read.
 */
export async function listFiles(
  request: ListRequest,
  bench: Pick<Bench, 'files' | 'processes'>,
): Promise<FileList | undefined> {
  const { directory, file = '', pattern = '**', type, includeIgnored, signal, onUsage } = request;
  const wanted = parsePattern(pattern);
  if (wanted === undefined) return undefined;
  const paths: string[] = [];
  const typed = type === undefined ? [] : [`--type=${type}`];
  const { complaint } = await ripgrep(
    {
      options: ['--files', '--null', ...typed, ...(includeIgnored ? ['--no-ignore'] : [])],
      directory,
      paths: [file],
      separator: '\0',
      signal,
      onUsage,
      onEntry: (entry) => {
        const path = entry.slice('./'.length);
        if (wanted.matches(path)) paths.push(path);
        return paths.length < maxFiles;
      },
    },
    bench,
  );
  return { paths, cut: paths.length === maxFiles, complaint };
}
