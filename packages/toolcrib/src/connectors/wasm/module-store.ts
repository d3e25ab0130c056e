import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../../files/replace-file.ts';
import { digestOf } from './plugin-file.ts';
import { PluginFault } from './plugin-problem.ts';

/** The modules that were accepted, by their digests, outside the project: what runs is what somebody has looked at. */
export class ModuleStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  keep(bytes: Uint8Array, digest: string): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    replaceFile(this.#file(digest), bytes, { mode: 0o600 });
  }

  /** Throws when it is gone, or has become another. */
  read(digest: string): Buffer {
    let bytes: Buffer;
    try {
      bytes = readFileSync(this.#file(digest));
    } catch (cause) {
      throw new PluginFault({ kind: 'plugin_copy_lost' }, { cause });
    }
    if (digestOf(bytes) !== digest) throw new PluginFault({ kind: 'plugin_copy_lost' });
    return bytes;
  }

  forget(digest: string): void {
    rmSync(this.#file(digest), { force: true });
  }

  /** A digest has nothing in it that a path could follow, but an accepted file could have been written by hand. */
  #file(digest: string): string {
    return join(this.#folder, `${digest.replaceAll(/[^0-9a-f]/gu, '')}.wasm`);
  }
}
