import { chmodSync, closeSync, lstatSync, openSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';

/** Why a folder or a file may be somebody else's: a link, something else than expected, of another user, or open to others. */
export type PrivacyFault = 'link' | 'kind' | 'owner' | 'writable' | 'readable';

interface PlaceOptions {
  readonly kind: 'folder' | 'file';
  /** Whether others are shut out where they could only read. @default true */
  readonly tighten?: boolean | undefined;
}

/**
 * Whether a folder or file belongs to this user alone. What others could read is closed to them; what they could write may
 * have been changed by them already, and is refused, as ssh refuses such a key. Nothing is opened: closing a file would let
 * go of the locks that this process holds on it as a database.
 */
export function privacyFault(path: string, { kind, tighten = true }: PlaceOptions): PrivacyFault | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  if (stats.isSymbolicLink()) return 'link';
  if (kind === 'folder' ? !stats.isDirectory() : !stats.isFile()) return 'kind';
  const user = process.geteuid?.();
  // Windows keeps neither an owner nor a mode there.
  if (user === undefined) return undefined;
  if (stats.uid !== user) return 'owner';
  if ((stats.mode & 0o022) !== 0) return 'writable';
  if ((stats.mode & 0o077) === 0) return undefined;
  if (!tighten) return 'readable';
  chmodSync(path, stats.mode & 0o700);
  return undefined;
}

/**
 * The same for the folder in which a file lies. One that holds nothing else is closed to others; in one with other things, others
 * may look around, since the file itself is closed to them, but nobody else may put another file into its place.
 */
export function folderFault(file: string): PrivacyFault | undefined {
  const folder = dirname(file);
  const stats = statSync(folder);
  const user = process.geteuid?.();
  if (user === undefined) return undefined;
  // In a folder such as /tmp nobody can replace what is not theirs.
  const isSticky = (stats.mode & 0o1000) !== 0;
  if (stats.uid !== user && stats.uid !== 0) return 'owner';
  // A user's own group often has the number of the user, and nobody else in it.
  const others = stats.gid === stats.uid ? 0o002 : 0o022;
  if ((stats.mode & others) !== 0 && !isSticky) return 'writable';
  const isOwn = stats.uid === user && !isSticky && (stats.mode & 0o077) !== 0;
  if (isOwn && readdirSync(folder).every((name) => name.startsWith(basename(file)))) chmodSync(folder, 0o700);
  return undefined;
}

/** Makes an empty file for this user alone; one that is there is left as it is. */
export function makePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
