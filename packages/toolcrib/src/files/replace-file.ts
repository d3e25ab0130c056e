import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { toFileFault } from './file-fault.ts';
import { isPlaceholder } from './placeholder.ts';

interface ReplaceOptions {
  /** Exactly this. @default 0o644 without what the umask takes away */
  readonly mode?: number | undefined;
  /** Fails with `file_exists` where there is a file, and also where there is no folder. @default false */
  readonly fresh?: boolean | undefined;
}

/**
 * Writes a file so that a reader finds the old content or the new one, also after a crash. A link in its place is replaced
 * and never written through. Throws a `FileFault` when the system refuses; the old content is there then.
 */
export function replaceFile(
  file: string,
  content: string | Uint8Array,
  { mode, fresh = false }: ReplaceOptions = {},
): void {
  const folder = dirname(file);
  // A name that cannot be guessed: a link that was put there beforehand would lead the text somewhere else.
  const part = `${file}.${randomBytes(8).toString('hex')}.part`;
  try {
    if (!fresh) mkdirSync(folder, { recursive: true });
    writePart(part, content, mode);
    if (fresh) putFresh(part, file);
    else {
      if (isPlaceholder(file)) rmdirSync(file);
      renameSync(part, file);
    }
  } catch (error) {
    throw toFileFault(file, error, 'file_not_written');
  } finally {
    rmSync(part, { force: true });
  }
  syncFolder(folder);
}

function writePart(part: string, content: string | Uint8Array, mode: number | undefined): void {
  const descriptor = openSync(part, 'wx', mode ?? 0o644);
  try {
    if (mode !== undefined) fchmodSync(descriptor, mode);
    writeFileSync(descriptor, content);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function putFresh(part: string, file: string): void {
  try {
    linkSync(part, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // FAT and some network file systems have no hard links.
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error;
    copyFileSync(part, file, constants.COPYFILE_EXCL);
  }
}

/** So that the new name survives a power cut, where the disk can promise that. */
function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // The file is written all the same.
  }
}
