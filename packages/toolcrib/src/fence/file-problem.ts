import type { BigIntStats, Stats } from 'node:fs';

/** What can go wrong with a file of the project, as stable words. */
export type FileReason =
  | 'file_not_found'
  | 'not_a_file'
  | 'not_a_folder'
  | 'changed_meanwhile'
  | 'no_access'
  | 'no_space';

/** A file could not be opened or written. */
export class FileProblem extends Error {
  readonly reason: FileReason;
  /** From the project's root. */
  readonly path: string;
  /** What is there instead of a file. */
  readonly kind: string;

  constructor(
    reason: FileReason,
    path: string,
    { kind = '', cause }: { kind?: string; cause?: unknown } = {},
  ) {
    super(`${reason}: ${path}`, { cause });
    this.reason = reason;
    this.path = path;
    this.kind = kind;
  }
}

const reasons: { readonly [code: string]: FileReason | undefined } = {
  ENOENT: 'file_not_found',
  ENOTDIR: 'not_a_folder',
  EISDIR: 'not_a_file',
  // A link, a socket or a device where a file was a moment ago.
  ELOOP: 'changed_meanwhile',
  ENXIO: 'changed_meanwhile',
  EACCES: 'no_access',
  EPERM: 'no_access',
  EROFS: 'no_access',
  ENOSPC: 'no_space',
  EDQUOT: 'no_space',
  EFBIG: 'no_space',
};

/** What the system said, in our words; what has none stays as it is. */
export function toFileProblem(error: unknown, path: string): unknown {
  const { code } = error as { readonly code?: unknown };
  const reason = typeof code === 'string' ? reasons[code] : undefined;
  return reason === undefined ? error : new FileProblem(reason, path, { kind: 'directory', cause: error });
}

/** What something is that is not a regular file. */
export function kindOf(stats: Stats | BigIntStats): string {
  if (stats.isDirectory()) return 'directory';
  if (stats.isFIFO()) return 'FIFO';
  if (stats.isSocket()) return 'socket';
  return stats.isSymbolicLink() ? 'link' : 'device';
}
