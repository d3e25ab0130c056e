import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** Bytes that are read for one call. What goes beyond is taken to hold something else. */
const maxBytes = 64_000_000;

/** Compares files with what git has of them, file by file, so that others get their turn. */
export class Keeping {
  #left = maxBytes;

  /** Those of the files that hold what git has under the digest. */
  async those(
    files: readonly (readonly [path: string, digest: string | undefined])[],
  ): Promise<ReadonlySet<string>> {
    const kept = new Set<string>();
    for (const [path, digest] of files) {
      if (digest !== undefined && (await this.#isKept(path, digest))) kept.add(path);
    }
    return kept;
  }

  async #isKept(path: string, digest: string): Promise<boolean> {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined || !stats.isFile() || stats.size > this.#left) return false;
    this.#left -= stats.size;
    try {
      const content = await readFile(path);
      const hash = createHash(digest.length === 64 ? 'sha256' : 'sha1');
      return hash.update(`blob ${content.length}\0`).update(content).digest('hex') === digest;
    } catch {
      return false;
    }
  }
}
