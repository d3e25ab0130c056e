import { realpathSync, statSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { FileProblem } from './file-problem.ts';
import type { FileStamp } from './file-stamp.ts';
import { createLocator, type Access, type Place, type Protection } from './locate.ts';
import { glanceFile, openFile } from './open-file.ts';
import { isFolderSpelling } from './path-walk.ts';
import { refusedNames } from './protected-names.ts';
import { replaceFile } from './replace-file.ts';

export type { Access, FileStamp, Place };

/**
 * The files of one project. Every path, relative to the root or absolute, is judged where it really leads: links
 * resolved component by component. What leads outside throws `outside_project`; what must not be written throws
 * `protected_path`; whatever else goes wrong with a file is a `FileProblem`.
 *
 * A hard link in the project is a file of the project, whatever other names it has, except those of hidden files: reading it is
 * accepted, and writing leaves the other names with what they had.
 */
export interface ProjectFiles {
  /** The project directory, links resolved. */
  readonly root: string;
  /** Looks where a path leads; touches nothing. */
  locate(path: string, access: Access): Place;
  /** Opens a regular file for reading and checks the handle; refuses directories, FIFOs and devices at once. */
  open(path: string): Promise<OpenedFile>;
  /** A file at once, for those who cannot wait. The content is left out when there is more of it than `maxBytes`. */
  glance(path: string, maxBytes: number): GlancedFile;
  /** Replaces or creates a file as a whole: a fresh name, fsync, rename. Keeps the mode; makes missing folders. */
  replace(path: string, content: Uint8Array, options?: ReplaceOptions): Promise<ReplacedFile>;
}

interface OpenedFile {
  readonly handle: FileHandle;
  readonly place: Place;
  readonly stamp: FileStamp;
}

interface GlancedFile {
  readonly place: Place;
  readonly stamp: FileStamp;
  readonly content: Buffer | undefined;
}

interface ReplaceOptions {
  /** Refuses with `changed_meanwhile` unless the file is still this one; `missing` when it must not be there yet. */
  readonly expected?: FileStamp | 'missing' | undefined;
  /** Refuses with `changed_meanwhile` when the path does not lead here any more. */
  readonly place?: Place | undefined;
  /** Nothing is replaced any more once it is aborted. */
  readonly signal?: AbortSignal | undefined;
}

interface ReplacedFile {
  readonly place: Place;
  readonly stamp: FileStamp;
  readonly created: boolean;
}

export interface ProjectFilesOptions {
  /** The project directory. */
  readonly root: string;
  /** Names that must not be written, in any folder. @default `refusedNames` */
  readonly protectedNames?: readonly string[] | undefined;
  /** Paths that must not be written either. @default none */
  readonly protectedPaths?: Protection['paths'];
  /** Files and folders outside the project that nobody may read by another name either. @default none */
  readonly hidden?: Protection['hidden'];
}

/** Throws when there is no such directory. */
export function createProjectFiles(options: ProjectFilesOptions): ProjectFiles {
  const root = realpathSync.native(options.root);
  if (!statSync(root).isDirectory()) throw new TypeError(`not a directory: ${root}`);
  const locate = createLocator(root, {
    names: options.protectedNames ?? refusedNames,
    paths: options.protectedPaths,
    hidden: options.hidden,
  });
  return {
    root,
    locate,

    async open(path) {
      const place = locate(path, 'read');
      return { place, ...(await openFile(root, place)) };
    },

    glance(path, maxBytes) {
      const place = locate(path, 'read');
      return { place, ...glanceFile(root, place, maxBytes) };
    },

    async replace(path, content, { expected, place: before, signal } = {}) {
      const place = locate(path, 'write');
      if (before !== undefined && before.path !== place.path) {
        throw new FileProblem('changed_meanwhile', before.relative);
      }
      if (isFolderSpelling(path)) throw new FileProblem('not_a_file', place.relative, { kind: 'directory' });
      return { place, ...(await replaceFile(root, place, { content, expected, signal })) };
    },
  };
}
