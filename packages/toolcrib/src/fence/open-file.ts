import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type BigIntStats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { FileProblem, kindOf, toFileProblem } from './file-problem.ts';
import { stampOf, type FileStamp } from './file-stamp.ts';
import { holdFolder, type HeldFolder } from './held-folder.ts';
import { partsOf, type Place } from './locate.ts';

/** No link at the end, no waiting for the other end of a FIFO, no terminal of ours. */
const readFlags =
  constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

export async function openFile(
  root: string,
  place: Place,
): Promise<{ readonly handle: FileHandle; readonly stamp: FileStamp }> {
  let folder: HeldFolder | undefined;
  let handle: FileHandle | undefined;
  try {
    folder = holdFolderOf(root, place);
    handle = await open(folder.at(basename(place.path)), readFlags);
    return { handle, stamp: checked(await handle.stat({ bigint: true }), folder, place) };
  } catch (error) {
    await handle?.close();
    throw toFileProblem(error, place.relative);
  } finally {
    folder?.close();
  }
}

/** Reads at once; the content is left out when there is more of it than `maxBytes`. */
export function glanceFile(
  root: string,
  place: Place,
  maxBytes: number,
): { readonly content: Buffer | undefined; readonly stamp: FileStamp } {
  let folder: HeldFolder | undefined;
  let handle: number | undefined;
  try {
    folder = holdFolderOf(root, place);
    handle = openSync(folder.at(basename(place.path)), readFlags);
    const stamp = checked(fstatSync(handle, { bigint: true }), folder, place);
    return { content: stamp.size > maxBytes ? undefined : readAll(handle, Number(stamp.size)), stamp };
  } catch (error) {
    throw toFileProblem(error, place.relative);
  } finally {
    if (handle !== undefined) closeSync(handle);
    folder?.close();
  }
}

function holdFolderOf(root: string, { path, relative, kind }: Place): HeldFolder {
  if (kind === 'missing') throw new FileProblem('file_not_found', relative);
  if (kind !== 'file') throw new FileProblem('not_a_file', relative, { kind: kindOf(lstatSync(path)) });
  return holdFolder(root, { parts: partsOf(root, path).slice(0, -1), make: false });
}

/** The handle cannot be swapped any more: what it is now, it stays. */
function checked(stats: BigIntStats, folder: HeldFolder, { path, relative }: Place): FileStamp {
  if (!stats.isFile()) throw new FileProblem('not_a_file', relative, { kind: kindOf(stats) });
  if (!folder.contains(basename(path), stats)) throw new FileProblem('changed_meanwhile', relative);
  return stampOf(stats);
}

function readAll(handle: number, size: number): Buffer {
  const content = Buffer.allocUnsafe(size);
  let done = 0;
  for (let read = 1; read > 0 && done < size; done += read)
    read = readSync(handle, content, done, size - done, done);
  return content.subarray(0, done);
}
