import { closeSync, constants, fstatSync, openSync, readSync, realpathSync, statSync } from 'node:fs';

/** The real path of a regular file; undefined when there is none. */
export function realFile(path: string): string | undefined {
  try {
    const real = realpathSync.native(path);
    return statSync(real).isFile() ? real : undefined;
  } catch {
    return undefined;
  }
}

/** Without links; as it is when that cannot be told. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

/** The beginning of a regular file as text, without waiting for a FIFO that took its place; empty when it cannot be read. */
export function textOf(path: string): string {
  let handle: number | undefined;
  try {
    handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0));
    if (!fstatSync(handle).isFile()) return '';
    const buffer = Buffer.alloc(Math.min(fstatSync(handle).size, maxBytes));
    return buffer.toString('utf8', 0, readSync(handle, buffer, 0, buffer.length, 0));
  } catch {
    return '';
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/** No module that a person has written is larger. */
const maxBytes = 4_000_000;
