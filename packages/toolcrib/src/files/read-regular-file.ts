import { closeSync, constants, fstatSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import type { BigIntStats } from 'node:fs';
import { FileFault, toFileFault } from './file-fault.ts';
import { isBelow, isNamedInside } from './link-out.ts';

interface OpenOptions {
  /** A file that is named inside this folder must also lie inside it when all links are followed. */
  readonly within?: string | undefined;
}

interface ReadOptions extends OpenOptions {
  readonly maxBytes: number;
}

/** Does not wait for the other end of a pipe, and takes no terminal. */
const readFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/**
 * Reads a regular file. Throws a `FileFault` for anything else, before a byte of it is read: reading a named pipe without a
 * writer never ends, and neither does a device.
 *
 *     const bytes = readRegularFile('toolcrib.lock', { maxBytes: 10_000_000 });
 */
export function readRegularFile(file: string, { maxBytes, within }: ReadOptions): Buffer {
  const descriptor = openRegularFile(file, { within });
  try {
    return readUpTo(file, descriptor, maxBytes);
  } catch (error) {
    throw toFileFault(file, error, 'file_unreadable');
  } finally {
    closeSync(descriptor);
  }
}

/** The same for a text, which must be UTF-8: replacement characters would change what it says. */
export function readTextFile(file: string, options: ReadOptions): string {
  return decodeText(file, readRegularFile(file, options));
}

export function decodeText(file: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new FileFault(file, { kind: 'file_not_utf8' }, { cause });
  }
}

/** Opens a regular file for reading. What was opened is what is judged, not what the name led to before. */
export function openRegularFile(file: string, { within }: OpenOptions = {}): number {
  let descriptor: number | undefined;
  try {
    // Before it is opened: opening a device can have effects of its own.
    if (!statSync(file).isFile()) throw new FileFault(file, { kind: 'file_not_regular' });
    descriptor = openSync(file, readFlags);
    const opened = fstatSync(descriptor, { bigint: true });
    if (!opened.isFile()) throw new FileFault(file, { kind: 'file_not_regular' });
    if (within !== undefined) refuseOutside(file, within, opened);
    return descriptor;
  } catch (error) {
    if (descriptor !== undefined) closeSync(descriptor);
    throw toFileFault(file, error, 'file_unreadable');
  }
}

/** A file that is named outside of the folder is where its user wants it to be. */
function refuseOutside(file: string, folder: string, { dev, ino }: BigIntStats): void {
  if (!isNamedInside(file, folder)) return;
  const path = realpathSync(file);
  const found = statSync(path, { bigint: true });
  // A link that was replaced after the file was opened names another file.
  if (!isBelow(path, realpathSync(folder)) || found.dev !== dev || found.ino !== ino)
    throw new FileFault(file, { kind: 'file_outside', folder });
}

/** Files of `/proc` say that they are empty, and others grow meanwhile: what counts is what is read. */
function readUpTo(file: string, descriptor: number, maxBytes: number): Buffer {
  const { size } = fstatSync(descriptor);
  const tooLarge = (): FileFault => new FileFault(file, { kind: 'file_too_large', limit: maxBytes });
  if (size > maxBytes) throw tooLarge();
  const pieces: Buffer[] = [];
  let total = 0;
  for (let length = size + 1; ; length = 65_536) {
    const piece = Buffer.allocUnsafe(Math.min(length, maxBytes - total + 1));
    const read = readSync(descriptor, piece, 0, piece.length, null);
    if (read === 0) return pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces, total);
    total += read;
    if (total > maxBytes) throw tooLarge();
    pieces.push(piece.subarray(0, read));
  }
}
