import { randomBytes } from 'node:crypto';
import { constants, rmSync } from 'node:fs';
import { open, rename, unlink, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Writes pieces of text to a file beside the wanted one, and puts it in its place when all is there: whoever looks sees
 * the whole or nothing. When it fails or is stopped, nothing is left. Only its owner may read it: records may be private.
 */
export async function writeWhole(
  file: string,
  pieces: AsyncIterable<string>,
  signal: AbortSignal,
): Promise<void> {
  const fresh = join(dirname(file), `.${basename(file).slice(0, 100)}-${randomBytes(6).toString('hex')}.tmp`);
  const handle = await open(fresh, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
  // A second Ctrl-C ends the process at once.
  const removeAtExit = (): void => rmSync(fresh, { force: true });
  process.once('exit', removeAtExit);
  try {
    await writeAll(handle, pieces, signal);
    await handle.sync();
    await handle.close();
    await rename(fresh, file);
  } catch (error) {
    await handle.close().catch(() => undefined);
    await unlink(fresh).catch(() => undefined);
    throw error;
  } finally {
    process.off('exit', removeAtExit);
  }
}

async function writeAll(
  handle: FileHandle,
  pieces: AsyncIterable<string>,
  signal: AbortSignal,
): Promise<void> {
  for await (const piece of pieces) {
    signal.throwIfAborted();
    await handle.writeFile(piece);
  }
  signal.throwIfAborted();
}
