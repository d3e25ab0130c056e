import { chmodSync, closeSync, lstatSync, openSync } from 'node:fs';

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

/** Makes an empty file for this user alone; one that is there is left as it is. */
export function makePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
