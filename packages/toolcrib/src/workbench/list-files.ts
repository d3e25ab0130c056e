import { availableParallelism } from 'node:os';
import type { ProcessRequest } from '../fence/processes/processes.ts';
import type { Bench } from './bench.ts';
import { parsePattern, type PathPattern } from './glob/pattern.ts';
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
  /** Called with each path as it is found, while the others are still looked for. */
  readonly onPath?: ((path: string) => void) | undefined;
  /** Called with each file or folder that is left out because it is ignored. */
  readonly onIgnored?: ((path: string) => void) | undefined;
}

export interface FileList {
  /** From the directory, in no order. */
  readonly paths: readonly string[];
  /** There are more than are listed. */
  readonly cut: boolean;
  /** What ripgrep has against the type. */
  readonly complaint: string;
}

/** One core is left to us, who look at the files meanwhile. */
const threads = `--threads=${Math.max(1, Math.min(availableParallelism() - 1, 12))}`;

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
  const { directory, file = '', pattern = '**', type, includeIgnored, signal } = request;
  const { onPath, onIgnored, onUsage } = request;
  const wanted = parsePattern(pattern);
  if (wanted === undefined) return undefined;
  const paths: string[] = [];
  const typed = type === undefined ? typeOf(wanted) : [`--type=${type}`];
  const { complaint } = await ripgrep(
    {
      options: ['--files', '--null', threads, ...typed, ...(includeIgnored ? ['--no-ignore'] : [])],
      directory,
      paths: [file],
      separator: '\0',
      signal,
      onUsage,
      onIgnored: onIgnored && ((path) => onIgnored(path.slice('./'.length))),
      onEntry: (entry) => {
        const path = entry.slice('./'.length);
        if (wanted.matches(path)) {
          paths.push(path);
          onPath?.(path);
        }
        return paths.length < maxFiles;
      },
    },
    bench,
  );
  return { paths, cut: paths.length === maxFiles, complaint };
}

/**
 * Names that end in another way need not come here: those that do are a kind of file to ripgrep, which brings nothing
 * back. Only what means nothing else in its language is told to it.
 */
function typeOf({ endings }: PathPattern): string[] {
  if (!endings.every((ending) => /^[\w.-]+$/u.test(ending))) return [];
  return [...endings.map((ending) => `--type-add=wanted:*${ending}`), '--type=wanted'];
}
