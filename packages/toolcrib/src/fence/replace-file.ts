import {
  accessSync,
  constants,
  linkSync,
  lstatSync,
  renameSync,
  unlinkSync,
  type BigIntStats,
} from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { FileProblem, kindOf, toFileProblem } from './file-problem.ts';
import { isSameStamp, stampOf, type FileStamp } from './file-stamp.ts';
import { holdFolder, type HeldFolder } from './held-folder.ts';
import { partsOf, type Place } from './locate.ts';

export interface Replacement {
  readonly content: Uint8Array;
  readonly expected: FileStamp | 'missing' | undefined;
  readonly signal: AbortSignal | undefined;
}

/**
 * Writes a file beside the old one and puts it in its place: whoever looks sees the old file or the new one, never a part.
 * Nothing is left behind when it fails.
 */
export async function replaceFile(
  root: string,
  place: Place,
  replacement: Replacement,
): Promise<{ readonly stamp: FileStamp; readonly created: boolean }> {
  let folder: HeldFolder | undefined;
  try {
    const parts = partsOf(root, place.path);
    const name = parts.pop();
    if (name === undefined) throw new FileProblem('not_a_file', place.relative, { kind: 'directory' });
    folder = holdFolder(root, { parts, make: true });
    const replaced = await replaceIn(folder, { ...replacement, name, shown: place.relative });
    await syncFolder(folder);
    return replaced;
  } catch (error) {
    folder?.unmake();
    throw toFileProblem(error, place.relative);
  } finally {
    folder?.close();
  }
}

interface NamedReplacement extends Replacement {
  readonly name: string;
  /** The path for what is said when it fails. */
  readonly shown: string;
}

async function replaceIn(
  folder: HeldFolder,
  replacement: NamedReplacement,
): Promise<{ readonly stamp: FileStamp; readonly created: boolean }> {
  const before = current(folder, replacement);
  const { randomBytes } = process.getBuiltinModule('node:crypto');
  const fresh = folder.at(`.toolcrib-${randomBytes(8).toString('hex')}.tmp`);
  // Nobody may read what was private before, not even for a moment.
  const handle = await open(fresh, freshFlags, before === undefined ? 0o666 : 0o600);
  try {
    await writeAll(handle, replacement);
    if (before !== undefined) await adopt(handle, before);
    await handle.sync();
    const stamp = stampOf(await handle.stat({ bigint: true }));
    replacement.signal?.throwIfAborted();
    commit(folder, replacement, fresh);
    return { stamp, created: before === undefined };
  } catch (error) {
    removeIfThere(fresh);
    throw error;
  } finally {
    await handle.close();
  }
}

const freshFlags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

/** What is there now, if it may be replaced. */
function current(folder: HeldFolder, { name, shown, expected }: NamedReplacement): BigIntStats | undefined {
  const path = folder.at(name);
  const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (stats !== undefined && !stats.isFile()) {
    throw new FileProblem('not_a_file', shown, { kind: kindOf(stats) });
  }
  if (expected !== undefined && !isExpected(stats, expected)) {
    throw new FileProblem('changed_meanwhile', shown);
  }
  // A new file in its place would get around its mode.
  if (stats !== undefined) accessSync(path, constants.W_OK);
  return stats;
}

function isExpected(stats: BigIntStats | undefined, expected: FileStamp | 'missing'): boolean {
  if (stats === undefined || expected === 'missing') return stats === undefined && expected === 'missing';
  return isSameStamp(stampOf(stats), expected);
}

const blockSize = 1 << 20;

async function writeAll(handle: FileHandle, { content, signal }: Replacement): Promise<void> {
  for (let done = 0; done < content.length; ) {
    signal?.throwIfAborted();
    const { bytesWritten } = await handle.write(content, done, Math.min(blockSize, content.length - done));
    done += bytesWritten;
  }
}

/** Owner and mode of the old file, but not the bits that the system takes away from a file that is written to. */
async function adopt(handle: FileHandle, { uid, gid, mode }: BigIntStats): Promise<void> {
  const own = await handle.stat();
  if (own.uid !== Number(uid) || own.gid !== Number(gid)) {
    // Only root may give files away; for others it stays theirs.
    await handle.chown(Number(uid), Number(gid)).catch(() => undefined);
  }
  await handle.chmod(Number(mode) & 0o777);
}

/** The last look and the step itself, without a pause between them: nobody else in this process comes in between. */
function commit(folder: HeldFolder, replacement: NamedReplacement, fresh: string): void {
  if (!folder.isUnmoved()) throw new FileProblem('changed_meanwhile', replacement.shown);
  current(folder, replacement);
  const path = folder.at(replacement.name);
  if (replacement.expected === 'missing' && putNew(fresh, path, replacement.shown)) return;
  renameSync(fresh, path);
}

/** Unlike a rename, a link never takes the place of a file. False where the disk has no links. */
function putNew(fresh: string, path: string, shown: string): boolean {
  try {
    linkSync(fresh, path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new FileProblem('changed_meanwhile', shown, { cause: error });
    if (code === 'EPERM' || code === 'ENOTSUP' || code === 'EOPNOTSUPP' || code === 'ENOSYS') return false;
    throw error;
  }
  unlinkSync(fresh);
  return true;
}

function removeIfThere(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It has its right name already, or its folder is gone.
  }
}

/** So that the new name survives a power cut, where the disk can promise that. */
async function syncFolder(folder: HeldFolder): Promise<void> {
  try {
    const handle = await open(folder.at('.'), constants.O_RDONLY);
    await handle.sync().finally(() => handle.close());
  } catch {
    // The file is there all the same.
  }
}
