import { closeSync, constants, fstatSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

// A link of that name is not followed, and a pipe is not waited for; systems that have no such flag add nothing.
const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW, O_NONBLOCK } = constants;

/** Opens a log for adding lines, readable by its owner alone. */
export function openLogFile(file: string): number {
  mkdirSync(dirname(file), { recursive: true });
  const descriptor = openSync(file, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW | O_NONBLOCK, 0o600);
  if (fstatSync(descriptor).isFile()) return descriptor;
  closeSync(descriptor);
  throw new Error(`${file} is not a regular file`);
}

/** Writes at once. When nobody reads, or the disk is full, the line is lost and nothing else. */
export function writeLine(descriptor: number, line: string): void {
  try {
    let bytes = Buffer.from(line);
    while (bytes.length > 0) bytes = bytes.subarray(writeSync(descriptor, bytes));
  } catch {
    // There is nowhere left to say so.
  }
}
