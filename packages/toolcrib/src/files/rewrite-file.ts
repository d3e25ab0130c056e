import { lstatSync, statSync } from 'node:fs';
import { FileFault } from './file-fault.ts';
import { isPlaceholder } from './placeholder.ts';
import { decodeText, readRegularFile } from './read-regular-file.ts';
import { replaceFile } from './replace-file.ts';

interface RewriteOptions {
  /** Of a file that does not exist yet. @default 0o644 without what the umask takes away */
  readonly freshMode?: number | undefined;
  readonly maxBytes: number;
}

const maxTries = 5;
const byteOrderMark = '\uFEFF';

/**
 * Changes the text of a file. Call it under `withLock`, which keeps processes of ours apart. Editors and other programs do
 * not take that lock, so the file is read once more before it is replaced, and changed anew if they were faster.
 *
 * @param change gets `undefined` where there is no file yet; returns `undefined` to leave the file as it is
 * @returns whether the file was written
 */
export async function rewriteFile(
  file: string,
  change: (text: string | undefined) => string | undefined | Promise<string | undefined>,
  { freshMode, maxBytes }: RewriteOptions,
): Promise<boolean> {
  for (let tries = 0; tries < maxTries; tries++) {
    const before = read(file, maxBytes);
    const after = await change(before && decodeText(file, before));
    if (after === undefined) return false;
    const now = read(file, maxBytes);
    if (now === undefined ? before !== undefined : before === undefined || !now.equals(before)) continue;
    // The file that a link leads to: links themselves are open to everybody.
    const mode = before === undefined ? freshMode : statSync(file).mode & 0o777;
    replaceFile(file, startsWithMark(before) ? byteOrderMark + after : after, { mode });
    return true;
  }
  throw new FileFault(file, { kind: 'file_changing' });
}

function read(file: string, maxBytes: number): Buffer | undefined {
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined || isPlaceholder(file)) return undefined;
  return readRegularFile(file, { maxBytes });
}

/** Some editors on Windows write one, and decoding drops it. */
function startsWithMark(bytes: Buffer | undefined): boolean {
  return bytes?.subarray(0, 3).toString() === byteOrderMark;
}
