import type { FileHandle } from 'node:fs/promises';

export type Access = 'read' | 'write';

/** Where a path leads, links resolved. */
export interface Place {
  /** Absolute, without links. */
  readonly path: string;
  /** From the project's root, with `/` on every system; `.` for the root itself. */
  readonly relative: string;
  readonly kind: 'file' | 'directory' | 'other' | 'missing';
}

export interface FileStamp {
  readonly size: bigint;
  readonly modified: bigint;
  readonly inode: bigint;
}

/**
 * The files of one project. Every path, relative to the root or absolute, is judged where it really leads: links
 * resolved component by component. What leads outside throws `outside_project`; what must not be written throws
 * `protected_path`.
 */
export interface ProjectFiles {
  /** The project directory, links resolved. */
  readonly root: string;
  /** Looks where a path leads; touches nothing. */
  locate(path: string, access: Access): Place;
  /** Opens a regular file for reading and checks the handle; refuses directories, FIFOs and devices at once. */
  open(path: string): Promise<OpenedFile>;
  /** Replaces or creates a file as a whole: a fresh name, fsync, rename. Keeps the mode; makes missing folders. */
  replace(path: string, content: Uint8Array, options?: ReplaceOptions): Promise<ReplacedFile>;
}

export interface OpenedFile {
  readonly handle: FileHandle;
  readonly place: Place;
  readonly stamp: FileStamp;
}

export interface ReplaceOptions {
  /** Refuses with `changed_meanwhile` unless the file is still this one; `missing` when it must not be there yet. */
  readonly expected?: FileStamp | 'missing' | undefined;
}

export interface ReplacedFile {
  readonly place: Place;
  readonly stamp: FileStamp;
  readonly created: boolean;
}
